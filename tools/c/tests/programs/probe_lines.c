/* Reads one position per line and prints its value: probe_lines RULES [FOLDER] < positions.
   Asks about each position separately and then about all together; the values must agree. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "loa.h"

static const char *name(loa_wdl wdl)
{
    return wdl == LOA_WDL_WIN ? "win" : wdl == LOA_WDL_LOSS ? "loss" : "draw";
}

int main(int argc, char **argv)
{
    loa_tables *tables;
    loa_position *positions = NULL;
    loa_value *values;
    size_t count = 0, capacity = 0, number;
    char line[LOA_POSITION_TEXT + 2];

    if (argc < 2 || loa_open(argc > 2 ? argv[2] : NULL, argv[1], 0, &tables) != LOA_STATUS_OK) {
        fprintf(stderr, "%s\n", loa_message());
        return 2;
    }
    while (fgets(line, sizeof line, stdin)) {
        if (count == capacity) {
            capacity = capacity ? 2 * capacity : 1024;
            positions = (loa_position *)realloc(positions, capacity * sizeof *positions);
        }
        line[strcspn(line, "\n")] = 0;
        if (loa_read_position(line, &positions[count++], NULL) != LOA_STATUS_OK) {
            fprintf(stderr, "%s: %s\n", line, loa_message());
            return 1;
        }
    }
    values = (loa_value *)malloc((count + 1) * sizeof *values);
    if (loa_probe_many(tables, positions, count, values) != LOA_STATUS_OK) {
        fprintf(stderr, "%s\n", loa_message());
        return 1;
    }
    for (number = 0; number < count; number++) {
        loa_value value;
        loa_wdl wdl;
        if (loa_probe(tables, &positions[number], &value) != LOA_STATUS_OK
            || loa_probe_wdl(tables, &positions[number], &wdl) != LOA_STATUS_OK) {
            fprintf(stderr, "%s\n", loa_message());
            return 1;
        }
        if (value.plies != values[number].plies || value.wdl != values[number].wdl || value.wdl != wdl) {
            fprintf(stderr, "position %lu: one by one and together differ\n", (unsigned long)number);
            return 1;
        }
        if (value.plies == LOA_UNKNOWN)
            printf("%s\n", name(value.wdl));
        else
            printf("%s in %d\n", name(value.wdl), (int)value.plies);
    }
    free(values);
    free(positions);
    loa_close(tables);
    return 0;
}
