#include "dc_internal.h"

/* A component's blocks in the MCUs of one row of MCUs. */
typedef struct {
    int16_t *target;                  /* in the first MCU */
    ptrdiff_t offsets[DC_MCU_BLOCKS]; /* of the MCU's blocks from there */
    ptrdiff_t step;                   /* from an MCU to the next */
    const int32_t *differences;
    const dc_huffman *codes;
} targets;

static inline __attribute__((always_inline)) uint32_t store_row(
    const targets *targets, const uint8_t *window, const uint32_t *starts, uint64_t mcus, int blocks, const int count,
    uint32_t prediction) {
    int16_t *target = targets->target;
    for (uint64_t mcu = 0; mcu < mcus; mcu++, starts += blocks, target += targets->step) {
        for (int index = 0; index < count; index++) {
            int bits;
            prediction += (uint32_t)opk_dc_difference(
                targets->differences, targets->codes, opk_dc_load(window, starts[index]), &bits);
            target[targets->offsets[index]] = (int16_t)prediction;
        }
    }
    return prediction;
}

/* Reads the samples of these blocks if they are wanted. */
static bool read_samples(
    opk_dc_reader *reader, int first, int count, uint64_t mcu, uint64_t mcus, const uint32_t *starts) {
    bool is_wanted = reader->picture.luma && reader->scan.blocks[first].component == 0;
    return !is_wanted || opk_dc_read_luma(reader, first, count, mcu, mcus, starts);
}

/* Stores a component's blocks, which are the blocks from number `first` on, of `mcus` MCUs in a row. Sets `count` to
 * their number in an MCU. */
static bool store_component(
    opk_dc_reader *reader, int first, uint64_t mcu, uint64_t mcus, const uint32_t *starts, int *count) {
    dc_scan *scan = &reader->scan;
    const dc_block *block = &scan->blocks[first];
    opk_dc_plane *plane = &reader->picture.planes[block->component];
    bool is_alone = scan->block_count == 1;
    ptrdiff_t columns = is_alone ? 1 : plane->horizontal, rows = is_alone ? 1 : plane->vertical;
    ptrdiff_t stride = (ptrdiff_t)plane->stride;
    targets targets = {
        .target = plane->coefficients + (ptrdiff_t)(mcu / scan->columns) * rows * stride
            + (ptrdiff_t)(mcu % scan->columns) * columns,
        .step = columns,
        .differences = reader->differences[block->dc],
        .codes = &reader->dc_codes[block->dc],
    };
    int blocks = scan->block_count;
    *count = 0;
    for (; first + *count < blocks && block[*count].component == block->component; *count += 1)
        targets.offsets[*count] = block[*count].row * stride + block[*count].column;
    uint32_t *prediction = &scan->predictions[block->component];
    /* Constant counts make faster loops for the usual samplings. */
    switch (*count) {
    case 1: *prediction = store_row(&targets, reader->window, starts, mcus, blocks, 1, *prediction); break;
    case 2: *prediction = store_row(&targets, reader->window, starts, mcus, blocks, 2, *prediction); break;
    case 4: *prediction = store_row(&targets, reader->window, starts, mcus, blocks, 4, *prediction); break;
    default: *prediction = store_row(&targets, reader->window, starts, mcus, blocks, *count, *prediction);
    }
    return opk_dc_is_in_range(*prediction) && read_samples(reader, first, *count, mcu, mcus, starts);
}

/* Stores one block of an MCU of which the others are in other windows. */
static bool store_block(opk_dc_reader *reader, uint32_t start) {
    dc_scan *scan = &reader->scan;
    uint64_t mcu = scan->done / (uint64_t)scan->block_count;
    int number = (int)(scan->done % (uint64_t)scan->block_count);
    const dc_block *block = &scan->blocks[number];
    opk_dc_plane *plane = &reader->picture.planes[block->component];
    uint64_t row = mcu / scan->columns * (uint64_t)plane->vertical + (uint64_t)block->row;
    uint64_t column = mcu % scan->columns * (uint64_t)plane->horizontal + (uint64_t)block->column;
    int bits;
    uint32_t *prediction = &scan->predictions[block->component];
    *prediction += (uint32_t)opk_dc_difference(
        reader->differences[block->dc], &reader->dc_codes[block->dc], opk_dc_load(reader->window, start), &bits);
    plane->coefficients[row * plane->stride + column] = (int16_t)*prediction;
    scan->done++;
    return opk_dc_is_in_range(*prediction) && read_samples(reader, number, 1, mcu, 1, &start);
}

bool opk_dc_store_blocks(opk_dc_reader *reader, const uint32_t *starts, uint64_t count) {
    dc_scan *scan = &reader->scan;
    uint64_t blocks = (uint64_t)scan->block_count, last = scan->done + count;
    while (scan->done < last) {
        uint64_t mcu = scan->done / blocks, mcus = (last - scan->done) / blocks;
        uint64_t in_row = scan->columns - mcu % scan->columns;
        if (scan->done % blocks > 0 || mcus == 0) {
            if (!store_block(reader, *starts++)) return false;
            continue;
        }
        if (mcus > in_row) mcus = in_row;
        int stored;
        for (int first = 0; first < scan->block_count; first += stored)
            if (!store_component(reader, first, mcu, mcus, starts + first, &stored)) return false;
        starts += mcus * blocks;
        scan->done += mcus * blocks;
    }
    return true;
}
