#include "CImageShims.h"

#include <png.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

struct opk_png {
    png_structp library;
    png_infop info;
    opk_next_piece next;
    void *context;
    const uint8_t *unread; /* what is left of the current piece */
    size_t unread_count;
    jmp_buf on_error;
    opk_status status;
    opk_report report;
    int channels; /* of a decoded row: 1 gray, 2 gray alpha, 3 RGB, 4 RGBA */
    size_t row_bytes;
    bool keeps_color;
    const opk_color *color;
    uint32_t next_row;
    uint8_t *pixels; /* one row, or the whole image if it is interlaced; freed by destroy */
};

/* MARK: errors and warnings */

static void copy_text(char *to, const char *text) {
    strncpy(to, text, OPK_TEXT_SIZE - 1);
    to[OPK_TEXT_SIZE - 1] = 0;
}

static PNG_NORETURN void stop(opk_png *png, opk_status status) {
    png->status = status;
    longjmp(png->on_error, 1);
}

static PNG_NORETURN void on_error(png_structp library, png_const_charp text) {
    opk_png *png = png_get_error_ptr(library);
    copy_text(png->report.error, text);
    stop(png, OPK_CORRUPT);
}

static void on_warning(png_structp library, png_const_charp text) {
    opk_png *png = png_get_error_ptr(library);
    bool concerns_picture = png_get_io_chunk_type(library) == 0x49444154; /* IDAT */
    if (png->report.warnings == 0 || (concerns_picture && !png->report.picture_warned))
        copy_text(png->report.first_warning, text);
    png->report.warnings += 1;
    png->report.picture_warned |= concerns_picture;
}

/* MARK: source */

static void read_bytes(png_structp library, png_bytep bytes, size_t count) {
    opk_png *png = png_get_io_ptr(library);
    while (count > 0) {
        if (png->unread_count == 0) {
            ptrdiff_t piece = 0;
            png->unread = png->next(png->context, &piece);
            if (piece < 0) stop(png, OPK_STOPPED);
            if (piece == 0 || !png->unread) {
                png->report.ended_early = true;
                png_error(library, "Read Error: the data ends inside the image");
            }
            png->unread_count = (size_t)piece;
        }
        size_t part = count < png->unread_count ? count : png->unread_count;
        memcpy(bytes, png->unread, part);
        png->unread += part;
        png->unread_count -= part;
        bytes += part;
        count -= part;
    }
}

/* MARK: creation and destruction */

opk_png *opk_png_create(opk_next_piece next, void *context, uint32_t max_axis, uint32_t max_chunk_bytes) {
    /* Of the ancillary chunks only tRNS and iCCP affect pixels and profile. The others are ignored to reduce risk. */
    static const png_byte ignored[] = "bKGD\0cHRM\0eXIf\0gAMA\0hIST\0iTXt\0oFFs\0pCAL\0pHYs\0sBIT\0sCAL\0sPLT\0sRGB\0"
                                      "tEXt\0tIME\0zTXt";
    opk_png *png = calloc(1, sizeof *png);
    if (!png) return NULL;
    png->next = next;
    png->context = context;
    if (setjmp(png->on_error)) {
        opk_png_destroy(png);
        return NULL;
    }
    png->library = png_create_read_struct(PNG_LIBPNG_VER_STRING, png, on_error, on_warning);
    if (png->library) png->info = png_create_info_struct(png->library);
    if (!png->info) {
        opk_png_destroy(png);
        return NULL;
    }
    png_set_read_fn(png->library, png, read_bytes);
    png_set_benign_errors(png->library, 1);
    png_set_user_limits(png->library, max_axis, max_axis);
    png_set_chunk_cache_max(png->library, 128);
    png_set_chunk_malloc_max(png->library, max_chunk_bytes);
    png_set_option(png->library, PNG_SKIP_sRGB_CHECK_PROFILE, PNG_OPTION_ON);
    png_set_keep_unknown_chunks(png->library, PNG_HANDLE_CHUNK_NEVER, ignored, sizeof ignored / 5);
    return png;
}

void opk_png_destroy(opk_png *png) {
    png_destroy_read_struct(&png->library, &png->info, NULL);
    free(png->pixels);
    free(png);
}

const opk_report *opk_png_report(const opk_png *png) { return &png->report; }

/* MARK: decoding, in the order of the calls */

opk_status opk_png_read_header(opk_png *png, opk_png_header *header) {
    if (setjmp(png->on_error)) return png->status;
    png_read_info(png->library, png->info);
    png_set_expand(png->library);   /* palette to RGB, 1, 2, 4 bits to 8, tRNS to alpha */
    png_set_scale_16(png->library); /* (v * 255 + 32767) / 65535 */
    png_set_interlace_handling(png->library);
    png_read_update_info(png->library, png->info);
    header->width = png_get_image_width(png->library, png->info);
    header->height = png_get_image_height(png->library, png->info);
    png->channels = png_get_channels(png->library, png->info);
    header->channels = png->channels < 3 ? 1 : 3;
    png->row_bytes = png_get_rowbytes(png->library, png->info);
    bool is_interlaced = png_get_interlace_type(png->library, png->info) != PNG_INTERLACE_NONE;
    /* libpng stores the inflater and two or three rows before the transforms, of up to 8 bytes a pixel. */
    header->memory = 65536 + (uint64_t)header->width * 8 * 4 + (uint64_t)png->row_bytes * (is_interlaced ? header->height : 1);
    return OPK_OK;
}

const uint8_t *opk_png_profile(opk_png *png, uint32_t *size) {
    png_charp name;
    png_bytep profile = NULL;
    int compression;
    *size = 0;
    if (!png_get_iCCP(png->library, png->info, &name, &compression, &profile, size)) return NULL;
    return profile;
}

void opk_png_start(opk_png *png, bool keeps_color, const opk_color *color) {
    png->keeps_color = keeps_color;
    png->color = color;
}

static void allocate_pixels(opk_png *png, size_t rows) {
    png->pixels = calloc(rows, png->row_bytes);
    if (png->pixels) return;
    copy_text(png->report.error, "Out of memory");
    stop(png, OPK_LIMIT);
}

/* Every pass writes to the same rows. */
static void read_interlaced_image(opk_png *png, uint32_t height) {
    allocate_pixels(png, height);
    for (int pass = 0; pass < PNG_INTERLACE_ADAM7_PASSES; pass++)
        for (uint32_t y = 0; y < height; y++) png_read_row(png->library, png->pixels + y * png->row_bytes, NULL);
}

opk_status opk_png_read_rows(opk_png *png, uint8_t *rows, size_t stride, int capacity, int *count) {
    *count = 0;
    if (setjmp(png->on_error)) return png->status;
    uint32_t width = png_get_image_width(png->library, png->info);
    uint32_t height = png_get_image_height(png->library, png->info);
    bool is_interlaced = png_get_interlace_type(png->library, png->info) != PNG_INTERLACE_NONE;
    if (!png->pixels) {
        if (is_interlaced) read_interlaced_image(png, height);
        else allocate_pixels(png, 1);
    }
    while (*count < capacity && png->next_row < height) {
        uint8_t *pixels = png->pixels;
        if (is_interlaced) pixels += png->next_row * png->row_bytes;
        else png_read_row(png->library, png->pixels, NULL);
        uint8_t *row = rows + (size_t)*count * stride;
        uint8_t *unconverted = png->color && !png->keeps_color ? row + width : NULL;
        opk_pixels_row(pixels, png->channels, png->color, png->keeps_color, width, row, unconverted);
        png->next_row += 1;
        *count += 1;
    }
    return OPK_OK;
}

opk_status opk_png_finish(opk_png *png) {
    if (setjmp(png->on_error)) return png->status;
    png_read_end(png->library, NULL);
    return OPK_OK;
}
