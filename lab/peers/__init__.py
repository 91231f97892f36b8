"""Other people's solvers beside Dropfour's: build them, run them, and put the times into one table."""
