#include "dc_internal.h"

/* Where the blocks of the next MCU are stored. */
typedef struct {
    int16_t *targets[DC_MCU_BLOCKS];
    ptrdiff_t steps[DC_MCU_BLOCKS]; /* from an MCU to the next */
} row_of_mcus;

static row_of_mcus row_at(opk_dc_reader *reader, uint64_t mcu) {
    const dc_scan *scan = &reader->scan;
    row_of_mcus row;
    bool is_alone = scan->block_count == 1;
    for (int index = 0; index < scan->block_count; index++) {
        const dc_block *block = &scan->blocks[index];
        opk_dc_plane *plane = &reader->picture.planes[block->component];
        uint64_t columns = is_alone ? 1 : (uint64_t)plane->horizontal, rows = is_alone ? 1 : (uint64_t)plane->vertical;
        uint64_t y = mcu / scan->columns * rows + (uint64_t)block->row;
        uint64_t x = mcu % scan->columns * columns + (uint64_t)block->column;
        row.targets[index] = plane->coefficients + y * plane->stride + x;
        row.steps[index] = (ptrdiff_t)columns;
    }
    return row;
}

/* The MCUs up to the end of the row, at most `count` blocks. */
static uint64_t mcus_in_row(const dc_scan *scan, uint64_t mcu, uint64_t count) {
    uint64_t in_row = scan->columns - mcu % scan->columns, most = count / (uint64_t)scan->block_count;
    return in_row < most ? in_row : most;
}

/* Reads `mcus` MCUs of a row, as far as they begin before the limit. */
static bool read_first_bits(opk_dc_reader *reader, uint64_t limit, uint64_t mcus) {
    dc_scan *scan = &reader->scan;
    int blocks = scan->block_count;
    row_of_mcus row = row_at(reader, scan->done / (uint64_t)blocks);
    uint64_t position = reader->position;
    for (; mcus > 0 && position < limit; mcus--, scan->done += (uint64_t)blocks) {
        uint64_t bits = opk_dc_load(reader->window, position);
        int used = 0;
        for (int index = 0; index < blocks; index++) {
            const dc_block *block = &scan->blocks[index];
            if (used > DC_LOADED_BITS - DC_SYMBOL_BITS) {
                position += (uint64_t)used;
                bits = opk_dc_load(reader->window, position);
                used = 0;
            }
            int count;
            uint32_t prediction = scan->predictions[block->component] += (uint32_t)opk_dc_difference(
                reader->differences[block->dc], &reader->dc_codes[block->dc], bits, &count);
            if (count == 0) return false;
            bits <<= count;
            used += count;
            *row.targets[index] = (int16_t)(prediction << scan->low);
            row.targets[index] += row.steps[index];
        }
        position += (uint64_t)used;
    }
    reader->position = position;
    for (int component = 0; component < DC_COMPONENTS; component++)
        if (!opk_dc_is_in_range(scan->predictions[component])) return false;
    return true;
}

bool opk_dc_read_first_bits(opk_dc_reader *reader, uint64_t limit, uint64_t count) {
    dc_scan *scan = &reader->scan;
    uint64_t end = scan->done + count;
    while (scan->done < end && reader->position < limit) {
        uint64_t mcus = mcus_in_row(scan, scan->done / (uint64_t)scan->block_count, end - scan->done);
        if (!read_first_bits(reader, limit, mcus)) return false;
    }
    return true;
}

static void read_refinement(opk_dc_reader *reader, uint64_t limit, uint64_t mcus) {
    dc_scan *scan = &reader->scan;
    int blocks = scan->block_count;
    row_of_mcus row = row_at(reader, scan->done / (uint64_t)blocks);
    uint64_t position = reader->position;
    for (; mcus > 0 && position < limit; mcus--, scan->done += (uint64_t)blocks, position += (uint64_t)blocks) {
        uint64_t bits = opk_dc_load(reader->window, position);
        for (int index = 0; index < blocks; index++, bits <<= 1) {
            *row.targets[index] |= (int16_t)((bits >> 63) << scan->low);
            row.targets[index] += row.steps[index];
        }
    }
    reader->position = position;
}

bool opk_dc_read_refinement(opk_dc_reader *reader, uint64_t limit, uint64_t count) {
    dc_scan *scan = &reader->scan;
    uint64_t end = scan->done + count;
    while (scan->done < end && reader->position < limit)
        read_refinement(
            reader, limit, mcus_in_row(scan, scan->done / (uint64_t)scan->block_count, end - scan->done));
    return true;
}
