"""The games of the server: on one screen, and between people on different devices."""
