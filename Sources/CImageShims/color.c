#include "color_internal.h"

#include <stdlib.h>
#include <string.h>

struct opk_color {
    bool is_gray;
    uint8_t gray[256];
    uint16_t linear[3][256];
    int32_t matrix[3][3];
    uint8_t coded[65536];
};

opk_color *opk_color_create(const uint16_t *linear, const int32_t *matrix, const uint8_t *coded) {
    opk_color *color = calloc(1, sizeof *color);
    if (!color) return NULL;
    memcpy(color->linear, linear, sizeof color->linear);
    memcpy(color->matrix, matrix, sizeof color->matrix);
    memcpy(color->coded, coded, sizeof color->coded);
    return color;
}

opk_color *opk_color_create_gray(const uint8_t *coded) {
    opk_color *color = calloc(1, sizeof *color);
    if (!color) return NULL;
    color->is_gray = true;
    memcpy(color->gray, coded, sizeof color->gray);
    return color;
}

void opk_color_destroy(opk_color *color) { free(color); }

static inline uint8_t coded_sum(const opk_color *color, const int32_t row[3], int64_t red, int64_t green, int64_t blue) {
    int64_t sum = row[0] * red + row[1] * green + row[2] * blue + 8192;
    if (sum < 0) return color->coded[0];
    sum >>= 14;
    return color->coded[sum > 65535 ? 65535 : sum];
}

void opk_color_apply(const opk_color *color, uint8_t *pixels, int channels, size_t count) {
    if (color->is_gray != (channels < 3)) return;
    for (const uint8_t *end = pixels + count * (size_t)channels; pixels < end; pixels += channels) {
        if (color->is_gray) {
            pixels[0] = color->gray[pixels[0]];
            continue;
        }
        int64_t red = color->linear[0][pixels[0]], green = color->linear[1][pixels[1]], blue = color->linear[2][pixels[2]];
        for (int index = 0; index < 3; index++)
            pixels[index] = coded_sum(color, color->matrix[index], red, green, blue);
    }
}

/* The sample `value` with opacity `alpha` on white, rounded to the nearest level. */
static inline unsigned on_white(unsigned value, unsigned alpha) {
    return (value * alpha + 255 * (255 - alpha) + 127) / 255;
}

/* The level of `ink` and black on white, as Adobe writes them (255 is no ink), rounded to the nearest. */
static inline unsigned under_ink(unsigned ink, unsigned black) { return (ink * black + 127) / 255; }

static inline uint8_t luma(unsigned red, unsigned green, unsigned blue) {
    return (uint8_t)((19595 * red + 38470 * green + 7471 * blue + 32768) >> 16);
}

void opk_luma_row(const uint8_t *pixels, int channels, uint32_t width, uint8_t *row) {
    switch (channels) {
    case 1:
        memcpy(row, pixels, width);
        break;
    case 2:
        for (uint32_t x = 0; x < width; x++, pixels += 2) row[x] = (uint8_t)on_white(pixels[0], pixels[1]);
        break;
    case 3:
        for (uint32_t x = 0; x < width; x++, pixels += 3) row[x] = luma(pixels[0], pixels[1], pixels[2]);
        break;
    default:
        for (uint32_t x = 0; x < width; x++, pixels += 4) {
            unsigned alpha = pixels[3];
            row[x] = luma(on_white(pixels[0], alpha), on_white(pixels[1], alpha), on_white(pixels[2], alpha));
        }
    }
}

void opk_color_row(const uint8_t *pixels, int channels, uint32_t width, uint8_t *row) {
    switch (channels) {
    case 1:
    case 2:
        opk_luma_row(pixels, channels, width, row);
        break;
    case 3:
        memcpy(row, pixels, (size_t)width * 3);
        break;
    default:
        for (uint32_t x = 0; x < width; x++, pixels += 4, row += 3)
            for (int index = 0; index < 3; index++) row[index] = (uint8_t)on_white(pixels[index], pixels[3]);
    }
}

void opk_pixels_row(uint8_t *pixels, int channels, const opk_color *color, bool keeps_color, uint32_t count,
                    uint8_t *row, uint8_t *unconverted) {
    if (unconverted) opk_luma_row(pixels, channels, count, unconverted);
    if (color) opk_color_apply(color, pixels, channels, count);
    (keeps_color ? opk_color_row : opk_luma_row)(pixels, channels, count, row);
}

void opk_luma_row_of_inks(const uint8_t *pixels, uint32_t width, uint8_t *row) {
    for (uint32_t x = 0; x < width; x++, pixels += 4) {
        unsigned black = pixels[3];
        row[x] = luma(under_ink(pixels[0], black), under_ink(pixels[1], black), under_ink(pixels[2], black));
    }
}

void opk_color_row_of_inks(const uint8_t *pixels, uint32_t width, uint8_t *row) {
    for (uint32_t x = 0; x < width; x++, pixels += 4, row += 3)
        for (int index = 0; index < 3; index++) row[index] = (uint8_t)under_ink(pixels[index], pixels[3]);
}
