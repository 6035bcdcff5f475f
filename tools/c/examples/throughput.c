/* Measures probes per second of processor time, one by one and in batches, from tables in
   memory: throughput RULES FOLDER < positions. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "loa.h"

enum { MOST = 1000000, ROUNDS = 3 };

static loa_position positions[MOST];
static loa_value values[MOST];

int main(int argc, char **argv)
{
    loa_tables *tables;
    size_t count = 0, number;
    char line[LOA_POSITION_TEXT + 2];
    int round;

    if (argc < 3 || loa_open(argv[2], argv[1], (size_t)1 << 30, &tables) != LOA_STATUS_OK)
        return 2;
    while (count < MOST && fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = 0;
        if (loa_read_position(line, &positions[count++], NULL) != LOA_STATUS_OK)
            return 1;
    }
    for (round = 0; round <= ROUNDS; round++) {
        clock_t begun = clock(), together;
        for (number = 0; number < count; number++)
            if (loa_probe(tables, &positions[number], &values[number]) != LOA_STATUS_OK)
                return 1;
        together = clock();
        if (loa_probe_many(tables, positions, count, values) != LOA_STATUS_OK)
            return 1;
        printf("%s: one by one %.0f, together %.0f\n", round == 0 ? "unpacking" : "in memory",
               count * (double)CLOCKS_PER_SEC / (double)(together - begun),
               count * (double)CLOCKS_PER_SEC / (double)(clock() - together));
    }
    loa_close(tables);
    return 0;
}
