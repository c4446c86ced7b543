#include "dc_internal.h"

/* An entry has the number of its bits, 256 times an advance, and 65536 times a value:
 * of a coefficient: the bits of its code and its value, the number of coefficients up to it, and the value;
 * of an end of block: the bits of the code, BLOCK_END and 0;
 * of other codes in the look-up: the bits of the code, SIZE and the number of coefficients, and the bits of the value;
 * of longer codes: 0, BLOCK_END and 0. */
enum { VALUE_BITS = 16, ADVANCE_BITS = 8, BLOCK_END = 64, SIZE = 128 };

static int32_t entry_of(int bits, int advance, int value) {
    return value * (1 << VALUE_BITS) + (advance << ADVANCE_BITS) + bits;
}

/* Coefficients of more than these bits and a sign are not of photographs. */
enum { COEFFICIENT_BITS = 13 };

/* The most bits of a value that is in range with each of the factors. */
static int size_in_range(const uint16_t *quantizers) {
    int size = COEFFICIENT_BITS;
    for (int index = 0; index < 64; index++)
        while (size > 0 && quantizers[index] << size > 1 << COEFFICIENT_BITS) size--;
    return size;
}

static void fill_values(int32_t *entries, const dc_huffman *ac, int largest_size) {
    for (int entry = 0; entry < 1 << DC_VALUE_BITS; entry++) entries[entry] = entry_of(0, BLOCK_END, 0);
    for (int length = 1, index = 0, code = 0; length <= DC_VALUE_BITS; length++, code <<= 1) {
        for (int left = ac->lengths[length]; left > 0; left--, index++, code++) {
            int zeros = ac->symbols[index] >> 4, size = ac->symbols[index] & 15, free = DC_VALUE_BITS - length;
            int32_t *matching = entries + ((size_t)code << free), *end = matching + (1 << free);
            bool ends_block = size == 0 && zeros < 15;
            if (!ends_block && size > largest_size) continue;
            if (ends_block || size > free) {
                int32_t entry = entry_of(length, ends_block ? BLOCK_END : SIZE + zeros + 1, size);
                while (matching < end) *matching++ = entry;
                continue;
            }
            for (int extra = 0; extra < 1 << size; extra++) {
                int32_t entry = entry_of(length + size, zeros + 1, opk_dc_extended(extra, size));
                for (int rest = 0; rest < 1 << (free - size); rest++) *matching++ = entry;
            }
        }
    }
}

bool opk_dc_make_value_lookups(opk_dc_reader *reader) {
    const uint16_t *quantizers = reader->quantizers[reader->components[0].quantization];
    for (int index = 0; index < 64; index++)
        if (quantizers[index] > INT16_MAX) return false;
    int largest_size = size_in_range(quantizers);
    bool has_values[DC_TABLES] = {false};
    for (int index = 0; index < reader->scan.block_count; index++) {
        const dc_block *block = &reader->scan.blocks[index];
        if (block->component > 0 || has_values[block->ac]) continue;
        fill_values(reader->values[block->ac], &reader->ac_codes[block->ac], largest_size);
        has_values[block->ac] = true;
    }
    return true;
}

/* MARK: coefficients */

/* A block whose coefficients are being read. */
typedef struct {
    uint64_t bits, position;
    int last; /* the number of the last coefficient that was read */
    int16_t *coefficients; /* without their factors */
    uint8_t *samples;
} luma_block;

/* Blocks in a row of MCUs. */
typedef struct {
    const uint8_t *window;
    const int32_t *values, *differences;
    const dc_huffman *dc_codes, *ac_codes;
    const int16_t *quantizers;
    const int16_t *dc;     /* of the first block */
    uint8_t *samples;      /* of the first block */
    size_t stride;         /* of the coefficients */
    int side;              /* the samples in a row of a block */
    const uint32_t *starts;
    int step;              /* from an MCU to the next in the starts */
    ptrdiff_t columns;     /* from an MCU to the next in the plane */
    const dc_block *order; /* the blocks in an MCU */
    int count;             /* their number */
    uint64_t mcu, mcus;
    int next;              /* the next block in the MCU */
} luma_run;

ALWAYS_INLINE void set_coefficient(luma_block *block, int number, int value) {
    block->coefficients[opk_natural_order[number]] = (int16_t)value;
    block->last = number;
}

/* Sets a coefficient that can be out of range. */
static bool set_any_coefficient(luma_block *block, const luma_run *run, int number, int value) {
    set_coefficient(block, number, value);
    int64_t coefficient = (int64_t)value * run->quantizers[opk_natural_order[number]];
    return coefficient > -(1 << COEFFICIENT_BITS) && coefficient < 1 << COEFFICIENT_BITS;
}

typedef enum { GOES_ON, ENDS, DECLINED } block_state;

/* Starts the next block. ENDS after the last one. */
static block_state start(luma_block *block, luma_run *run) {
    if (run->mcu == run->mcus) return ENDS;
    const dc_block *place = &run->order[run->next];
    ptrdiff_t column = (ptrdiff_t)run->mcu * run->columns + place->column, row = place->row;
    ptrdiff_t stride = (ptrdiff_t)run->stride, side = run->side;
    uint64_t position = run->starts[run->mcu * (uint64_t)run->step + (uint64_t)run->next];
    int bits;
    opk_dc_difference(run->differences, run->dc_codes, opk_dc_load(run->window, position), &bits);
    memset(block->coefficients, 0, 64 * sizeof *block->coefficients);
    block->position = position + (uint64_t)bits;
    block->samples = run->samples + row * side * side * stride + column * side;
    run->next++;
    if (run->next == run->count) {
        run->next = 0;
        run->mcu++;
    }
    return set_any_coefficient(block, run, 0, run->dc[row * stride + column]) ? GOES_ON : DECLINED;
}

/* Reads a coefficient whose code is in a look-up, except the last one of the block. */
ALWAYS_INLINE bool step(luma_block *block, const luma_run *run) {
    int32_t entry = run->values[block->bits >> (64 - DC_VALUE_BITS)];
    int number = block->last + (entry >> ADVANCE_BITS & 127), value = entry >> VALUE_BITS;
    if (number > 62) return false;
    if (__builtin_expect(entry & SIZE << ADVANCE_BITS, 0)) {
        uint64_t bits = opk_dc_load(run->window, block->position) << (entry & 63);
        value = opk_dc_extended((int)(bits >> 1 >> (63 - value)), value);
        block->position += (uint64_t)(entry & 63) + (uint64_t)(entry >> VALUE_BITS);
        block->bits = opk_dc_load(run->window, block->position);
    } else {
        block->bits <<= entry & 63;
        block->position += entry & 255;
    }
    set_coefficient(block, number, value);
    return true;
}

/* Reads any symbol. */
static block_state read_symbol(luma_block *block, const luma_run *run) {
    uint64_t bits = opk_dc_load(run->window, block->position);
    int32_t entry = run->values[bits >> (64 - DC_VALUE_BITS)];
    if (entry > entry_of(0, BLOCK_END, 0) && entry < entry_of(0, BLOCK_END + 1, 0)) return ENDS;
    int symbol = 0, length = opk_dc_code(run->ac_codes, (uint32_t)(bits >> 48), &symbol);
    int size = symbol & 15, zeros = symbol >> 4, number = block->last + zeros + 1;
    if (length == 0) return DECLINED;
    if (size == 0 && zeros < 15) return ENDS;
    /* libjpeg accepts coefficients behind the last one. */
    if (number > 63) return DECLINED;
    int value = opk_dc_extended((int)(bits << length >> 1 >> (63 - size)), size);
    block->position += (uint64_t)(length + size);
    if (!set_any_coefficient(block, run, number, value)) return DECLINED;
    return number == 63 ? ENDS : GOES_ON;
}

/* MARK: rows of MCUs */

/* Reads on after the look-ups, and starts the next block after the end of this one. ENDS after the last block. */
static block_state read_on(luma_block *block, luma_run *run) {
    block_state state = read_symbol(block, run);
    if (state != ENDS) return state;
    size_t stride = (size_t)run->side * run->stride;
    const dc_coefficients complete = {block->coefficients, run->quantizers, block->last};
    if (!opk_dc_write_samples(&complete, run->side, block->samples, stride)) return DECLINED;
    return start(block, run);
}

/* Reads coefficients of two blocks until a look-up does not have the next one. Returns the block that it belongs to. Each
 * look-up waits for the one before it, so that two blocks in one loop take less time. */
static luma_block *look_up(luma_block *first, luma_block *second, const luma_run *run) {
    /* Copies stay in registers. */
    luma_block one = *first, two = *second, *stopped = NULL;
    while (!stopped) {
        one.bits = opk_dc_load(run->window, one.position);
        two.bits = opk_dc_load(run->window, two.position);
        for (int lookup = 0; lookup < DC_LOADED_BITS / DC_VALUE_BITS && !stopped; lookup++) {
            if (!step(&one, run)) stopped = first;
            else if (!step(&two, run)) stopped = second;
        }
    }
    *first = one;
    *second = two;
    return stopped;
}

static bool read_blocks(luma_run *run) {
    int16_t coefficients[2][64];
    luma_block one = {.coefficients = coefficients[0]}, two = {.coefficients = coefficients[1]};
    block_state first = start(&one, run), second = start(&two, run);
    while (first == GOES_ON && second == GOES_ON) {
        if (look_up(&one, &two, run) == &one) first = read_on(&one, run);
        else second = read_on(&two, run);
    }
    if (first == DECLINED || second == DECLINED) return false;
    luma_block *last = first == GOES_ON ? &one : &two;
    block_state rest = first == GOES_ON ? first : second;
    while (rest == GOES_ON) {
        do last->bits = opk_dc_load(run->window, last->position);
        while (step(last, run));
        rest = read_on(last, run);
    }
    return rest == ENDS;
}

bool opk_dc_read_luma(
    opk_dc_reader *reader, int first, int count, uint64_t mcu, uint64_t mcus, const uint32_t *starts) {
    const dc_scan *scan = &reader->scan;
    const dc_block *order = &scan->blocks[first];
    opk_dc_plane *plane = &reader->picture.planes[0];
    bool is_alone = scan->block_count == 1;
    size_t columns = is_alone ? 1 : (size_t)plane->horizontal, rows = is_alone ? 1 : (size_t)plane->vertical;
    size_t side = (size_t)reader->picture.luma_side;
    size_t row = (size_t)(mcu / scan->columns) * rows, column = (size_t)(mcu % scan->columns) * columns;
    luma_run run = {
        .window = reader->window,
        .values = reader->values[order->ac],
        .differences = reader->differences[order->dc],
        .dc_codes = &reader->dc_codes[order->dc],
        .ac_codes = &reader->ac_codes[order->ac],
        .quantizers = (const int16_t *)reader->quantizers[reader->components[0].quantization],
        .dc = plane->coefficients + row * plane->stride + column,
        .samples = reader->picture.luma + row * side * side * plane->stride + column * side,
        .stride = plane->stride,
        .side = reader->picture.luma_side,
        .starts = starts,
        .step = scan->block_count,
        .columns = (ptrdiff_t)columns,
        .order = order,
        .count = count,
        .mcus = mcus,
    };
    return read_blocks(&run);
}
