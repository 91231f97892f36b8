from small_books import small, small_path

__all__ = ["small", "small_path"]
