"""A class whose five hand-ins differ in language and form, and two that cannot take part."""

import sys
from pathlib import Path
from textwrap import dedent

from sample_players import EVALUATION, PROGRAM, PROTOCOL, write_player

PLAYABLE = ("Anna", "Ben", "Cara", "Dora", "Emil")

# Plays in the column nearest the middle; built by make, called as the assignment says.
C_PROGRAM = """
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int count, char **words) {
    char rows[21][21];
    int count_of_rows = 0;
    if (count != 5 || strcmp(words[1], "one-move") != 0 || atoi(words[4]) < 1) return 3;
    FILE *in = fopen(words[2], "r");
    if (in == NULL) return 4;
    while (count_of_rows < 21 && fscanf(in, "%20s", rows[count_of_rows]) == 1) count_of_rows++;
    fclose(in);
    char turn = rows[--count_of_rows][0];
    int width = (int)strlen(rows[0]), best = -1;
    for (int column = 0; column < width; column++)
        if (rows[0][column] == '0' &&
            (best < 0 || abs(2 * column - width + 1) < abs(2 * best - width + 1))) best = column;
    int row = count_of_rows - 1;
    while (rows[row][best] != '0') row--;
    rows[row][best] = turn;
    FILE *out = fopen(words[3], "w");
    for (int each = 0; each < count_of_rows; each++) fprintf(out, "%s\\n", rows[each]);
    fprintf(out, "%d\\n", turn == '1' ? 2 : 1);
    return fclose(out);
}
"""
MAKEFILE = "maxconnect4: main.c\n\t$(CC) -O1 -o $@ main.c\n"

# A shell script that reads a file of its own folder, which is a list of columns to try.
SHELL = """
    #!/bin/sh
    while read -r column; do
        top=$(head -n 1 "$1" | cut -c "$column")
        [ "$top" = 0 ] && break
    done < columns.txt
    exec awk -v column="$column" '
        { rows[NR] = $0 }
        END {
            turn = rows[NR]
            for (row = NR - 1; row >= 1; row--)
                if (substr(rows[row], column, 1) == "0") break
            rows[row] = substr(rows[row], 1, column - 1) turn substr(rows[row], column + 1)
            for (i = 1; i < NR; i++) print rows[i]
            print 3 - turn
        }' "$1" > "$2"
"""


def write_class(folder: Path) -> Path:
    """Write the hand-ins into subfolders of *folder*, and return it."""
    for name in (*PLAYABLE, "Fritz", "Greta", "__MACOSX"):
        (folder / name).mkdir(parents=True)
    write_player(folder / "Anna", "main.c", C_PROGRAM)
    write_player(folder / "Anna", "Makefile", MAKEFILE)
    write_player(folder / "Ben", "main.py", PROGRAM)
    command = f"# how to start it\n{sys.executable} main.py\n"
    (folder / "Ben" / "command.txt").write_text(command, encoding="utf-8")
    # An archive often wraps the files in another folder, and loses the permission to execute.
    inner = folder / "Cara" / "hand-in"
    inner.mkdir()
    inner.joinpath("run").write_text(dedent(SHELL).lstrip(), encoding="utf-8")
    inner.joinpath("columns.txt").write_text("".join(f"{n}\n" for n in (2, 4, 3, 5, 1)))
    write_player(folder / "Dora", "leftmost.py", PROTOCOL)
    command = f"engine:{sys.executable} leftmost.py"
    (folder / "Dora" / "command.txt").write_text(command, encoding="utf-8")
    write_player(folder / "Emil", "player.py", EVALUATION)
    write_player(folder / "Fritz", "main.c", "int main(void) { return nothing; }")
    write_player(folder / "Fritz", "Makefile", MAKEFILE)
    return folder
