#include "CImageShims.h"
#include "color_internal.h"

#include <string.h>

static inline uint8_t level(int32_t sum) {
    sum >>= 16;
    return sum < 0 ? 0 : sum > 255 ? 255 : (uint8_t)sum;
}

/* The sample at `index`. A decoder never returns more bits than `depth`; the mask keeps the sums in range even then. */
static inline int32_t sample(const uint8_t *row, uint32_t index, int depth) {
    if (depth <= 8) return row[index];
    uint16_t value;
    memcpy(&value, row + 2 * (size_t)index, sizeof value);
    return value & ((1 << depth) - 1);
}

/* Inlined for each depth, so that the loops have no branch for it. */
static inline void write_pixels(const opk_planes *planes, const opk_planes_matrix *matrix, uint32_t x, uint32_t y,
                                uint32_t count, int depth, uint32_t step, int channels, uint8_t *pixels) {
    const int32_t *f = matrix->factors, *offsets = matrix->offsets;
    const uint8_t *luma = planes->samples[0] + planes->strides[0] * (ptrdiff_t)y;
    if (channels < 3) {
        for (uint32_t i = 0; i < count; i++, pixels += channels)
            pixels[0] = level(f[0] * sample(luma, (x + i) * step, depth) + offsets[0]);
        return;
    }
    ptrdiff_t chroma_row = (ptrdiff_t)(y >> planes->chroma_rows);
    const uint8_t *blue = planes->samples[1] + planes->strides[1] * chroma_row;
    const uint8_t *red = planes->samples[2] + planes->strides[2] * chroma_row;
    for (uint32_t i = 0; i < count; i++, pixels += channels) {
        uint32_t chroma = ((x + i) >> planes->chroma_columns) * step;
        int32_t l = sample(luma, (x + i) * step, depth), b = sample(blue, chroma, depth), r = sample(red, chroma, depth);
        pixels[0] = level(f[0] * l + f[1] * b + f[2] * r + offsets[0]);
        pixels[1] = level(f[3] * l + f[4] * b + f[5] * r + offsets[1]);
        pixels[2] = level(f[6] * l + f[7] * b + f[8] * r + offsets[2]);
    }
}

void opk_planes_row(const opk_planes *planes, const opk_planes_matrix *matrix, const opk_color *color, bool keeps_color,
                    uint32_t x, uint32_t y, uint32_t count, uint8_t *pixels, uint8_t *row, uint8_t *unconverted) {
    const uint8_t *opacity = planes->samples[3];
    int channels = (planes->samples[1] && planes->samples[2] ? 3 : 1) + (opacity ? 1 : 0);
    if (planes->depth <= 8)
        write_pixels(planes, matrix, x, y, count, 8, (uint32_t)planes->step, channels, pixels);
    else
        write_pixels(planes, matrix, x, y, count, planes->depth, 1, channels, pixels);
    if (opacity) {
        opacity += planes->strides[3] * (ptrdiff_t)y;
        for (uint32_t i = 0; i < count; i++) pixels[channels * (i + 1) - 1] = opacity[(x + i) * (uint32_t)planes->step];
    }
    opk_pixels_row(pixels, channels, color, keeps_color, count, row, unconverted);
}
