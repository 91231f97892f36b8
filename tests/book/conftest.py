from small_books import small

__all__ = ["small"]
