#ifndef OPK_JPEG_INTERNAL_H
#define OPK_JPEG_INTERNAL_H

#include <stdbool.h>
#include <stdio.h>
#include <jpeglib.h>

/* Whether all bits of the DC coefficients of the luma at 1/8 are known. Call it at the end of a scan. A sequential
 * image with several scans does not record this. */
bool opk_dc_is_exact(j_decompress_ptr jpeg);

#endif
