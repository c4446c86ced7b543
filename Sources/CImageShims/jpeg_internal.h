#ifndef OPK_JPEG_INTERNAL_H
#define OPK_JPEG_INTERNAL_H

#include <stdbool.h>
#include <stdio.h>
#include <jpeglib.h>

/* Whether all that luma at 1/8 is made of is known: the DC coefficients, to their last bit. To be asked when a scan
 * has ended; a sequential image with many scans has no such record. */
bool opk_dc_is_exact(j_decompress_ptr jpeg);

#endif
