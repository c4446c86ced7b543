#include "dc_internal.h"

/* libjpeg's inverse DCTs: jpeg_idct_2x2 and jpeg_idct_4x4 of jidctred.c, and jpeg_idct_islow of jidctint.c. Each computes
 * the columns, rounds them, and computes the rows. Before a rounding, a result is an exact sum of products of integers, so
 * that it can be written with the factors of the coefficients, in 1/8192ths. */

/* The same coefficients of 8 columns. */
typedef int16_t lanes __attribute__((vector_size(16)));
typedef int32_t wide_lanes __attribute__((vector_size(32)));
typedef int32_t wide_pairs __attribute__((vector_size(64)));
typedef uint8_t bytes __attribute__((vector_size(8)));

/* The factors of result n, of coefficients 4, 2 and 6, and 1, 3, 5 and 7. That of coefficient 0 is 2^bits, and that of
 * coefficient 4 is given in this unit. Result side - 1 - n has the opposite factors for the odd coefficients. */
typedef struct {
    int fourth, even[2], odd[4];
} idct_result;
typedef struct {
    int side, bits;
    idct_result results[4];
} idct;

static const idct two = {2, 15, {{0, {0, 0}, {29692, -10426, 6967, -5906}}}};
static const idct four = {
    4, 14, {{0, {15137, -6270}, {20995, 7373, -4926, -4176}}, {0, {-15137, 6270}, {8697, -17799, 11893, -1730}}}};
static const idct eight = {
    8,
    13,
    {{1, {10703, 4433}, {11363, 9633, 6437, 2260}},
     {-1, {4433, -10704}, {9633, -2259, -11362, -6436}},
     {-1, {-4433, 10704}, {6437, -11362, 2261, 9633}},
     {1, {-10703, -4433}, {2260, -6436, 9633, -11363}}}};

/* Values that libjpeg stores between the passes have 2 bits more. Beyond these ranges its versions for different processors
 * can differ: some of them keep 16 bits between the passes, and samples are clipped before or after 10 bits are kept. */
enum { BITS_BETWEEN = 2, RANGE_BETWEEN = 1 << 14, SAMPLE_RANGE = 512 };

/* Adds the products of two rows with their factors. Clang makes one instruction of it for each vector. */
ALWAYS_INLINE void add_products(wide_lanes *sum, lanes one, lanes two, const int *factors) {
    int first = factors[0], second = factors[1];
    wide_pairs pairs = __builtin_convertvector(
        __builtin_shufflevector(one, two, 0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15), wide_pairs);
    pairs *= (wide_pairs){first, second, first, second, first, second, first, second,
                          first, second, first, second, first, second, first, second};
    *sum += __builtin_shufflevector(pairs, pairs, 0, 2, 4, 6, 8, 10, 12, 14)
        + __builtin_shufflevector(pairs, pairs, 1, 3, 5, 7, 9, 11, 13, 15);
}

/* Transforms 8 columns. With `is_corner` rows 4 to 7 are 0. Sets bits from 2 * `range` on in `outside` for results outside
 * of the range. */
ALWAYS_INLINE void transform_columns(const lanes *rows, lanes *results, const idct *idct, bool is_corner,
                                     int shift, int range, wide_lanes *outside) {
    int side = idct->side;
    /* Constant factors make faster code. */
#pragma clang loop unroll(full)
    for (int index = 0; index < side / 2; index++) {
        const idct_result *factors = &idct->results[index];
        wide_lanes even = __builtin_convertvector(rows[0], wide_lanes) * (1 << idct->bits) + (1 << (shift - 1));
        wide_lanes odd = {0};
        if (side > 2) add_products(&even, rows[2], is_corner ? (lanes){0} : rows[6], factors->even);
        add_products(&odd, rows[1], rows[3], factors->odd);
        if (!is_corner) {
            if (side == 8) even += __builtin_convertvector(rows[4], wide_lanes) * (factors->fourth * (1 << idct->bits));
            add_products(&odd, rows[5], rows[7], factors->odd + 2);
        }
        wide_lanes first = (even + odd) >> shift, last = (even - odd) >> shift;
        *outside |= (first + range) | (last + range);
        results[index] = __builtin_convertvector(first, lanes);
        results[side - 1 - index] = __builtin_convertvector(last, lanes);
    }
}

/* Makes lane x of row y lane y of row x. */
ALWAYS_INLINE void transpose(lanes *rows) {
    lanes a[8], b[8];
    for (int row = 0; row < 4; row++) {
        a[2 * row] = __builtin_shufflevector(rows[row], rows[row + 4], 0, 8, 1, 9, 2, 10, 3, 11);
        a[2 * row + 1] = __builtin_shufflevector(rows[row], rows[row + 4], 4, 12, 5, 13, 6, 14, 7, 15);
    }
    for (int row = 0; row < 4; row++) {
        b[2 * row] = __builtin_shufflevector(a[row], a[row + 4], 0, 8, 1, 9, 2, 10, 3, 11);
        b[2 * row + 1] = __builtin_shufflevector(a[row], a[row + 4], 4, 12, 5, 13, 6, 14, 7, 15);
    }
    for (int row = 0; row < 4; row++) {
        rows[2 * row] = __builtin_shufflevector(b[row], b[row + 4], 0, 8, 1, 9, 2, 10, 3, 11);
        rows[2 * row + 1] = __builtin_shufflevector(b[row], b[row + 4], 4, 12, 5, 13, 6, 14, 7, 15);
    }
}

ALWAYS_INLINE bool is_outside(const wide_lanes *outside, int32_t range) {
    int32_t bits = 0;
    for (int lane = 0; lane < 8; lane++) bits |= (*outside)[lane];
    return (uint32_t)bits >= 2 * (uint32_t)range;
}

/* `is_corner` says that the block's coefficients are in its first 4 rows and columns. */
ALWAYS_INLINE bool write_transformed(
    const dc_coefficients *block, const idct *idct, bool is_corner, uint8_t *samples, size_t stride) {
    lanes values[8], columns[8] = {0}, rows[8] = {0};
    for (int row = 0; row < (is_corner ? 4 : 8); row++) {
        lanes factors;
        memcpy(&values[row], block->coefficients + 8 * row, sizeof values[row]);
        memcpy(&factors, block->factors + 8 * row, sizeof factors);
        values[row] *= factors;
    }
    wide_lanes outside = {0};
    transform_columns(values, columns, idct, is_corner, idct->bits - BITS_BETWEEN, RANGE_BETWEEN, &outside);
    if (is_outside(&outside, RANGE_BETWEEN)) return false;
    transpose(columns);
    outside = (wide_lanes){0};
    transform_columns(columns, rows, idct, is_corner, idct->bits + BITS_BETWEEN + 3, SAMPLE_RANGE, &outside);
    transpose(rows);
    for (int y = 0; y < idct->side; y++) {
        lanes levels = __builtin_elementwise_min(__builtin_elementwise_max(rows[y] + 128, (lanes){0}), (lanes){0} + 255);
        bytes row = __builtin_convertvector(levels, bytes);
        memcpy(samples + (size_t)y * stride, &row, (size_t)idct->side);
    }
    return !is_outside(&outside, SAMPLE_RANGE);
}

/* The compiler makes separate code for each constant transform. */
ALWAYS_INLINE bool write_samples(const dc_coefficients *block, int side, uint8_t *samples, size_t stride) {
    bool is_corner = block->last < 10;
    switch (side) {
    case 2: return write_transformed(block, &two, false, samples, stride);
    case 4:
        return is_corner ? write_transformed(block, &four, true, samples, stride)
                         : write_transformed(block, &four, false, samples, stride);
    default:
        return is_corner ? write_transformed(block, &eight, true, samples, stride)
                         : write_transformed(block, &eight, false, samples, stride);
    }
}

#ifdef __x86_64__
__attribute__((target("avx2"))) static bool write_samples_avx2(
    const dc_coefficients *block, int side, uint8_t *samples, size_t stride) {
    return write_samples(block, side, samples, stride);
}
#endif

bool opk_dc_write_samples(const dc_coefficients *block, int side, uint8_t *samples, size_t stride) {
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx2")) return write_samples_avx2(block, side, samples, stride);
#endif
    return write_samples(block, side, samples, stride);
}
