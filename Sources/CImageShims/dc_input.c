#include "dc_internal.h"

bool opk_dc_next_piece(opk_dc_reader *reader) {
    ptrdiff_t count = 0;
    const uint8_t *bytes = reader->next(reader->context, &count);
    if (count < 0) reader->is_stopped = true;
    if (count <= 0 || !bytes) return false;
    reader->at = bytes;
    reader->end = bytes + count;
    return true;
}

bool opk_dc_skip(opk_dc_reader *reader, size_t count) {
    while (count > (size_t)(reader->end - reader->at)) {
        count -= (size_t)(reader->end - reader->at);
        if (!opk_dc_next_piece(reader)) return false;
    }
    reader->at += count;
    return true;
}

/* The byte after 0xFF and any fill bytes; -1 at the end. */
static int code_after_fill(opk_dc_reader *reader) {
    int code = opk_dc_byte(reader);
    while (code == 0xFF) code = opk_dc_byte(reader);
    return code;
}

int opk_dc_marker(opk_dc_reader *reader) {
    int code = reader->marker;
    reader->marker = 0;
    if (code) return code;
    return opk_dc_byte(reader) == 0xFF ? code_after_fill(reader) : -1;
}

bool opk_dc_skip_scan(opk_dc_reader *reader) {
    while (true) {
        const uint8_t *found = memchr(reader->at, 0xFF, (size_t)(reader->end - reader->at));
        if (!found) {
            if (!opk_dc_next_piece(reader)) return false;
            continue;
        }
        reader->at = found + 1;
        int code = code_after_fill(reader);
        if (code < 0) return false;
        if (code == 0 || (code & 0xF8) == 0xD0) continue;
        reader->marker = (uint8_t)code;
        return true;
    }
}

/* Copies bytes up to the first 0xFF and returns their number. May write 7 bytes more. */
static size_t copy_to_marker(uint8_t *target, const uint8_t *source, size_t count) {
    const uint64_t ones = UINT64_MAX / 255, tops = ones << 7;
    size_t index = 0;
    for (; index + 8 <= count; index += 8) {
        uint64_t word;
        memcpy(&word, source + index, sizeof word);
        memcpy(target + index, &word, sizeof word);
        /* A byte of 0xFF is zero in the complement. */
        if ((~word - ones) & word & tops) break;
    }
    while (index < count && source[index] != 0xFF) {
        target[index] = source[index];
        index++;
    }
    return index;
}

bool opk_dc_fill_window(opk_dc_reader *reader) {
    size_t used = (size_t)(reader->position >> 3);
    memmove(reader->window, reader->window + used, reader->bytes - used);
    reader->bytes -= used;
    reader->position &= 7;
    while (!reader->has_end && reader->bytes < DC_WINDOW_BYTES) {
        if (reader->at == reader->end && !opk_dc_next_piece(reader)) return false;
        size_t count = (size_t)(reader->end - reader->at), space = DC_WINDOW_BYTES - reader->bytes;
        if (count > space) count = space;
        size_t copied = copy_to_marker(reader->window + reader->bytes, reader->at, count);
        reader->bytes += copied;
        reader->at += copied;
        if (copied == count) continue;
        reader->at++;
        int code = opk_dc_byte(reader);
        if (code == 0) {
            reader->window[reader->bytes++] = 0xFF;
            continue;
        }
        if (code == 0xFF) code = code_after_fill(reader);
        /* Fill bytes belong before markers, so they are unusual before a stuffed zero. */
        if (code <= 0) return false;
        reader->marker = (uint8_t)code;
        reader->has_end = true;
    }
    if (reader->has_end) memset(reader->window + reader->bytes, 0, DC_WINDOW_END);
    return true;
}
