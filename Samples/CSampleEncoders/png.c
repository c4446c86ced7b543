#include "CSampleEncoders.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <png.h>

static void returnToBarrier(png_structp encoder, png_const_charp text) {
    CSampleEncoders_Result *result = png_get_error_ptr(encoder);
    snprintf(result->message, sizeof result->message, "%s", text);
    png_longjmp(encoder, 1);
}

static void ignoreWarning(png_structp encoder, png_const_charp text) {
    (void)encoder;
    (void)text;
}

/// Appends bytes to `result`. libpng writes pieces of at most a few KB.
static void append(png_structp encoder, png_bytep piece, size_t count) {
    CSampleEncoders_Result *result = png_get_io_ptr(encoder);
    uint8_t *grown = realloc(result->bytes, result->count + count);
    if (grown == NULL) png_error(encoder, "out of memory");
    memcpy(grown + result->count, piece, count);
    result->bytes = grown;
    result->count += count;
}

static void flushNothing(png_structp encoder) { (void)encoder; }

/// All values that are read after a longjmp are in variables of the caller, because local variables would be
/// indeterminate.
static void encode(png_structp encoder, png_infop info, CSampleEncoders_Result *result, const uint8_t *rgb, int width,
                   int height, const uint8_t *exif, size_t exifCount) {
    if (setjmp(png_jmpbuf(encoder))) return;
    png_set_write_fn(encoder, result, append, flushNothing);
    png_set_IHDR(encoder, info, (png_uint_32)width, (png_uint_32)height, 8, PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_set_sRGB_gAMA_and_cHRM(encoder, info, PNG_sRGB_INTENT_PERCEPTUAL);
    png_set_compression_level(encoder, 4);
    if (exif != NULL) png_set_eXIf_1(encoder, info, (png_uint_32)exifCount, (png_bytep)exif);
    png_write_info(encoder, info);
    for (int y = 0; y < height; y++) png_write_row(encoder, rgb + (size_t)y * (size_t)width * 3);
    png_write_end(encoder, NULL);  // With `info`, libpng 1.6.39 would write eXIf a second time.
}

CSampleEncoders_Result CSampleEncoders_encodePNG(const uint8_t *rgb, int width, int height, const uint8_t *exif,
                                                 size_t exifCount) {
    CSampleEncoders_Result result;
    memset(&result, 0, sizeof result);
    png_structp encoder = png_create_write_struct(PNG_LIBPNG_VER_STRING, &result, returnToBarrier, ignoreWarning);
    png_infop info = encoder == NULL ? NULL : png_create_info_struct(encoder);
    if (info == NULL) {
        snprintf(result.message, sizeof result.message, "out of memory");
    } else {
        encode(encoder, info, &result, rgb, width, height, exif, exifCount);
    }
    png_destroy_write_struct(&encoder, &info);
    if (result.message[0] != 0) {
        free(result.bytes);
        result.bytes = NULL;
        result.count = 0;
    }
    return result;
}
