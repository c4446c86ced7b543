#ifndef CSAMPLEENCODERS_H
#define CSAMPLEENCODERS_H

#include <stddef.h>
#include <stdint.h>

/// The options of a JPEG. Sampling factors are those of the luma component: 2×2 is 4:2:0, 2×1 is 4:2:2, 1×1 is 4:4:4.
typedef struct {
    int quality;             ///< libjpeg's quality, 1…100.
    int horizontalSampling;  ///< 1 or 2.
    int verticalSampling;    ///< 1 or 2.
    int isProgressive;       ///< Not 0: libjpeg's default progressive scan script.
} CSampleEncoders_JPEGOptions;

/// The result of an encoding. `bytes` is allocated by malloc (NULL after an error); free it with
/// `CSampleEncoders_free`.
typedef struct {
    uint8_t *bytes;
    size_t count;
    char message[256];  ///< The error message; empty after a success.
} CSampleEncoders_Result;

/// Encodes `height` rows of `width` RGB pixels, 3 bytes each, top row first, without padding, as a JPEG without
/// JFIF, EXIF or any other metadata.
CSampleEncoders_Result CSampleEncoders_encodeJPEG(const uint8_t *rgb, int width, int height,
                                                  CSampleEncoders_JPEGOptions options);

/// Encodes the same pixel layout as an 8-bit RGB PNG; `exif` (a TIFF stream, may be NULL) becomes its eXIf chunk.
CSampleEncoders_Result CSampleEncoders_encodePNG(const uint8_t *rgb, int width, int height, const uint8_t *exif,
                                                 size_t exifCount);

void CSampleEncoders_free(uint8_t *bytes);

#endif
