/* The hook of an engine: a move from tables at the root, scores from tables in the search. */
#include <stdio.h>
#include "loa.h"

enum { MATE = 30000 };

/* Finds the score of a position for the side to move, if it is in memory. */
static int table_score(const loa_tables *tables, const loa_position *position, int *score)
{
    loa_value value;
    if (loa_value_if_cached(tables, position, &value) != LOA_STATUS_OK)
        return 0;
    if (value.wdl == LOA_WDL_DRAW)
        *score = 0;
    else
        *score = value.wdl * (MATE - (value.plies == LOA_UNKNOWN ? MATE / 2 : value.plies));
    return 1;
}

/* Returns whether tables have a best move. */
static int table_move(const loa_tables *tables, const loa_position *position, loa_choice *best)
{
    size_t count = 0;
    loa_status status = loa_probe_moves(tables, position, best, 1, &count);
    if (status != LOA_STATUS_OK && status != LOA_STATUS_TOO_SMALL)
        fprintf(stderr, "%s\n", loa_message());
    return count > 0;
}

/* Plays both sides of a game from the start of 4x4, with the tables of a folder if one is given. */
int main(int argc, char **argv)
{
    loa_tables *tables;
    loa_position position;
    loa_choice best;
    char text[LOA_MOVE_TEXT];
    int score;

    if (loa_open(argc > 1 ? argv[1] : NULL, "club", 0, &tables) != LOA_STATUS_OK
        || loa_start(4, 4, &position) != LOA_STATUS_OK) {
        fprintf(stderr, "%s\n", loa_message());
        return 1;
    }
    while (table_move(tables, &position, &best)) {
        position = best.after;
        if (loa_write_move(best.played, text, sizeof text) == LOA_STATUS_OK
            && table_score(tables, &position, &score))
            printf("%s %d\n", text, -score);
    }
    loa_close(tables);
    return 0;
}
