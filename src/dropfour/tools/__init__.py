"""What builds data: opening books, collections of puzzles, data sets. Playing needs none of it."""
