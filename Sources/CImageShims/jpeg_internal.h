#ifndef OPK_JPEG_INTERNAL_H
#define OPK_JPEG_INTERNAL_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <jpeglib.h>

/* Whether all bits of the DC coefficients of the luma at 1/8 are known. Call it at the end of a scan. A sequential
 * image with several scans does not record this. */
bool opk_dc_is_exact(j_decompress_ptr jpeg);

/* Sets the options of `opk_jpeg_encoder_start`. */
void opk_configure_encoder(j_compress_ptr jpeg, uint32_t width, uint32_t height, int channels, int quality);

#endif
