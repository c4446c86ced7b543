#include "dc_internal.h"

bool opk_dc_make_codes(dc_huffman *codes, bool is_dc) {
    int32_t code = 0;
    int index = 0;
    codes->is_defined = false;
    for (int length = 1; length <= 16; length++) {
        codes->offsets[length] = index - code;
        code += codes->lengths[length];
        index += codes->lengths[length];
        codes->ends[length] = code << (16 - length);
        /* No code is of ones only, T.81, C.2. */
        if (code >= 1 << length) return false;
        code <<= 1;
    }
    for (int symbol = 0; is_dc && symbol < codes->count; symbol++)
        if (codes->symbols[symbol] > 15) return false;
    codes->is_defined = true;
    return true;
}

/* Sets 2^bits entries. */
static void set_entries(uint16_t *entries, int bits, uint32_t entry) {
    for (int index = 0; index < 1 << bits; index++) entries[index] = (uint16_t)entry;
}

/* Repeats the first 2^bits entries 2^times times. */
static void repeat_entries(uint16_t *entries, int bits, int times) {
    for (int count = bits; count < bits + times; count++)
        memcpy(entries + (1 << count), entries, sizeof *entries << count);
}

/* Sets the entries for the 2^free windows that begin with the same symbols, of `used` bits and with `advance`. Further
 * symbols are added as far as their codes lie in the free bits. Extra bits need not lie there, because their values do
 * not matter. */
static void fill_entries(uint16_t *entries, int free, int used, int advance, const dc_huffman *ac) {
    set_entries(entries, free, used ? (uint32_t)(used | advance << 8) : DC_NO_ENTRY);
    for (int length = 1, index = 0, code = 0; length <= free; length++, code <<= 1) {
        for (int left = ac->lengths[length]; left > 0; left--, index++, code++) {
            int symbol = ac->symbols[index], zeros = symbol >> 4, size = symbol & 15, bits = length + size;
            uint16_t *matching = entries + ((size_t)code << (free - length));
            bool ends_block = size == 0 && zeros < 15;
            int sum = advance + (ends_block ? DC_BLOCK_END : zeros + 1);
            if (used + bits > DC_ENTRY_BITS || (!ends_block && sum > 63)) continue;
            if (ends_block || bits >= free) {
                set_entries(matching, free - length, (uint32_t)(used + bits) | (uint32_t)sum << 8);
            } else {
                fill_entries(matching, free - bits, used + bits, sum, ac);
                repeat_entries(matching, free - bits, size);
            }
        }
    }
}

/* The same for windows that begin with the code of a DC difference. */
static void fill_dc_entries(uint16_t *entries, const dc_huffman *dc, const dc_huffman *ac) {
    set_entries(entries, DC_LOOKUP_BITS, DC_NO_ENTRY);
    for (int length = 1, index = 0, code = 0; length <= DC_LOOKUP_BITS; length++, code <<= 1) {
        for (int left = dc->lengths[length]; left > 0; left--, index++, code++) {
            int size = dc->symbols[index], bits = length + size;
            uint16_t *matching = entries + ((size_t)code << (DC_LOOKUP_BITS - length));
            if (bits > DC_ENTRY_BITS) continue;
            if (bits >= DC_LOOKUP_BITS) {
                set_entries(matching, DC_LOOKUP_BITS - length, (uint32_t)bits | 1 << 8);
            } else {
                fill_entries(matching, DC_LOOKUP_BITS - bits, bits, 1, ac);
                repeat_entries(matching, DC_LOOKUP_BITS - bits, size);
            }
        }
    }
}

/* An entry is the length of the code and 256 times the number of extra bits; 0 if the code is longer than the index. */
static void fill_differences(int32_t *entries, const dc_huffman *dc) {
    memset(entries, 0, sizeof *entries << DC_DIFFERENCE_BITS);
    for (int length = 1, index = 0, code = 0; length <= DC_DIFFERENCE_BITS; length++, code <<= 1) {
        for (int left = dc->lengths[length]; left > 0; left--, index++, code++) {
            int32_t *matching = entries + ((size_t)code << (DC_DIFFERENCE_BITS - length));
            for (int entry = 0; entry < 1 << (DC_DIFFERENCE_BITS - length); entry++)
                matching[entry] = length | dc->symbols[index] << 8;
        }
    }
}

void opk_dc_make_lookups(opk_dc_reader *reader) {
    dc_scan *scan = &reader->scan;
    bool needs_ac = scan->last > 0, has_ac[DC_TABLES] = {false}, has_dc[DC_TABLES] = {false};
    bool has_pair[DC_TABLES][DC_TABLES] = {{false}};
    for (int index = 0; index < scan->block_count; index++) {
        int dc = scan->blocks[index].dc, ac = scan->blocks[index].ac;
        if (!has_dc[dc]) fill_differences(reader->differences[dc], &reader->dc_codes[dc]);
        has_dc[dc] = true;
        if (!needs_ac) continue;
        if (!has_ac[ac]) fill_entries(reader->ac_lookups[ac], DC_LOOKUP_BITS, 0, 0, &reader->ac_codes[ac]);
        has_ac[ac] = true;
        if (!has_pair[dc][ac])
            fill_dc_entries(reader->dc_lookups[dc][ac], &reader->dc_codes[dc], &reader->ac_codes[ac]);
        has_pair[dc][ac] = true;
        int previous = (index + scan->block_count - 1) % scan->block_count;
        scan->tables[index].ac = reader->ac_lookups[ac];
        scan->tables[index].dc_codes = &reader->dc_codes[dc];
        scan->tables[index].ac_codes = &reader->ac_codes[ac];
        scan->tables[previous].next_dc = reader->dc_lookups[dc][ac];
        scan->tables[previous].next = &scan->tables[index];
    }
}
