#include "CImageShims.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Pieces of the input. Each is a separate allocation, so that the sanitizer finds a byte read outside of it. */
typedef struct {
    const uint8_t *bytes;
    size_t size, piece_size;
    uint8_t *piece;
} pieces;

static const uint8_t *next_piece(void *context, ptrdiff_t *count) {
    pieces *source = context;
    size_t size = source->size < source->piece_size ? source->size : source->piece_size;
    free(source->piece);
    source->piece = malloc(size ? size : 1);
    if (!source->piece) abort();
    memcpy(source->piece, source->bytes, size);
    source->bytes += size;
    source->size -= size;
    *count = (ptrdiff_t)size;
    return source->piece;
}

/* Reads the DC coefficients of a whole JPEG file. If the reader does not decline it, libjpeg must read it without a
 * warning and with the same coefficients. The last byte determines the size of the pieces and the
 * scale of the samples, which are compared, too. With DC_READER_ALONE, libjpeg
 * reads nothing, so that more inputs are tried in the same time. */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    if (size < 2) return 0;
    int last = bytes[--size];
    pieces source = {bytes, size, last < 128 ? (size_t)last + 1 : 4096, NULL};
    opk_dc_reader *reader = opk_dc_reader_create(next_piece, &source);
    if (!reader) abort();
    const opk_dc_picture *picture;
    opk_status status = opk_dc_reader_read(reader, 1 << 22, (int[]){0, 2, 4, 8}[last % 4], &picture);
#ifndef DC_READER_ALONE
    if (status == OPK_OK) {
        int64_t differences = opk_bare_jpeg_compare(bytes, size, picture);
        if (differences != 0) {
            fprintf(stderr, "libjpeg differs: %lld\n", (long long)differences);
            abort();
        }
    }
#else
    (void)status;
#endif
    opk_dc_reader_destroy(reader);
    free(source.piece);
    return 0;
}
