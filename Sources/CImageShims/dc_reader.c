#include "dc_internal.h"

#include <stdlib.h>

enum { START_OF_IMAGE = 0xD8, END_OF_IMAGE = 0xD9, FIRST_RESTART = 0xD0 };

opk_dc_reader *opk_dc_reader_create(opk_next_piece next, void *context) {
    opk_dc_reader *reader = malloc(sizeof *reader);
    if (!reader) return NULL;
    /* The window and the tables are written before they are read. */
    memset(reader, 0, offsetof(opk_dc_reader, window));
    reader->next = next;
    reader->context = context;
    return reader;
}

void opk_dc_reader_destroy(opk_dc_reader *reader) {
    for (int index = 0; index < DC_COMPONENTS; index++) free(reader->picture.planes[index].coefficients);
    free(reader->picture.luma);
    free(reader);
}

/* MARK: scans */

/* Reads `count` blocks up to the next marker, at which they must end. */
static bool read_interval(opk_dc_reader *reader, dc_read_blocks read_blocks, uint64_t count) {
    dc_scan *scan = &reader->scan;
    uint64_t end = scan->done + count;
    reader->bytes = 0;
    reader->position = 0;
    reader->has_end = false;
    memset(scan->predictions, 0, sizeof scan->predictions);
    while (scan->done < end) {
        if (!opk_dc_fill_window(reader)) return false;
        uint64_t limit = 8 * (uint64_t)(reader->has_end ? reader->bytes : reader->bytes - DC_WINDOW_END);
        uint64_t done = scan->done;
        /* A window has at least one block or MCU, unless it is the last one. */
        if (!read_blocks(reader, limit, end - scan->done) || scan->done == done) return false;
        if (reader->position > 8 * (uint64_t)reader->bytes) return false;
    }
    /* The last byte may have bits to spare. */
    return reader->has_end && 8 * (uint64_t)reader->bytes - reader->position < 8;
}

static bool read_scan(opk_dc_reader *reader, dc_read_blocks read_blocks) {
    dc_scan *scan = &reader->scan;
    uint64_t total = (uint64_t)scan->columns * scan->rows * (uint64_t)scan->block_count;
    uint64_t interval = (uint64_t)reader->restart_interval * (uint64_t)scan->block_count;
    for (int restarts = 0;; restarts++) {
        uint64_t left = total - scan->done;
        if (!read_interval(reader, read_blocks, interval > 0 && interval < left ? interval : left)) return false;
        bool is_restart = (reader->marker & 0xF8) == FIRST_RESTART;
        if (scan->done == total) return !is_restart;
        if (reader->marker != FIRST_RESTART + restarts % 8) return false;
        reader->marker = 0;
    }
}

/* Notes which bits of the coefficients the scan has, and checks that they are the next ones. */
static bool note_bits(opk_dc_reader *reader) {
    const dc_scan *scan = &reader->scan;
    for (int index = 0; index < scan->block_count; index++) {
        int number = scan->blocks[index].component;
        if (index > 0 && scan->blocks[index - 1].component == number) continue;
        dc_component *component = &reader->components[number];
        int unknown = component->unknown_bits;
        bool is_first = unknown < 0 && scan->high == 0 && scan->low <= 13;
        bool is_next = unknown > 0 && scan->high == unknown && scan->low == unknown - 1;
        if (!is_first && !is_next) return false;
        component->unknown_bits = scan->low;
    }
    return true;
}

static bool has_tables(const opk_dc_reader *reader, bool needs_ac) {
    const dc_scan *scan = &reader->scan;
    for (int index = 0; index < scan->block_count; index++) {
        int dc = scan->blocks[index].dc, ac = scan->blocks[index].ac;
        if (dc >= DC_TABLES || !reader->dc_codes[dc].is_defined) return false;
        if (needs_ac && (ac >= DC_TABLES || !reader->ac_codes[ac].is_defined)) return false;
    }
    return true;
}

static bool read_sequential_scan(opk_dc_reader *reader) {
    const dc_scan *scan = &reader->scan;
    if (scan->first != 0 || scan->last != 63 || scan->high != 0 || scan->low != 0) return false;
    if (!note_bits(reader) || !has_tables(reader, true)) return false;
    opk_dc_make_lookups(reader);
    if (reader->picture.luma && !opk_dc_make_value_lookups(reader)) return false;
    return read_scan(reader, opk_dc_read_sequential);
}

static bool read_progressive_scan(opk_dc_reader *reader) {
    const dc_scan *scan = &reader->scan;
    if (reader->picture.luma) return false;
    if (scan->first > 0) return opk_dc_skip_scan(reader);
    if (scan->last != 0 || !note_bits(reader)) return false;
    if (scan->high > 0) return read_scan(reader, opk_dc_read_refinement);
    if (!has_tables(reader, false)) return false;
    opk_dc_make_lookups(reader);
    return read_scan(reader, opk_dc_read_first_bits);
}

/* MARK: image */

static bool is_complete(const opk_dc_reader *reader) {
    for (int index = 0; index < reader->picture.components; index++)
        if (reader->components[index].unknown_bits != 0) return false;
    return true;
}

static bool read_image(opk_dc_reader *reader) {
    if (opk_dc_byte(reader) != 0xFF || opk_dc_byte(reader) != START_OF_IMAGE) return false;
    do {
        if (!opk_dc_read_headers(reader)) return false;
        if (!(reader->picture.is_progressive ? read_progressive_scan : read_sequential_scan)(reader)) return false;
    } while (!is_complete(reader));
    /* libjpeg reads a sequential image to its end, and warns of what it finds there. */
    return reader->picture.is_progressive || opk_dc_marker(reader) == END_OF_IMAGE;
}

opk_status opk_dc_reader_read(
    opk_dc_reader *reader, uint64_t memory, int luma_side, const opk_dc_picture **picture) {
    if (luma_side != 0 && luma_side != 2 && luma_side != 4 && luma_side != 8) return OPK_DECLINED;
    reader->memory = memory;
    reader->picture.luma_side = luma_side;
    if (!read_image(reader)) return reader->is_stopped ? OPK_STOPPED : OPK_DECLINED;
    *picture = &reader->picture;
    return OPK_OK;
}

void opk_dc_samples_row(const opk_dc_plane *plane, uint32_t y, uint8_t *samples) {
    const int16_t *coefficients = plane->coefficients + (size_t)y * plane->stride;
    for (uint32_t x = 0; x < plane->columns; x++) {
        /* As libjpeg's inverse DCT of 1x1: it keeps 10 bits before it clips. */
        int32_t value = (coefficients[x] * plane->quantizer + 4) >> 3 & 1023;
        int32_t level = (value < 512 ? value : value - 1024) + 128;
        samples[x] = (uint8_t)(level < 0 ? 0 : level > 255 ? 255 : level);
    }
}
