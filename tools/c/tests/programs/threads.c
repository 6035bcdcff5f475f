/* Checks that eight threads, each asking the same tables about the same positions in a different
   order, get the same answers: threads [GAMES]. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "loa.h"

enum { THREADS = 8, MOST = 4000, MOST_MOVES = 512 };

static loa_tables *tables;
static loa_position positions[MOST];
static size_t count;

struct answers {
    size_t first;
    loa_value values[MOST];
    size_t failures;
};

static void *answer_all(void *given)
{
    struct answers *answers = (struct answers *)given;
    size_t step;
    for (step = 0; step < count; step++) {
        size_t number = (answers->first + step) % count;
        loa_choice choices[MOST_MOVES];
        size_t moves;
        if (loa_probe(tables, &positions[number], &answers->values[number]) != LOA_STATUS_OK
            || loa_probe_moves(tables, &positions[number], choices, MOST_MOVES, &moves) != LOA_STATUS_OK
            || (moves > 0 && choices[0].value.plies != answers->values[number].plies))
            answers->failures++;
        /* A failure in between, so that every thread has a message. */
        if (loa_start(2, (uint8_t)(number % 3), &choices[0].after) != LOA_STATUS_ARGUMENT
            || strlen(loa_message()) == 0)
            answers->failures++;
    }
    return NULL;
}

/* Collects the positions of random games, the same in every run. */
static void play(size_t games)
{
    unsigned long long state = 7;
    while (games-- > 0) {
        loa_position position;
        int over = 0;
        if (loa_start(4, 4, &position) != LOA_STATUS_OK)
            exit(1);
        while (count < MOST && loa_is_over(tables, &position, &over) == LOA_STATUS_OK && !over) {
            loa_move moves[MOST_MOVES];
            size_t choices;
            positions[count++] = position;
            if (loa_moves(tables, &position, moves, MOST_MOVES, &choices) != LOA_STATUS_OK)
                exit(1);
            state = state * 6364136223846793005ULL + 1442695040888963407ULL;
            if (loa_play(tables, &position, moves[(state >> 33) % choices], &position) != LOA_STATUS_OK)
                exit(1);
        }
    }
}

int main(int argc, char **argv)
{
    pthread_t threads[THREADS];
    static struct answers answers[THREADS];
    size_t thread;

    /* The smallest cache, so that values are evicted. */
    if (loa_open(NULL, "misere", 1, &tables) != LOA_STATUS_OK)
        return 1;
    play(argc > 1 ? (size_t)atoi(argv[1]) : 100);
    for (thread = 0; thread < THREADS; thread++) {
        answers[thread].first = thread * count / THREADS;
        if (pthread_create(&threads[thread], NULL, answer_all, &answers[thread]) != 0)
            return 1;
    }
    for (thread = 0; thread < THREADS; thread++)
        pthread_join(threads[thread], NULL);
    for (thread = 0; thread < THREADS; thread++) {
        if (answers[thread].failures > 0
            || memcmp(answers[thread].values, answers[0].values, count * sizeof(loa_value)) != 0) {
            fprintf(stderr, "thread %lu has other answers\n", (unsigned long)thread);
            return 1;
        }
    }
    loa_close(tables);
    printf("%lu positions, %d threads, the same answers\n", (unsigned long)count, THREADS);
    return 0;
}
