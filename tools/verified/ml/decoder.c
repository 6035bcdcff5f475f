/* Reads a value of the tables in memory, and says which image of a position they contain. Nothing
   here is trusted but this: once the tables are loaded, `choice` and `raw` only read memory, so that
   the same question always has the same answer. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <caml/bigarray.h>
#include <caml/mlvalues.h>

enum { STONES = 13, IMAGES = 8, LOW = 13 };

static int files, ranks;
static uint64_t binomial[33][STONES];   /* places of a set among all sets of its size */
static uint32_t first[1 << 20];         /* sets by their squares from the 13th, */
static uint32_t place[1 << LOW];        /* and by the squares before */
static uint32_t *sets;                  /* for each set, its block from 1, and the image that is in the tables */
static const void *tables[STONES][STONES];
static int bytes;

static void fail(const char *reason) { fprintf(stderr, "%s\n", reason); exit(4); }

/* The squares of a set of Coq, where each rank has a bit more, without gaps, and back. */
static uint32_t packed(uint64_t set) {
  uint32_t all = 0;
  for (int y = 0; y < ranks; y++) all |= (set >> y * (files + 1) & ((1u << files) - 1)) << y * files;
  return all;
}

static uint32_t image(uint32_t set, int k) {
  uint32_t all = 0;
  for (; set; set &= set - 1) {
    int s = __builtin_ctz(set), x = s % files, y = s / files;
    if (k & 4) { int z = x; x = y; y = z; }
    if (k & 1) x = files - 1 - x;
    if (k & 2) y = ranks - 1 - y;
    all |= 1u << (y * files + x);
  }
  return all;
}

static uint32_t number(uint32_t set) { return first[set >> LOW] + place[set & ((1 << LOW) - 1)]; }

/* Prepares all sets of up to `most` squares of a board of up to 32 squares. */
value decoder_board(value f, value r, value most, value bytes_of_value) {
  files = Int_val(f), ranks = Int_val(r), bytes = Int_val(bytes_of_value);
  int squares = files * ranks, low = squares < LOW ? squares : LOW;
  uint32_t upto[STONES] = {0}, count = 0;
  for (int n = 0; n < 33; n++)
    for (int k = 0; k < STONES; k++) binomial[n][k] = k == 0 ? 1 : n == 0 ? 0 : binomial[n - 1][k - 1] + binomial[n - 1][k];
  for (int k = 0; k < STONES; k++) {
    for (uint32_t set = 0; set < 1u << low; set++)
      if (__builtin_popcount(set) == k) place[set] = count++;
    upto[k] = count;
  }
  count = 0;
  for (uint32_t set = 0; set < 1u << (squares - low); set++) {
    int left = Int_val(most) - __builtin_popcount(set);
    first[set] = count;
    if (left >= 0) count += upto[left];
  }
  sets = calloc(count, sizeof *sets);
  return Val_unit;
}

/* The squares of the side to move in a block of the tables, as all_values writes them. `back` is the
   image that leads from an image of them back to them. */
value decoder_block(value block, value squares) {
  uint64_t given = Long_val(squares);
  uint32_t set = 0;
  for (int y = 0; y < ranks; y++) set |= (given >> 8 * y & ((1u << files) - 1)) << y * files;
  for (int k = 0; k < (files == ranks ? IMAGES : IMAGES / 2); k++) {
    int back = k & 4 ? 4 | (k & 1) << 1 | (k & 2) >> 1 : k;
    uint32_t *found = &sets[number(image(set, k))];
    if (!*found) *found = (Long_val(block) + 1) * IMAGES + back;
    if (*found / IMAGES != Long_val(block) + 1) fail("two tables differ in their blocks");
  }
  return Val_unit;
}

/* Memory for the values of a table, and its end as memory that may be written. */
value decoder_table(value us, value them, value size) {
  void *data = mmap(0, Long_val(size) + 1, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (data == MAP_FAILED) fail("not enough memory");
#ifdef MADV_HUGEPAGE
  madvise(data, Long_val(size) + 1, MADV_HUGEPAGE);
#endif
  tables[Int_val(us)][Int_val(them)] = data;
  return caml_ba_alloc_dims(CAML_BA_UINT8 | CAML_BA_C_LAYOUT | CAML_BA_EXTERNAL, 1, data, Long_val(size));
}
value decoder_loaded(value values) {
  if (mprotect(Caml_ba_data_val(values), Caml_ba_array_val(values)->dim[0] + 1, PROT_READ)) fail("memory may still be written");
  return Val_unit;
}

intnat decoder_choice(intnat me) { return sets[number(packed(me))] % IMAGES; }

intnat decoder_raw(intnat me, intnat you) {
  uint32_t us = packed(me), them = packed(you);
  int a = __builtin_popcount(us), b = __builtin_popcount(them);
  const void *table = tables[a][b];
  uint32_t found = sets[number(us)];
  if (!table || !found) fail("a value is not in the tables");
  uint64_t at = 0;
  for (int i = 1; them; them &= them - 1, i++) {
    int s = __builtin_ctz(them);
    at += binomial[s - __builtin_popcount(us & ((1u << s) - 1))][i];
  }
  at += (found / IMAGES - 1) * binomial[files * ranks - a][b];
  return bytes == 1 ? ((const uint8_t *) table)[at] : ((const uint16_t *) table)[at];
}

value decoder_choice_boxed(value me) { return Val_long(decoder_choice(Long_val(me))); }
value decoder_raw_boxed(value me, value you) { return Val_long(decoder_raw(Long_val(me), Long_val(you))); }
