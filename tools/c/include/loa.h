/*
 * Lines of Action: values, moves and best play from tables.
 *
 * A position is two sets of squares and the size of the board. Square a1 is bit 0, and the
 * square on file f and rank r, both counted from 0, is bit 8 * r + f, whatever the size.
 * Values are those of the side to move.
 *
 * Any number of threads may use the same tables. Functions return LOA_STATUS_OK or another
 * status; loa_message() then has the reason, in words, for the calling thread. A null pointer
 * and squares that are no position are refused with LOA_STATUS_ARGUMENT. Any other pointer
 * must be valid, and tables must come from loa_open() and not have been closed.
 *
 * Made by cbindgen from the sources; see README.md.
 */

#ifndef LOA_H
#define LOA_H

#include <stddef.h>
#include <stdint.h>

// The squares of a pass.
#define LOA_NO_SQUARE 255

// The distance of a draw, and of what does not exist.
#define LOA_UNKNOWN -1

// The distance that stands for no value in loa_probe_many().
#define LOA_NO_VALUE -2

// Bytes that the text of any position takes, the zero byte included.
#define LOA_POSITION_TEXT 80

// Bytes that the text of any move takes, the zero byte included.
#define LOA_MOVE_TEXT 8

// The end of a call. Up to 7 the numbers are the exit statuses of the program loa.
typedef enum {
    // Done.
    LOA_STATUS_OK = 0,
    // Reading failed.
    LOA_STATUS_FAILED = 1,
    // An argument is not allowed: a null pointer, squares that are no position, text that
    // does not parse, a move that is not legal.
    LOA_STATUS_ARGUMENT = 2,
    // A file is damaged, or tables contradict each other.
    LOA_STATUS_DAMAGED = 4,
    // A table is missing.
    LOA_STATUS_MISSING = 5,
    // No table can cover the position.
    LOA_STATUS_OUTSIDE = 6,
    // A file is for other rules than its folder says.
    LOA_STATUS_RULES = 7,
    // The value is not in memory.
    LOA_STATUS_NOT_CACHED = 9,
    // There is not enough room for the result; what fits has been written.
    LOA_STATUS_TOO_SMALL = 10,
    // A fault of this library.
    LOA_STATUS_INTERNAL = 11,
} loa_status;

// Loss, draw or win.
typedef enum {
    // The side to move loses.
    LOA_WDL_LOSS = -1,
    // Neither side can force a win.
    LOA_WDL_DRAW = 0,
    // The side to move wins.
    LOA_WDL_WIN = 1,
} loa_wdl;

// Tables of one set of rules.
typedef struct loa_tables loa_tables;

// The positions of a table by outcome, symmetric copies included.
typedef struct {
    // Positions that the side to move wins.
    uint64_t won;
    // Positions that neither side can win.
    uint64_t drawn;
    // Positions that the side to move loses.
    uint64_t lost;
    // The plies of the longest win; LOA_UNKNOWN if there is none.
    int32_t longest_win;
    // The plies of the longest loss; LOA_UNKNOWN if there is none.
    int32_t longest_loss;
} loa_counts;

// A position, seen from the side to move.
typedef struct {
    // The squares of the side to move.
    uint64_t us;
    // The squares of the other side.
    uint64_t them;
    // The number of files of the board, 3 to 8.
    uint8_t files;
    // The number of ranks of the board, 3 to 8.
    uint8_t ranks;
} loa_position;

// The value of a position to the side to move.
typedef struct {
    // Loss, draw or win.
    loa_wdl wdl;
    // The plies to the end under best play, 0 if the game is over; LOA_UNKNOWN for a draw.
    int32_t plies;
} loa_value;

// A move.
typedef struct {
    // The number of the square that the stone leaves; LOA_NO_SQUARE in a pass.
    uint8_t from;
    // The number of the square where it lands; LOA_NO_SQUARE in a pass.
    uint8_t to;
    // 1 if it captures a stone there, 0 if it does not. Not read: the position says so.
    uint8_t captures;
} loa_move;

// A move with its value.
typedef struct {
    // The position after the move.
    loa_position after;
    // The value to the side that moves, counted from before the move.
    loa_value value;
    // The move.
    loa_move played;
} loa_choice;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// Returns the version of the library.
const char *loa_version(void);

// Opens tables. Files are opened and read as they are needed.
//
// `folder` is the folder of tables, or null for the built-in tables of 4x4 alone; `rules`
// a rules id or preset, or null for "club". Unpacked values stay in a cache of at most
// `cache_bytes`, or of 64 MiB if that is 0. Call loa_close() on `*tables`.
loa_status loa_open(const char *folder,
                    const char *rules,
                    size_t cache_bytes,
                    loa_tables **tables);

// Closes tables. No call may be using them; null is allowed.
void loa_close(loa_tables *tables);

// Sets `*counts` to what the table of `us` stones to move against `them` holds, on the board
// of a size.
loa_status loa_census(const loa_tables *tables,
                      uint8_t files,
                      uint8_t ranks,
                      uint32_t us,
                      uint32_t them,
                      loa_counts *counts);

// Returns the reason of the calling thread's last failure, in words; the text is empty if
// there was none. The pointer stays the same, and valid until the thread ends; the next
// failure overwrites the text, of which 2,047 bytes at most are kept.
const char *loa_message(void);

// Sets `*wdl` to loss, draw or win: quicker than loa_probe() where a position is won.
loa_status loa_probe_wdl(const loa_tables *tables,
                         const loa_position *position,
                         loa_wdl *wdl);

// Sets `*value` to the value of a position, as the tables have it; only loa_probe_moves()
// finds tables that contradict themselves. Nothing is allocated but room for values that
// are unpacked for the first time, and for the message of a failure.
loa_status loa_probe(const loa_tables *tables,
                     const loa_position *position,
                     loa_value *value);

// Sets `*value` to the value of a position if all that it takes is in memory, and returns
// LOA_STATUS_NOT_CACHED if it is not: for an engine in a hurry. Opens, reads and unpacks
// nothing.
loa_status loa_value_if_cached(const loa_tables *tables,
                               const loa_position *position,
                               loa_value *value);

// Sets the number of threads that loa_probe_many() uses in this process, at most four for each
// core; without it there is one for each. It can be set once, before the first use; a later call
// fails.
loa_status loa_set_threads(size_t threads);

// Sets `values` to the values of `count` positions, on all threads; values that lie
// together are unpacked once. A position that fails has the distance LOA_NO_VALUE, and the
// status is that of the first of them.
loa_status loa_probe_many(const loa_tables *tables,
                          const loa_position *positions,
                          size_t count,
                          loa_value *values);

// Lists the legal moves of a position, sorted by their text, without looking into any
// table. A position that is over may have moves: see loa_is_over().
//
// Writes as many of the moves as fit, at most `capacity`, and sets `*count` to how many there
// are; the status is LOA_STATUS_TOO_SMALL if not all fit. `moves` may be null if
// `capacity` is 0.
loa_status loa_moves(const loa_tables *tables,
                     const loa_position *position,
                     loa_move *moves,
                     size_t capacity,
                     size_t *count);

// Lists the moves of a position with their values, best first: wins by the fewest plies,
// draws, losses by the most plies, then by text. There are none if the game is over.
//
// Room is as for loa_moves().
loa_status loa_probe_moves(const loa_tables *tables,
                           const loa_position *position,
                           loa_choice *choices,
                           size_t capacity,
                           size_t *count);

// Lists best play from a won or lost position to the end of the game. There is none from a
// drawn position.
//
// Room is as for loa_moves(); the distance of the position is the length of the line.
loa_status loa_line(const loa_tables *tables,
                    const loa_position *position,
                    loa_choice *choices,
                    size_t capacity,
                    size_t *count);

// Sets `*position` to the start of a board.
loa_status loa_start(uint8_t files, uint8_t ranks, loa_position *position);

// Sets `*is_over` to 1 if the game is over under the rules of the tables, else to 0.
loa_status loa_is_over(const loa_tables *tables,
                       const loa_position *position,
                       int *is_over);

// Plays a legal move, and sets `*after` to the position after it, seen from the other
// side. `after` may be `position`.
loa_status loa_play(const loa_tables *tables,
                    const loa_position *position,
                    loa_move played,
                    loa_position *after);

// Sets `*count` to the number of sequences of exactly `depth` moves from a position. One that
// is over ends its sequence, which counts only if that happens at the last ply. The time
// grows with the count, by about 12 with every ply on 4x4 and by 40 on 8x8.
loa_status loa_perft(const loa_tables *tables,
                     const loa_position *position,
                     uint32_t depth,
                     uint64_t *count);

// Reads a position such as "1xx1/o2o/o2o/1xx1 x", a diagram with a rank on each line, or a
// link of the page, whose rules are no part of the position. Sets `*position`, and `*white_to_move`
// to 1 if o is to move, else to 0; `white_to_move` may be null.
loa_status loa_read_position(const char *text,
                             loa_position *position,
                             int *white_to_move);

// Writes the text of a position, which LOA_POSITION_TEXT bytes have room for. With
// `white_to_move` other than 0 the side to move is o.
loa_status loa_write_position(const loa_position *position,
                              int white_to_move,
                              char *text,
                              size_t capacity);

// Reads a legal move of a position, such as "b1-d3", "c3xa3" or "pass".
loa_status loa_read_move(const loa_tables *tables,
                         const loa_position *position,
                         const char *text,
                         loa_move *played);

// Writes the text of a move, which LOA_MOVE_TEXT bytes have room for.
loa_status loa_write_move(loa_move played, char *text, size_t capacity);

// Writes the moves of a line with spaces between them, which takes LOA_MOVE_TEXT bytes for
// each move and one more.
loa_status loa_write_line(const loa_choice *choices,
                          size_t count,
                          char *text,
                          size_t capacity);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* LOA_H */
