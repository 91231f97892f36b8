from dropfour.cli import main

main(prog_name="dropfour")
