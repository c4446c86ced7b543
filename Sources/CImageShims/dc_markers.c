#include "dc_internal.h"

#include <stdlib.h>

/* The markers of T.81, table B.1, that this reader knows. */
enum {
    START_OF_BASELINE = 0xC0,
    START_OF_SEQUENTIAL = 0xC1,
    START_OF_PROGRESSIVE = 0xC2,
    HUFFMAN_TABLES = 0xC4,
    START_OF_SCAN = 0xDA,
    QUANTIZATION_TABLES = 0xDB,
    RESTART_INTERVAL = 0xDD,
    FIRST_APPLICATION = 0xE0,
    LAST_APPLICATION = 0xEF,
    COMMENT = 0xFE
};

/* T.81, figure A.6. */
const uint8_t opk_natural_order[64] = {
    0,  1,  8,  16, 9,  2,  3,  10, 17, 24, 32, 25, 18, 11, 4,  5,  12, 19, 26, 33, 40, 48,
    41, 34, 27, 20, 13, 6,  7,  14, 21, 28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23,
    30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63};

/* A big-endian number of 2 bytes; -1 at the end. */
static int number(opk_dc_reader *reader) {
    int high = opk_dc_byte(reader), low = opk_dc_byte(reader);
    return high < 0 || low < 0 ? -1 : high << 8 | low;
}

/* MARK: tables. `length` is the number of bytes in the segment. */

static bool read_huffman_tables(opk_dc_reader *reader, int length) {
    while (length > 0) {
        int name = opk_dc_byte(reader), kind = name >> 4, index = name & 15;
        if (name < 0 || kind > 1 || index >= DC_TABLES) return false;
        dc_huffman *codes = kind == 0 ? &reader->dc_codes[index] : &reader->ac_codes[index];
        codes->count = 0;
        for (int size = 1; size <= 16; size++) {
            int count = opk_dc_byte(reader);
            if (count < 0) return false;
            codes->lengths[size] = (uint8_t)count;
            codes->count += count;
        }
        length -= 17 + codes->count;
        if (codes->count > 256 || length < 0) return false;
        for (int symbol = 0; symbol < codes->count; symbol++) {
            int value = opk_dc_byte(reader);
            if (value < 0) return false;
            codes->symbols[symbol] = (uint8_t)value;
        }
        if (!opk_dc_make_codes(codes, kind == 0)) return false;
    }
    return true;
}

static bool read_quantization_tables(opk_dc_reader *reader, int length) {
    /* libjpeg uses the tables at a component's first scan. A later change of them is unusual. */
    if (reader->has_scan) return false;
    while (length > 0) {
        int name = opk_dc_byte(reader), index = name & 15, bytes = name >> 4 ? 2 : 1;
        if (name < 0 || index >= DC_TABLES) return false;
        length -= 1 + 64 * bytes;
        if (length < 0) return false;
        for (int coefficient = 0; coefficient < 64; coefficient++) {
            int factor = bytes == 2 ? number(reader) : opk_dc_byte(reader);
            if (factor < 0) return false;
            reader->quantizers[index][opk_natural_order[coefficient]] = (uint16_t)factor;
        }
    }
    return true;
}

/* MARK: frame */

static uint32_t rounded_up_quotient(uint32_t dividend, uint32_t divisor) { return (dividend + divisor - 1) / divisor; }

/* Allocates the coefficients and samples of whole MCUs, because interleaved scans have these. */
static bool make_planes(opk_dc_reader *reader) {
    opk_dc_picture *picture = &reader->picture;
    uint64_t counts[DC_COMPONENTS], sum = 0;
    uint32_t width = 8 * (uint32_t)picture->horizontal, height = 8 * (uint32_t)picture->vertical;
    for (int index = 0; index < picture->components; index++) {
        opk_dc_plane *plane = &picture->planes[index];
        uint32_t horizontal = (uint32_t)plane->horizontal, vertical = (uint32_t)plane->vertical;
        plane->columns = rounded_up_quotient(picture->width * horizontal, width);
        plane->rows = rounded_up_quotient(picture->height * vertical, height);
        plane->stride = (size_t)rounded_up_quotient(picture->width, width) * horizontal;
        counts[index] = (uint64_t)plane->stride * rounded_up_quotient(picture->height, height) * vertical;
        sum += counts[index] * sizeof(int16_t);
    }
    /* libjpeg decodes a component with fewer samples than others at a larger scale. */
    const opk_dc_plane *first = &picture->planes[0];
    bool has_most = first->horizontal == picture->horizontal && first->vertical == picture->vertical;
    if (picture->luma_side > 0 && !has_most) return false;
    uint64_t samples = counts[0] * (uint64_t)(picture->luma_side * picture->luma_side);
    if (sum + samples > reader->memory) return false;
    for (int index = 0; index < picture->components; index++) {
        picture->planes[index].coefficients = calloc(counts[index], sizeof(int16_t));
        if (!picture->planes[index].coefficients) return false;
    }
    if (samples > 0) picture->luma = calloc(samples, 1);
    return samples == 0 || picture->luma;
}

static bool read_frame(opk_dc_reader *reader, int length, bool is_progressive) {
    if (reader->has_frame || length < 6 || opk_dc_byte(reader) != 8) return false;
    opk_dc_picture *picture = &reader->picture;
    int height = number(reader), width = number(reader), components = opk_dc_byte(reader);
    if (height <= 0 || width <= 0 || (components != 1 && components != 3) || length != 6 + 3 * components) return false;
    picture->width = (uint32_t)width;
    picture->height = (uint32_t)height;
    picture->components = components;
    picture->is_progressive = is_progressive;
    for (int index = 0; index < components; index++) {
        int identifier = opk_dc_byte(reader), factors = opk_dc_byte(reader), table = opk_dc_byte(reader);
        int horizontal = factors >> 4, vertical = factors & 15;
        if (table < 0 || horizontal < 1 || horizontal > 4 || vertical < 1 || vertical > 4 || table >= DC_TABLES)
            return false;
        for (int other = 0; other < index; other++)
            if (reader->components[other].identifier == identifier) return false;
        reader->components[index] = (dc_component){(uint8_t)identifier, (uint8_t)table, -1};
        picture->planes[index].horizontal = horizontal;
        picture->planes[index].vertical = vertical;
        if (horizontal > picture->horizontal) picture->horizontal = horizontal;
        if (vertical > picture->vertical) picture->vertical = vertical;
    }
    reader->has_frame = true;
    return make_planes(reader);
}

/* MARK: scan */

/* A table of zeros is valid, but unusual. libjpeg can read the factors above 32767 as negative. */
static bool set_quantizer(opk_dc_reader *reader, int component) {
    int quantizer = reader->quantizers[reader->components[component].quantization][0];
    reader->picture.planes[component].quantizer = quantizer;
    return quantizer > 0 && quantizer <= INT16_MAX;
}

static bool add_blocks(opk_dc_reader *reader, int component, int tables, bool is_alone) {
    dc_scan *scan = &reader->scan;
    const opk_dc_plane *plane = &reader->picture.planes[component];
    int columns = is_alone ? 1 : plane->horizontal, rows = is_alone ? 1 : plane->vertical;
    if (scan->block_count + columns * rows > DC_MCU_BLOCKS) return false;
    for (int row = 0; row < rows; row++)
        for (int column = 0; column < columns; column++)
            scan->blocks[scan->block_count++] = (dc_block){component, column, row, tables >> 4, tables & 15};
    return true;
}

static bool read_scan_header(opk_dc_reader *reader, int length) {
    const opk_dc_picture *picture = &reader->picture;
    dc_scan *scan = &reader->scan;
    int count = opk_dc_byte(reader);
    if (!reader->has_frame || count < 1 || count > picture->components || length != 4 + 2 * count) return false;
    *scan = (dc_scan){0};
    int component = -1;
    for (int index = 0; index < count; index++) {
        int identifier = opk_dc_byte(reader), tables = opk_dc_byte(reader);
        /* The order of the frame header. */
        do component++;
        while (component < picture->components && reader->components[component].identifier != identifier);
        if (tables < 0 || component >= picture->components || !set_quantizer(reader, component)) return false;
        if (!add_blocks(reader, component, tables, count == 1)) return false;
    }
    scan->first = opk_dc_byte(reader);
    scan->last = opk_dc_byte(reader);
    int bits = opk_dc_byte(reader);
    scan->high = bits >> 4;
    scan->low = bits & 15;
    if (count == 1) {
        scan->columns = picture->planes[component].columns;
        scan->rows = picture->planes[component].rows;
    } else {
        scan->columns = rounded_up_quotient(picture->width, 8 * (uint32_t)picture->horizontal);
        scan->rows = rounded_up_quotient(picture->height, 8 * (uint32_t)picture->vertical);
    }
    reader->has_scan = true;
    return bits >= 0;
}

bool opk_dc_read_headers(opk_dc_reader *reader) {
    while (true) {
        int code = opk_dc_marker(reader);
        if (code <= 0) return false;
        int length = number(reader) - 2;
        if (length < 0) return false;
        switch (code) {
        case START_OF_BASELINE:
        case START_OF_SEQUENTIAL:
        case START_OF_PROGRESSIVE:
            if (!read_frame(reader, length, code == START_OF_PROGRESSIVE)) return false;
            break;
        case HUFFMAN_TABLES:
            if (!read_huffman_tables(reader, length)) return false;
            break;
        case QUANTIZATION_TABLES:
            if (!read_quantization_tables(reader, length)) return false;
            break;
        case RESTART_INTERVAL: {
            int interval = length == 2 ? number(reader) : -1;
            if (interval < 0) return false;
            reader->restart_interval = (uint32_t)interval;
            break;
        }
        case START_OF_SCAN: return read_scan_header(reader, length);
        default:
            /* Metadata between scans, and all other markers, are unusual. */
            if (reader->has_scan || !(code == COMMENT || (code >= FIRST_APPLICATION && code <= LAST_APPLICATION)))
                return false;
            if (!opk_dc_skip(reader, (size_t)length)) return false;
        }
    }
}
