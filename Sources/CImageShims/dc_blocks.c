#include "dc_internal.h"

/* A parser's state in registers. The advance to the next symbol is a chain of dependent instructions, so that two
 * parsers in one loop take little more time than one. No branch depends on the data except the rare one to a single
 * symbol, because an end of block cannot be predicted. */
typedef struct {
    uint64_t bits, position;
    uint32_t expected;
    const uint16_t *lookup;
    const dc_block_tables *tables;
    uint32_t *next;
} state;

ALWAYS_INLINE state state_of(const dc_parser *parser) {
    return (state){0, parser->position, parser->expected, parser->lookup, parser->tables, parser->next};
}

ALWAYS_INLINE void store(state state, dc_parser *parser) {
    parser->position = state.position;
    parser->expected = state.expected;
    parser->lookup = state.lookup;
    parser->tables = state.tables;
    parser->next = state.next;
}

ALWAYS_INLINE bool has_more(const state *state, const dc_parser *parser) {
    return (state->position < parser->limit) & (state->next < parser->next_limit);
}

/* The next symbol as an entry that is valid here. An undefined code ends the block. */
static __attribute__((noinline)) uint32_t single_symbol(
    dc_parser *parser, uint64_t position, uint32_t expected, const dc_block_tables *tables) {
    bool is_dc = expected == DC_EXPECTED;
    int symbol = 0;
    uint32_t bits = (uint32_t)(opk_dc_load(parser->window, position) >> 48);
    int length = opk_dc_code(is_dc ? tables->dc_codes : tables->ac_codes, bits, &symbol);
    if (length == 0) {
        if (position < parser->first_error) parser->first_error = position;
        parser->last_error = position;
        return 1 | DC_BLOCK_END << 8;
    }
    if (is_dc) return (uint32_t)(length + symbol) | 1 << 8;
    int size = symbol & 15, zeros = symbol >> 4;
    if (size == 0 && zeros < 15) return (uint32_t)length | DC_BLOCK_END << 8;
    /* libjpeg, too, accepts that zeros go beyond coefficient 63. */
    uint32_t advance = (uint32_t)zeros + 1;
    return (uint32_t)(length + size) | (expected + advance > 127 ? DC_BLOCK_END : advance) << 8;
}

ALWAYS_INLINE void step(state *state, dc_parser *parser, const uint8_t *window) {
    uint32_t entry = state->lookup[state->bits >> (64 - DC_LOOKUP_BITS)];
    uint32_t expected = state->expected + (entry >> 8);
    if (__builtin_expect(!(expected & 64), 0)) {
        entry = single_symbol(parser, state->position, state->expected, state->tables);
        expected = state->expected + (entry >> 8);
        state->position += entry & 255;
        state->bits = opk_dc_load(window, state->position);
    } else {
        state->bits <<= entry & 63;
        state->position += entry & 255;
    }
    *state->next = (uint32_t)state->position;
    bool ends_block = entry >> 15;
    const uint16_t *ac = state->tables->ac, *next_dc = state->tables->next_dc;
    const dc_block_tables *next_tables = state->tables->next;
    /* Both pointers are loaded before it is known which one is needed. Without this the compiler loads one of them
     * later, and the reader needs a tenth more time. */
    __asm__("" : "+r"(ac), "+r"(next_dc));
    state->lookup = ends_block ? next_dc : ac;
    state->tables = ends_block ? next_tables : state->tables;
    state->expected = ends_block ? DC_EXPECTED : expected;
    state->next += ends_block;
}

void opk_dc_parse(dc_parser *parser) {
    const uint8_t *window = parser->window;
    state state = state_of(parser);
    while (has_more(&state, parser)) {
        state.bits = opk_dc_load(window, state.position);
        for (int lookup = 0; lookup < DC_LOOKUPS; lookup++) step(&state, parser, window);
    }
    store(state, parser);
}

void opk_dc_parse_two(dc_parser *first, dc_parser *second) {
    const uint8_t *window = first->window;
    state one = state_of(first), two = state_of(second);
    while ((int)has_more(&one, first) & (int)has_more(&two, second)) {
        one.bits = opk_dc_load(window, one.position);
        two.bits = opk_dc_load(window, two.position);
        for (int lookup = 0; lookup < DC_LOOKUPS; lookup++) {
            step(&one, first, window);
            step(&two, second, window);
        }
    }
    store(one, first);
    store(two, second);
}
