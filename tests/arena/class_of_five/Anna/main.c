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
    for (int each = 0; each < count_of_rows; each++) fprintf(out, "%s\n", rows[each]);
    fprintf(out, "%d\n", turn == '1' ? 2 : 1);
    return fclose(out);
}
