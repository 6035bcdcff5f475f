/* Prints versions, counts of moves and positions, best play on 4x4, and the materials. */
#include <stdio.h>
#include <string.h>
#include "loa.h"

int main(void)
{
    loa_tables *tables;
    loa_position start;
    loa_counts counts;
    loa_choice line[8];
    loa_material materials[16];
    uint64_t sequences;
    size_t count, found, number;
    char text[sizeof line / sizeof *line * LOA_MOVE_TEXT + 1];

    if (loa_open(NULL, NULL, 0, &tables) || loa_read_position("start 4x4", &start, NULL)
        || loa_perft(tables, &start, 3, &sequences) || loa_census(tables, 4, 4, 3, 2, &counts)
        || loa_materials(tables, 4, 4, materials, 16, &found)
        || loa_line(tables, &start, line, 8, &count) || loa_write_line(line, count, text, sizeof text)) {
        fprintf(stderr, "%s\n", loa_message());
        return 1;
    }
    printf("%lu\n", (unsigned long)sequences);
    printf("%lu %lu %lu %d %d\n", (unsigned long)counts.won, (unsigned long)counts.drawn,
           (unsigned long)counts.lost, (int)counts.longest_win, (int)counts.longest_loss);
    printf("%s\n", text);
    for (number = 0; number < found; number++)
        printf("%uv%u ", (unsigned)materials[number].us, (unsigned)materials[number].them);
    printf("\n%d.%d.%d %d\n", LOA_VERSION_MAJOR, LOA_VERSION_MINOR, LOA_VERSION_PATCH,
           strcmp(LOA_VERSION, loa_version()));
    loa_close(tables);
    return 0;
}
