#include "CImageShims.h"

#include <string.h>

static inline uint8_t clipped(int level) { return (uint8_t)(level < 0 ? 0 : level > 255 ? 255 : level); }

/* JFIF's conversion in 1/65536ths. The products are rounded as in libjpeg's tables. */
static inline void write_rgb(int luma, int blue_chroma, int red_chroma, uint8_t *pixel) {
    int blue = blue_chroma - 128, red = red_chroma - 128;
    pixel[0] = clipped(luma + ((91881 * red + 32768) >> 16));
    pixel[1] = clipped(luma + ((-22554 * blue - 46802 * red + 32768) >> 16));
    pixel[2] = clipped(luma + ((116130 * blue + 32768) >> 16));
}

/* A row of samples of chroma, each repeated for the columns of luma that it covers. `row` is memory for twice the columns. */
static void chroma_row(const opk_dc_picture *picture, const opk_dc_plane *plane, uint32_t y, uint8_t *row) {
    uint32_t columns = picture->planes[0].columns;
    uint32_t across = (uint32_t)picture->horizontal, down = (uint32_t)picture->vertical;
    uint32_t own_across = (uint32_t)plane->horizontal, own_down = (uint32_t)plane->vertical;
    uint8_t *samples = row + columns;
    opk_dc_samples_row(plane, y * own_down / down, samples);
    if (own_across == across)
        memcpy(row, samples, columns);
    else if (2 * own_across == across)
        for (uint32_t x = 0; x < columns; x++) row[x] = samples[x >> 1];
    else
        for (uint32_t x = 0; x < columns; x++) row[x] = samples[x * own_across / across];
}

void opk_dc_row(const opk_dc_picture *picture, uint32_t y, const opk_color *color, bool keeps_color, uint8_t *memory,
                uint8_t *row, uint8_t *unconverted) {
    uint32_t columns = picture->planes[0].columns;
    uint8_t *pixels = memory, *blue = memory + 3 * (size_t)columns, *red = blue + 2 * (size_t)columns;
    if (picture->components < 3) {
        opk_dc_samples_row(&picture->planes[0], y, pixels);
        opk_pixels_row(pixels, 1, color, keeps_color, columns, row, unconverted);
        return;
    }
    opk_dc_samples_row(&picture->planes[0], y, row);
    chroma_row(picture, &picture->planes[1], y, blue);
    chroma_row(picture, &picture->planes[2], y, red);
    for (uint32_t x = 0; x < columns; x++) write_rgb(row[x], blue[x], red[x], pixels + 3 * (size_t)x);
    opk_pixels_row(pixels, 3, color, keeps_color, columns, row, unconverted);
}
