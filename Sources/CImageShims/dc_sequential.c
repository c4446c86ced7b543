#include "dc_internal.h"

/* With fewer bits a second parser does not pay off. */
enum { BITS_FOR_TWO = DC_WINDOW_BYTES / 8, BITS_TO_AGREEMENT = 8 * 256 };

static dc_parser parser_at(
    opk_dc_reader *reader, int index, uint64_t position, uint64_t limit, int block, uint64_t count) {
    dc_scan *scan = &reader->scan;
    uint32_t *starts = reader->starts[index];
    starts[0] = (uint32_t)position;
    int previous = (block + scan->block_count - 1) % scan->block_count;
    return (dc_parser){
        .window = reader->window,
        .position = position,
        .limit = limit,
        .expected = DC_EXPECTED,
        .lookup = scan->tables[previous].next_dc,
        .tables = &scan->tables[block],
        .starts = starts,
        .next = starts + 1,
        .next_limit = starts + 1 + (count < DC_WINDOW_BLOCKS ? count : DC_WINDOW_BLOCKS),
        .first_error = UINT64_MAX,
    };
}

/* Complete blocks. */
static uint64_t block_count(const dc_parser *parser) { return (uint64_t)(parser->next - parser->starts) - 1; }

/* Stores a parser's blocks from number `first` to before `end`, at most `count`, and subtracts them from `count`. Sets
 * the reader's position after them. */
static bool take(opk_dc_reader *reader, const dc_parser *parser, uint64_t first, uint64_t end, uint64_t *count) {
    if (end - first > *count) end = first + *count;
    *count -= end - first;
    reader->position = parser->starts[end];
    return opk_dc_store_blocks(reader, parser->starts + first, end - first);
}

/* Lets `known` parse on until it starts a block where `guessing` starts the same block of an MCU. Sets how many blocks
 * each of them has before. From there on the guess was right, because both are in the same state. */
static bool agree(dc_parser *known, int known_block, dc_parser *guessing, int blocks, uint64_t limit, uint64_t *before,
                  uint64_t *guessed_before) {
    uint64_t one = block_count(known), two = 0, guessed = block_count(guessing);
    while (one > 0 && known->starts[one - 1] >= guessing->starts[0]) one--;
    while (two <= guessed) {
        while (one > block_count(known)) {
            if (known->position >= limit || known->next >= known->next_limit) return false;
            known->limit = known->position + BITS_TO_AGREEMENT < limit ? known->position + BITS_TO_AGREEMENT : limit;
            opk_dc_parse(known);
        }
        uint32_t start = known->starts[one], guess = guessing->starts[two];
        if (start == guess && ((uint64_t)known_block + one) % (uint64_t)blocks == two % (uint64_t)blocks) {
            *before = one;
            *guessed_before = two;
            return true;
        }
        one += start <= guess;
        two += guess <= start;
    }
    return false;
}

/* Reads on with `known`, whose undefined codes are errors of the image. */
static bool take_known(opk_dc_reader *reader, const dc_parser *known, uint64_t end, uint64_t *count) {
    if (end > *count) end = *count;
    return known->first_error >= known->starts[end] && take(reader, known, 0, end, count);
}

/* Whether `guessing` may have found undefined codes in its blocks from `first` on, at most `count`. */
static bool may_have_error(const dc_parser *guessing, uint64_t first, uint64_t count) {
    uint64_t end = block_count(guessing);
    if (end - first > count) end = first + count;
    return guessing->first_error < guessing->starts[end] && guessing->last_error >= guessing->starts[first];
}

bool opk_dc_read_sequential(opk_dc_reader *reader, uint64_t limit, uint64_t count) {
    int blocks = reader->scan.block_count, block = (int)(reader->scan.done % (uint64_t)blocks);
    dc_parser known = parser_at(reader, 0, reader->position, limit, block, count);
    if (limit > reader->position + BITS_FOR_TWO) {
        /* An arbitrary byte, where the first block of an MCU is guessed to start. */
        uint64_t middle = (reader->position + limit) / 16 * 8;
        dc_parser guessing = parser_at(reader, 1, middle, limit, 0, DC_WINDOW_BLOCKS);
        known.limit = middle;
        opk_dc_parse_two(&known, &guessing);
        opk_dc_parse(&known);
        if (known.next < known.next_limit) {
            opk_dc_parse(&guessing);
            uint64_t before, guessed_before;
            if (agree(&known, block, &guessing, blocks, limit, &before, &guessed_before) && before < count
                && !may_have_error(&guessing, guessed_before, count - before))
                return take_known(reader, &known, before, &count)
                    && take(reader, &guessing, guessed_before, block_count(&guessing), &count);
        }
        known.limit = limit;
    }
    opk_dc_parse(&known);
    return take_known(reader, &known, block_count(&known), &count);
}
