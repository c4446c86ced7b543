/* The parts of the reader of DC coefficients. Bits of entropy-coded data are numbered from the window's first byte. */
#ifndef OPK_DC_INTERNAL_H
#define OPK_DC_INTERNAL_H

#include "CImageShims.h"

#include <string.h>

#define ALWAYS_INLINE static inline __attribute__((always_inline))

/* The entropy-coded bytes in memory. Fuzzers set fewer, so that short inputs fill several windows. */
#ifndef DC_WINDOW_BYTES
#define DC_WINDOW_BYTES (64 << 10)
#endif

enum {
    DC_COMPONENTS = 3,
    DC_TABLES = 4,
    DC_MCU_BLOCKS = 10,         /* the greatest number of blocks in an MCU, T.81, B.2.3 */
    DC_LOOKUP_BITS = 12,        /* of the tables of whole symbols */
    DC_DIFFERENCE_BITS = 10,    /* of the tables of DC differences */
    DC_VALUE_BITS = 13,         /* of the tables of AC coefficients */
    DC_LOADED_BITS = 57,        /* that are valid in 8 bytes loaded from any bit position */
    DC_LOOKUPS = 3,             /* look-ups in them */
    DC_SYMBOL_BITS = 16 + 15,   /* of the longest code and its extra bits */
    DC_WINDOW_END = 64,         /* bytes that the parsers may load behind a limit, for each limit */
    DC_WINDOW_BLOCKS = DC_WINDOW_BYTES /* the blocks that a parser finds in a window at most */
};

typedef struct {
    bool is_defined;
    int count;            /* of symbols */
    uint8_t lengths[17];  /* the number of codes of each length */
    uint8_t symbols[256]; /* by increasing code */
    int32_t ends[17];     /* codes of each length, left-aligned to 16 bits, are less than this */
    int32_t offsets[17];  /* the index of a symbol minus its code, for each length */
} dc_huffman;

/* The tables of a block of the MCU. */
typedef struct dc_block_tables {
    const uint16_t *ac;
    const uint16_t *next_dc; /* of the following block */
    const struct dc_block_tables *next;
    const dc_huffman *dc_codes, *ac_codes;
} dc_block_tables;

typedef struct {
    int component, column, row; /* in the MCU */
    int dc, ac;                 /* the numbers of its Huffman tables */
} dc_block;

typedef struct {
    int first, last, high, low; /* Ss, Se, Ah and Al of T.81, B.2.3 */
    int block_count;            /* in an MCU */
    dc_block blocks[DC_MCU_BLOCKS];
    dc_block_tables tables[DC_MCU_BLOCKS];
    uint32_t columns, rows; /* of MCUs */
    uint64_t done;          /* blocks that are read */
    uint32_t predictions[DC_COMPONENTS];
} dc_scan;

typedef struct {
    uint8_t identifier, quantization;
    int unknown_bits; /* low bits of the coefficients that are still unknown, -1 before the first scan */
} dc_component;

struct opk_dc_reader {
    opk_next_piece next;
    void *context;
    const uint8_t *at, *end; /* the rest of the piece */
    bool is_stopped;         /* by the source */
    uint8_t marker;          /* a marker that was reached, but not handled; else 0 */

    bool has_frame, has_scan;
    uint64_t memory; /* the greatest size of all coefficients and samples */
    opk_dc_picture picture;
    dc_component components[DC_COMPONENTS];
    uint16_t quantizers[DC_TABLES][64]; /* in rows of the block */
    uint32_t restart_interval; /* in MCUs; 0 without */
    dc_huffman dc_codes[DC_TABLES], ac_codes[DC_TABLES];
    dc_scan scan;

    size_t bytes;      /* in the window */
    uint64_t position; /* of the next bit in the window */
    bool has_end;      /* whether the window has the last byte before a marker */
    uint8_t window[DC_WINDOW_BYTES + DC_WINDOW_END];
    uint32_t starts[2][DC_WINDOW_BLOCKS + DC_LOOKUPS + 1];
    int32_t differences[DC_TABLES][1 << DC_DIFFERENCE_BITS];
    uint16_t ac_lookups[DC_TABLES][1 << DC_LOOKUP_BITS];
    uint16_t dc_lookups[DC_TABLES][DC_TABLES][1 << DC_LOOKUP_BITS]; /* by DC table and AC table */
    int32_t values[DC_TABLES][1 << DC_VALUE_BITS]; /* of AC coefficients (dc_values.c) */
};

_Static_assert(sizeof(opk_dc_reader) <= OPK_DC_READER_BYTES, "The estimate of the reader's memory is too low.");

/* The functions that return bool return false if the reader declines the image, or if the source stopped it. */

/* MARK: bytes (dc_input.c) */

bool opk_dc_next_piece(opk_dc_reader *reader);

/* The next byte; -1 at the end. */
static inline int opk_dc_byte(opk_dc_reader *reader) {
    if (reader->at == reader->end && !opk_dc_next_piece(reader)) return -1;
    return *reader->at++;
}

bool opk_dc_skip(opk_dc_reader *reader, size_t count);
/* The code of the marker at this place; -1 if the bytes here are not a marker. */
int opk_dc_marker(opk_dc_reader *reader);
/* Skips entropy-coded bytes up to a marker that is no restart marker. */
bool opk_dc_skip_scan(opk_dc_reader *reader);
/* Discards the bytes before the position, and fills the window up to its size or up to a marker. Stuffed zeros are
 * removed. */
bool opk_dc_fill_window(opk_dc_reader *reader);

/* MARK: markers (dc_markers.c) */

/* The places in the rows of a block of the coefficients in the order of a file. */
extern const uint8_t opk_natural_order[64];

/* Reads up to the data of the next scan. */
bool opk_dc_read_headers(opk_dc_reader *reader);

/* MARK: Huffman tables (dc_tables.c) */

/* Computes the codes from the lengths and the symbols. False for codes that libjpeg refuses. */
bool opk_dc_make_codes(dc_huffman *codes, bool is_dc);
/* Computes the look-up tables of the scan. */
void opk_dc_make_lookups(opk_dc_reader *reader);

/* The length of the code at the beginning of 16 bits, 0 for an undefined one. */
static inline int opk_dc_code(const dc_huffman *codes, uint32_t bits, int *symbol) {
    for (int length = 1; length <= 16; length++) {
        if ((int32_t)bits >= codes->ends[length]) continue;
        *symbol = codes->symbols[(codes->offsets[length] + (int32_t)(bits >> (16 - length))) & 255];
        return length;
    }
    return 0;
}

/* MARK: blocks (dc_blocks.c) */

/* Finds where blocks start. The next block is parsed only if its first bit is before `limit`. */
typedef struct {
    const uint8_t *window;
    uint64_t position, limit;
    uint32_t expected; /* see dc_lookup */
    const uint16_t *lookup;
    const dc_block_tables *tables;
    uint32_t *starts;             /* the start of each block, and the end of the last one */
    uint32_t *next, *next_limit;  /* in the starts */
    uint64_t first_error, last_error; /* the positions of undefined codes, UINT64_MAX and 0 for none */
} dc_parser;

/* A look-up takes all whole symbols, codes and their extra bits, in the next DC_LOOKUP_BITS bits, but none after the
 * end of a block. An entry is the number of bits, at most DC_ENTRY_BITS, plus 256 times an advance.
 *
 * `expected` is 64 for DC and 64 + k for coefficient k. The advance is the number of coefficients, and DC_BLOCK_END
 * more after an end of block. A sum without bit 6 says that the entry is not valid here or that coefficient 63 ends
 * the block; symbols are then read one by one. */
enum { DC_EXPECTED = 64, DC_BLOCK_END = 128, DC_NO_ENTRY = 64 << 8, DC_ENTRY_BITS = DC_LOADED_BITS / DC_LOOKUPS };

/* Parses until one of them has reached its limit. */
void opk_dc_parse(dc_parser *parser);
void opk_dc_parse_two(dc_parser *first, dc_parser *second);

/* 8 bytes from a bit position; the first DC_LOADED_BITS bits are valid. */
static inline uint64_t opk_dc_load(const uint8_t *window, uint64_t position) {
    uint64_t bits;
    memcpy(&bits, window + (position >> 3), sizeof bits);
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    bits = __builtin_bswap64(bits);
#endif
    return bits << (position & 7);
}

/* MARK: scans */

/* Reads blocks from the window, at most `count`, of which the first bits are before `limit`. */
typedef bool (*dc_read_blocks)(opk_dc_reader *reader, uint64_t limit, uint64_t count);
bool opk_dc_read_sequential(opk_dc_reader *reader, uint64_t limit, uint64_t count);  /* dc_sequential.c */
bool opk_dc_read_first_bits(opk_dc_reader *reader, uint64_t limit, uint64_t count);  /* dc_progressive.c */
bool opk_dc_read_refinement(opk_dc_reader *reader, uint64_t limit, uint64_t count);  /* dc_progressive.c */

/* Stores the coefficients of blocks that begin at `starts`, and counts them as done (dc_differences.c). */
bool opk_dc_store_blocks(opk_dc_reader *reader, const uint32_t *starts, uint64_t count);

/* The value of `size` extra bits: those that begin with 0 are of a negative value, T.81, F.2.2.1. */
static inline int opk_dc_extended(int extra, int size) { return 2 * extra < 1 << size ? extra + 1 - (1 << size) : extra; }

/* The DC difference in the next bits, which are the first of `bits` (dc_differences.c). Sets their number. */
static inline int32_t opk_dc_difference(
    const int32_t *differences, const dc_huffman *codes, uint64_t bits, int *count) {
    int32_t entry = differences[bits >> (64 - DC_DIFFERENCE_BITS)];
    int size = entry >> 8 & 255, length = entry & 63;
    if (__builtin_expect(!entry, 0)) length = opk_dc_code(codes, (uint32_t)(bits >> 48), &size);
    *count = length ? length + size : 0;
    bits <<= length;
    /* Extra bits that begin with 0 are of a negative difference, T.81, F.2.2.1. */
    int32_t negative = (int32_t)~(int64_t)((int64_t)bits >> 63) & (1 - (1 << size));
    return (int32_t)(bits >> 1 >> (63 - size)) + negative;
}

/* MARK: samples of the first component */

/* Computes the look-up tables of the scan for the AC coefficients of the first component (dc_values.c). False for factors
 * that libjpeg can read as negative. */
bool opk_dc_make_value_lookups(opk_dc_reader *reader);

/* Writes the samples of the first component in `mcus` MCUs of a row: the blocks from number `first` of an MCU on, `count`
 * of them. They begin at `starts`, and their DC coefficients are known (dc_values.c). */
bool opk_dc_read_luma(
    opk_dc_reader *reader, int first, int count, uint64_t mcu, uint64_t mcus, const uint32_t *starts);

/* The coefficients of a block in its rows. Their products with the factors are less than 2^13. */
typedef struct {
    const int16_t *coefficients, *factors;
    int last; /* the greatest number, in the order of a file, of a coefficient that can differ from 0 */
} dc_coefficients;

/* Writes side x side samples of a block, 2, 4 or 8, one row every `stride` bytes (dc_samples.c). */
bool opk_dc_write_samples(const dc_coefficients *block, int side, uint8_t *samples, size_t stride);

/* Whether a prediction at the end of a row is in the range of coefficients. No sum overflows in between. */
static inline bool opk_dc_is_in_range(uint32_t prediction) { return prediction + 0x8000 <= 0xFFFF; }

#endif
