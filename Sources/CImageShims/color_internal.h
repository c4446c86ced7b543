#ifndef OPK_COLOR_INTERNAL_H
#define OPK_COLOR_INTERNAL_H

#include "CImageShims.h"

/* The luma of a row of gray (1), gray and alpha (2), RGB (3), RGB and alpha (4), composited on white. */
void opk_luma_row(const uint8_t *pixels, int channels, uint32_t width, uint8_t *row);

/* The same row as gray (of 1 or 2 channels) or RGB, composited on white. */
void opk_color_row(const uint8_t *pixels, int channels, uint32_t width, uint8_t *row);

/* The luma of a row of C, M, Y, K as Adobe writes them: 255 for no ink. */
void opk_luma_row_of_inks(const uint8_t *pixels, uint32_t width, uint8_t *row);

/* The RGB of a row of inks. */
void opk_color_row_of_inks(const uint8_t *pixels, uint32_t width, uint8_t *row);

#endif
