/* Tries bad input of every kind, which must give a status: bad_input [ROUNDS [SEED]]. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
/* Random input may give any status. */
#define LOA_MUST_USE
#include "loa.h"

#define EXPECT(status, call) expect(status, call, #call, __LINE__)

static void expect(loa_status wanted, loa_status found, const char *call, int line)
{
    if (found == wanted)
        return;
    fprintf(stderr, "line %d: %s is %d instead of %d: %s\n", line, call, found, wanted, loa_message());
    exit(1);
}

static unsigned long long state;

static uint64_t chance(void)
{
    uint64_t high;
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    high = state >> 32 << 32;
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    return high | state >> 32;
}

static void null_pointers(const loa_tables *tables, const loa_position *start)
{
    loa_tables *opened;
    loa_position position;
    loa_value value;
    loa_move played = {LOA_NO_SQUARE, LOA_NO_SQUARE, 0};
    loa_choice choice;
    loa_wdl wdl;
    loa_counts counts;
    loa_material material;
    uint64_t number;
    size_t count;
    int flag;
    char text[LOA_POSITION_TEXT];

    EXPECT(LOA_STATUS_ARGUMENT, loa_open(NULL, NULL, 0, NULL));
    EXPECT(LOA_STATUS_ARGUMENT, loa_open(NULL, "no rules", 0, &opened));
    EXPECT(LOA_STATUS_ARGUMENT, loa_open(NULL, "\xff", 0, &opened));
    loa_close(NULL);
    EXPECT(LOA_STATUS_ARGUMENT, loa_probe(NULL, start, &value));
    EXPECT(LOA_STATUS_ARGUMENT, loa_probe(tables, NULL, &value));
    EXPECT(LOA_STATUS_ARGUMENT, loa_probe(tables, start, NULL));
    EXPECT(LOA_STATUS_ARGUMENT, loa_probe_wdl(NULL, start, &wdl));
    EXPECT(LOA_STATUS_ARGUMENT, loa_probe_wdl(tables, NULL, &wdl));
    EXPECT(LOA_STATUS_ARGUMENT, loa_probe_wdl(tables, start, NULL));
    EXPECT(LOA_STATUS_ARGUMENT, loa_value_if_cached(NULL, start, &value));
    EXPECT(LOA_STATUS_ARGUMENT, loa_value_if_cached(tables, NULL, &value));
    EXPECT(LOA_STATUS_ARGUMENT, loa_value_if_cached(tables, start, NULL));
    EXPECT(LOA_STATUS_OK, loa_probe_many(tables, NULL, 0, NULL));
    EXPECT(LOA_STATUS_ARGUMENT, loa_probe_many(tables, NULL, 1, &value));
    EXPECT(LOA_STATUS_ARGUMENT, loa_probe_many(tables, start, 1, NULL));
    EXPECT(LOA_STATUS_ARGUMENT, loa_probe_many(tables, start, (size_t)-1, &value));
    EXPECT(LOA_STATUS_TOO_SMALL, loa_moves(tables, start, NULL, 0, &count));
    EXPECT(LOA_STATUS_ARGUMENT, loa_moves(tables, start, NULL, 1, &count));
    EXPECT(LOA_STATUS_ARGUMENT, loa_moves(tables, start, &played, 1, NULL));
    EXPECT(LOA_STATUS_ARGUMENT, loa_moves(NULL, start, &played, 1, &count));
    EXPECT(LOA_STATUS_ARGUMENT, loa_moves(tables, NULL, &played, 1, &count));
    EXPECT(LOA_STATUS_ARGUMENT, loa_probe_moves(NULL, start, &choice, 1, &count));
    EXPECT(LOA_STATUS_ARGUMENT, loa_probe_moves(tables, NULL, &choice, 1, &count));
    EXPECT(LOA_STATUS_ARGUMENT, loa_line(NULL, start, &choice, 1, &count));
    EXPECT(LOA_STATUS_ARGUMENT, loa_line(tables, NULL, &choice, 1, &count));
    EXPECT(LOA_STATUS_ARGUMENT, loa_line(tables, start, &choice, 1, NULL));
    EXPECT(LOA_STATUS_ARGUMENT, loa_start(4, 4, NULL));
    EXPECT(LOA_STATUS_ARGUMENT, loa_is_over(NULL, start, &flag));
    EXPECT(LOA_STATUS_ARGUMENT, loa_is_over(tables, NULL, &flag));
    EXPECT(LOA_STATUS_ARGUMENT, loa_is_over(tables, start, NULL));
    EXPECT(LOA_STATUS_ARGUMENT, loa_play(NULL, start, played, &position));
    EXPECT(LOA_STATUS_ARGUMENT, loa_play(tables, NULL, played, &position));
    EXPECT(LOA_STATUS_ARGUMENT, loa_play(tables, start, played, NULL));
    EXPECT(LOA_STATUS_ARGUMENT, loa_play(tables, start, played, &position));
    EXPECT(LOA_STATUS_ARGUMENT, loa_read_position(NULL, &position, &flag));
    EXPECT(LOA_STATUS_ARGUMENT, loa_read_position("xx", &position, &flag));
    EXPECT(LOA_STATUS_ARGUMENT, loa_read_position("1xx1/o2o/o2o/1xx1 x", NULL, &flag));
    EXPECT(LOA_STATUS_ARGUMENT, loa_write_position(NULL, 0, text, sizeof text));
    EXPECT(LOA_STATUS_ARGUMENT, loa_write_position(start, 0, NULL, sizeof text));
    EXPECT(LOA_STATUS_TOO_SMALL, loa_write_position(start, 0, NULL, 0));
    EXPECT(LOA_STATUS_TOO_SMALL, loa_write_position(start, 0, text, 19));
    EXPECT(LOA_STATUS_OK, loa_write_position(start, 1, text, 20));
    EXPECT(LOA_STATUS_ARGUMENT, loa_read_move(tables, start, NULL, &played));
    EXPECT(LOA_STATUS_ARGUMENT, loa_read_move(tables, start, "a1-a9", &played));
    EXPECT(LOA_STATUS_ARGUMENT, loa_read_move(NULL, start, "b1-b3", &played));
    EXPECT(LOA_STATUS_ARGUMENT, loa_read_move(tables, NULL, "b1-b3", &played));
    EXPECT(LOA_STATUS_ARGUMENT, loa_read_move(tables, start, "b1-b3", NULL));
    EXPECT(LOA_STATUS_TOO_SMALL, loa_write_move(played, text, 4));
    EXPECT(LOA_STATUS_ARGUMENT, loa_write_move(played, NULL, 8));
    EXPECT(LOA_STATUS_OK, loa_write_line(NULL, 0, text, 1));
    EXPECT(LOA_STATUS_ARGUMENT, loa_write_line(NULL, 1, text, sizeof text));
    EXPECT(LOA_STATUS_ARGUMENT, loa_perft(tables, start, 1, NULL));
    EXPECT(LOA_STATUS_ARGUMENT, loa_perft(NULL, start, 1, &number));
    EXPECT(LOA_STATUS_ARGUMENT, loa_materials(NULL, 4, 4, &material, 1, &count));
    EXPECT(LOA_STATUS_ARGUMENT, loa_materials(tables, 9, 4, &material, 1, &count));
    EXPECT(LOA_STATUS_ARGUMENT, loa_materials(tables, 4, 4, NULL, 1, &count));
    EXPECT(LOA_STATUS_ARGUMENT, loa_materials(tables, 4, 4, &material, 1, NULL));
    EXPECT(LOA_STATUS_TOO_SMALL, loa_materials(tables, 4, 4, &material, 1, &count));
    EXPECT(LOA_STATUS_OK, loa_materials(tables, 5, 4, &material, 1, &count));
    EXPECT(LOA_STATUS_ARGUMENT, loa_census(NULL, 4, 4, 2, 2, &counts));
    EXPECT(LOA_STATUS_ARGUMENT, loa_census(tables, 2, 4, 2, 2, &counts));
    EXPECT(LOA_STATUS_ARGUMENT, loa_census(tables, 4, 4, 2, 2, NULL));
    EXPECT(LOA_STATUS_MISSING, loa_census(tables, 4, 4, 0, 2, &counts));
    EXPECT(LOA_STATUS_MISSING, loa_census(tables, 4, 4, 4000000000u, 4000000000u, &counts));
    EXPECT(LOA_STATUS_ARGUMENT, loa_set_threads(0));
    EXPECT(LOA_STATUS_ARGUMENT, loa_set_threads(100000));
    EXPECT(LOA_STATUS_FAILED, loa_set_threads(2));
    played.from = 64;
    EXPECT(LOA_STATUS_ARGUMENT, loa_write_move(played, text, sizeof text));
    EXPECT(LOA_STATUS_ARGUMENT, loa_probe(tables, (const loa_position *)((const char *)start + 1), &value));
}

static void other_tables(const loa_position *start)
{
    loa_tables *tables;
    loa_position larger, positions[3];
    loa_value values[3];

    EXPECT(LOA_STATUS_OK, loa_open("/no/such/folder", "mover-draw", 0, &tables));
    EXPECT(LOA_STATUS_MISSING, loa_probe(tables, start, &values[0]));
    loa_close(tables);
    EXPECT(LOA_STATUS_OK, loa_open(NULL, NULL, 0, &tables));
    EXPECT(LOA_STATUS_NOT_CACHED, loa_value_if_cached(tables, start, &values[0]));
    EXPECT(LOA_STATUS_OK, loa_start(8, 8, &larger));
    EXPECT(LOA_STATUS_OUTSIDE, loa_probe(tables, &larger, &values[0]));
    positions[0] = positions[1] = positions[2] = *start;
    positions[1].us = 0;
    EXPECT(LOA_STATUS_ARGUMENT, loa_probe_many(tables, positions, 3, values));
    if (values[0].plies != 3 || values[1].plies != LOA_NO_VALUE || values[2].plies != 3
        || strstr(loa_message(), "position 1: ") != loa_message())
        EXPECT(LOA_STATUS_OK, LOA_STATUS_INTERNAL);
    loa_close(tables);
}

/* Calls functions with random bytes that resemble a position. */
static void anything(const loa_tables *tables)
{
    loa_position position, after;
    loa_move played;
    loa_choice choices[4];
    loa_value value;
    size_t count, byte;
    int flag;
    char text[64];
    uint64_t mask = chance() % 4 ? 0x0f0f0f0f : ~(uint64_t)0;

    position.us = chance() & chance() & mask;
    position.them = chance() & chance() & mask;
    if (chance() % 8)
        position.them &= ~position.us;
    position.files = (uint8_t)(chance() % 4 ? 4 : chance());
    position.ranks = (uint8_t)(chance() % 4 ? 4 : chance() % 10);
    played.from = (uint8_t)(chance() % 70);
    played.to = (uint8_t)(chance() % 70);
    played.captures = (uint8_t)chance();
    loa_probe(tables, &position, &value);
    loa_probe_many(tables, &position, 1, &value);
    loa_value_if_cached(tables, &position, &value);
    loa_is_over(tables, &position, &flag);
    loa_moves(tables, &position, NULL, 0, &count);
    loa_probe_moves(tables, &position, choices, chance() % 5, &count);
    loa_line(tables, &position, choices, chance() % 5, &count);
    loa_play(tables, &position, played, &after);
    loa_write_move(played, text, chance() % sizeof text);
    loa_write_position(&position, (int)chance(), text, chance() % sizeof text);
    for (byte = 0; byte + 1 < sizeof text; byte++)
        text[byte] = chance() % 3 ? "xo/12348 abcd-:"[chance() % 15] : (char)chance();
    text[chance() % sizeof text] = 0;
    text[sizeof text - 1] = 0;
    loa_read_position(text, &after, &flag);
    loa_read_move(tables, &position, text, &played);
}

int main(int argc, char **argv)
{
    loa_tables *tables;
    loa_position start;
    long round, rounds = argc > 1 ? atol(argv[1]) : 20000;

    state = argc > 2 ? (unsigned long long)atol(argv[2]) : 1;
    EXPECT(LOA_STATUS_OK, loa_set_threads(2));
    EXPECT(LOA_STATUS_OK, loa_open(NULL, NULL, 1, &tables));
    EXPECT(LOA_STATUS_OK, loa_start(4, 4, &start));
    null_pointers(tables, &start);
    other_tables(&start);
    for (round = 0; round < rounds; round++)
        anything(tables);
    loa_close(tables);
    printf("%ld rounds\n", rounds);
    return 0;
}
