/* Reads texts: readers START POSITION .., or readers START -m MOVE .. for moves of START. */
#include <stdio.h>
#include <string.h>
#include "loa.h"

static int failed(const char *text)
{
    fprintf(stderr, "%s: %s\n", text, loa_message());
    return 1;
}

int main(int argc, char **argv)
{
    int reads_moves = argc > 2 && strcmp(argv[2], "-m") == 0, place, turn;
    char text[LOA_POSITION_TEXT];
    loa_tables *tables;
    loa_position position;
    loa_move played;

    if (argc < 2 || loa_open(NULL, NULL, 0, &tables) != LOA_STATUS_OK)
        return failed("tables");
    if (loa_read_position(argv[1], &position, NULL) != LOA_STATUS_OK)
        return failed(argv[1]);
    for (place = 2 + reads_moves; place < argc; place++) {
        if (reads_moves) {
            if (loa_read_move(tables, &position, argv[place], &played) != LOA_STATUS_OK ||
                loa_write_move(played, text, sizeof text) != LOA_STATUS_OK)
                return failed(argv[place]);
        } else {
            if (loa_read_position(argv[place], &position, &turn) != LOA_STATUS_OK ||
                loa_write_position(&position, turn, text, sizeof text) != LOA_STATUS_OK)
                return failed(argv[place]);
        }
        puts(text);
    }
    loa_close(tables);
    return 0;
}
