/* Functions of libjpeg and libpng that always return.
 *
 * Both libraries report errors by longjmp, which must never cross a Swift frame. Every function here sets its own
 * jump target and returns an error as a status and a text. The functions print nothing.
 *
 * A decoder may be used by one thread at a time. After any status except OPK_OK only the text functions and `destroy`
 * may be called. */
#ifndef OPK_IMAGE_SHIMS_H
#define OPK_IMAGE_SHIMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
    OPK_OK,
    OPK_CORRUPT,     /* the data is no valid image, from here on */
    OPK_UNSUPPORTED, /* a coding the library does not decode */
    OPK_LIMIT,       /* over a limit of the library, or out of memory */
    OPK_STOPPED,     /* the source's callback asked to stop */
    OPK_DECLINED     /* a reader leaves the image to libjpeg */
} opk_status;

/* Returns the next bytes of the source. Sets `count` to their number: 0 at the end, negative to stop decoding.
 * The bytes stay valid until the next call. The callback returns before any longjmp happens. */
typedef const uint8_t *_Nullable (*opk_next_piece)(void *_Nonnull context, ptrdiff_t *_Nonnull count);

enum { OPK_TEXT_SIZE = 256 };

/* The library's warnings and errors. */
typedef struct {
    int warnings;                      /* how many warnings there were */
    bool picture_warned;               /* whether one of them concerns the picture's own data */
    bool ended_early;                  /* whether the data ended before the image did */
    char first_warning[OPK_TEXT_SIZE]; /* the first warning that concerns the picture, else the first of all */
    char error[OPK_TEXT_SIZE];
} opk_report;

/* MARK: colour */

/* Converts coded values of a colour space to sRGB. It never changes, so any thread may use it.
 *
 * RGB: linear light by one table of 256 entries a channel, 0 to 65535; then for each of sRGB's channels
 *   (m0 * red + m1 * green + m2 * blue + 8192) >> 14, clipped to 0..65535, with the row of the matrix, in 1/16384ths;
 * then the coded value by a table of 65536 entries. Gray: one table. */
typedef struct opk_color opk_color;

/* `linear` has 3 * 256 entries, `matrix` 9 by rows, `coded` 65536. Copies them; NULL when there is no memory. */
opk_color *_Nullable opk_color_create(const uint16_t *_Nonnull linear, const int32_t *_Nonnull matrix,
                                      const uint8_t *_Nonnull coded);
/* `coded` has 256 entries. Copies them; NULL when there is no memory. */
opk_color *_Nullable opk_color_create_gray(const uint8_t *_Nonnull coded);
void opk_color_destroy(opk_color *_Nonnull color);

/* Converts `count` pixels in place: 1 gray, 2 gray and alpha, 3 RGB, 4 RGB and alpha. Alpha is not changed. */
void opk_color_apply(const opk_color *_Nonnull color, uint8_t *_Nonnull pixels, int channels, size_t count);

/* Writes a row of `count` pixels to `row`: luma, or gray or RGB with `keeps_color`. The pixels are first converted in
 * place by `color` if it has the same number of channels, and composited on white. `unconverted`, if not NULL, gets the
 * luma without the conversion. */
void opk_pixels_row(uint8_t *_Nonnull pixels, int channels, const opk_color *_Nullable color, bool keeps_color,
                    uint32_t count, uint8_t *_Nonnull row, uint8_t *_Nullable unconverted);

/* MARK: JPEG */

typedef struct opk_jpeg opk_jpeg;

typedef struct {
    uint32_t width, height;    /* stored pixels */
    int color_space;           /* as libjpeg resolves it: 1 gray, 2 RGB, 3 YCbCr, 4 CMYK, 5 YCCK, 0 unknown */
    bool has_many_scans;       /* then the coefficients of the whole image are kept in memory */
    int channels;              /* 1 gray, 3 colour, 4 inks; others are not decoded */
    bool is_progressive;
    bool eighth_needs_only_dc; /* whether its luma at 1/8 is made of DC coefficients alone */
    uint64_t memory;           /* an upper estimate of the bytes that decoding needs */
    uint64_t dc_memory;        /* an upper estimate of the bytes that opk_dc_reader needs without samples */
    uint64_t first_blocks;     /* an upper estimate of the blocks of the first component */
} opk_jpeg_header;

/* NULL when there is no memory. */
opk_jpeg *_Nullable opk_jpeg_create(opk_next_piece _Nonnull next, void *_Nonnull context);
void opk_jpeg_destroy(opk_jpeg *_Nonnull jpeg);
const opk_report *_Nonnull opk_jpeg_report(const opk_jpeg *_Nonnull jpeg);

opk_status opk_jpeg_read_header(opk_jpeg *_Nonnull jpeg, opk_jpeg_header *_Nonnull header);

/* Starts a decode at DCT scale eighths/8, 1/8 to 8/8, and returns the decoded size.
 *
 * The rows are luma; with `keeps_color` they are gray for one channel and RGB for others, and chroma is interpolated.
 * Luma is the Y plane of YCbCr, or (19595 R + 38470 G + 7471 B + 32768) >> 16. With `color`, which must outlive the
 * decode and have the same number of channels, values are converted first; for luma, subsampled chroma is repeated, and
 * the luma of the values before the conversion follows each row, `width` samples more.
 * Inks (CMYK, YCCK) are read as Adobe writes them, 255 for no ink: R = (C * K + 127) / 255, also for G and B. */
opk_status opk_jpeg_start(opk_jpeg *_Nonnull jpeg, int eighths, bool keeps_color, const opk_color *_Nullable color,
                          uint64_t memory, uint32_t *_Nonnull width, uint32_t *_Nonnull height);

/* Only with several scans, before the rows: reads at most `steps` rows of MCUs or markers. `is_complete` says that the
 * rows can be read: at the end of the image or, at 1/8, when every bit of the DC coefficients of the luma is known. The
 * rows are then identical with those of the whole file. */
opk_status opk_jpeg_read_scans(opk_jpeg *_Nonnull jpeg, int steps, bool *_Nonnull is_complete, int *_Nonnull scans);

/* Decodes the next rows, at most `capacity`, one every `stride` bytes. `count` rows are valid for
 * every status. `count` is 0 with OPK_OK after the last row. */
opk_status opk_jpeg_read_rows(opk_jpeg *_Nonnull jpeg, uint8_t *_Nonnull rows, size_t stride, int capacity,
                              int *_Nonnull count);

/* Only with one scan, after the last row: reads to the end of the image. */
opk_status opk_jpeg_finish(opk_jpeg *_Nonnull jpeg);

/* MARK: DC coefficients of JPEG */

/* Reads the DC coefficients of sequential and progressive Huffman-coded JPEG images of 8 bits and 1 or 3 components, and, of
 * sequential ones on request, the samples of the first component at 1/4, 1/2 or 1/1. Other AC coefficients are passed over without
 * their values.
 *
 * The coefficients and samples equal libjpeg's. The reader declines an image that is unusual or damaged, so that libjpeg decides what
 * it shows: libjpeg reads each image that is not declined without a warning after its headers. */
typedef struct opk_dc_reader opk_dc_reader;

/* The greatest size of a reader without its coefficients and samples. */
enum { OPK_DC_READER_BYTES = 1 << 20 };

typedef struct {
    int horizontal, vertical;               /* sampling factors, 1 to 4 */
    uint32_t columns, rows;                 /* blocks of 8x8 samples */
    size_t stride;                          /* coefficients from a row of blocks to the next */
    int quantizer;                          /* the factor of the coefficients, 1 to 32767 */
    int16_t *_Nullable coefficients;        /* in rows from the top, without the factor */
} opk_dc_plane;

typedef struct {
    uint32_t width, height;   /* stored pixels */
    int components;           /* 1 or 3 */
    int horizontal, vertical; /* the greatest sampling factors */
    bool is_progressive;
    opk_dc_plane planes[3];
    int luma_side;            /* samples in a row of a block of the first component: 2, 4 or 8, or 0 for none */
    uint8_t *_Nullable luma;  /* these samples, luma_side * stride from a row to the next */
} opk_dc_picture;

/* NULL when there is no memory. */
opk_dc_reader *_Nullable opk_dc_reader_create(opk_next_piece _Nonnull next, void *_Nonnull context);
void opk_dc_reader_destroy(opk_dc_reader *_Nonnull reader);

/* Reads an image, once. A sequential image is read to its end, and a progressive one until its DC coefficients are known.
 * `luma_side` says how many samples to read: 2, 4, 8 or 0. Coefficients and samples of more than `memory` bytes are declined.
 * With samples, progressive images are declined, and those whose first component has fewer samples than others. The picture
 * is valid until `destroy`. */
opk_status opk_dc_reader_read(opk_dc_reader *_Nonnull reader, uint64_t memory, int luma_side,
                              const opk_dc_picture *_Nullable *_Nonnull picture);

/* Writes a row of samples, one for each block: those that libjpeg decodes at 1/8 before it interpolates or converts. */
void opk_dc_samples_row(const opk_dc_plane *_Nonnull plane, uint32_t y, uint8_t *_Nonnull samples);

/* Writes row `y` at 1/8 of a gray or YCbCr image whose first component has the greatest sampling factors: its gray or RGB with
 * `keeps_color`, otherwise the luma of these. RGB is clipped, as in each program that shows or encodes the image. A sample of
 * Cb and Cr is repeated for the columns that it covers. Pixels are converted by `color` if it has the same number of channels;
 * `unconverted`, if not NULL, gets the luma without the conversion. `memory` is for 7 bytes a column. `row` is for one byte a
 * column, and for as many as the picture has components with `keeps_color`. */
void opk_dc_row(const opk_dc_picture *_Nonnull picture, uint32_t y, const opk_color *_Nullable color, bool keeps_color,
                uint8_t *_Nonnull memory, uint8_t *_Nonnull row, uint8_t *_Nullable unconverted);

/* MARK: PNG */

typedef struct opk_png opk_png;

typedef struct {
    uint32_t width, height;
    int channels;    /* without alpha: 1 gray, 3 RGB */
    uint64_t memory; /* an upper estimate of the bytes that decoding needs */
} opk_png_header;

/* NULL when there is no memory. */
opk_png *_Nullable opk_png_create(opk_next_piece _Nonnull next, void *_Nonnull context, uint32_t max_axis,
                                  uint32_t max_chunk_bytes);
void opk_png_destroy(opk_png *_Nonnull png);
const opk_report *_Nonnull opk_png_report(const opk_png *_Nonnull png);

/* Reads to the first image data and sets the transforms to 8-bit samples. */
opk_status opk_png_read_header(opk_png *_Nonnull png, opk_png_header *_Nonnull header);

/* The inflated colour profile, valid until `destroy`; NULL if there is none. */
const uint8_t *_Nullable opk_png_profile(opk_png *_Nonnull png, uint32_t *_Nonnull size);

/* Before the rows: sets whether they keep the channels of the header instead of being luma, and a conversion for the same
 * number of channels, which must outlive the decode. Converted values with alpha are composited on white. With a
 * conversion, a row of luma is followed by that of the values before the conversion, `width` samples more. */
void opk_png_start(opk_png *_Nonnull png, bool keeps_color, const opk_color *_Nullable color);

/* Like opk_jpeg_read_rows, at full size. The first call decodes an interlaced image completely, so an error in it
 * gives no rows. */
opk_status opk_png_read_rows(opk_png *_Nonnull png, uint8_t *_Nonnull rows, size_t stride, int capacity,
                             int *_Nonnull count);

/* After the last row: reads to the end of the image. */
opk_status opk_png_finish(opk_png *_Nonnull png);

/* MARK: planes */

/* A decoded picture of HEVC, AV1 or WebP: Y, Cb, Cr and opacity, or green, blue, red and opacity. */
typedef struct {
    const uint8_t *_Nullable samples[4]; /* Cb and Cr are NULL for gray, and opacity for opaque pictures */
    ptrdiff_t strides[4];                /* bytes from a row to the next */
    int step;                            /* samples from a column to the next: 4 if the planes are interleaved, else 1 */
    int depth;                           /* bits of Y, Cb and Cr; with more than 8, a sample has two bytes, host order */
    int chroma_columns, chroma_rows;     /* log2 of the columns and rows of Y that a sample of Cb and Cr covers */
} opk_planes;

/* From samples to levels 0 to 255, rows R, G and B, in 1/65536ths:
 *   (f0 * Y + f1 * Cb + f2 * Cr + offset) >> 16, clipped. Gray uses Y and the first row only. */
typedef struct {
    int32_t factors[9];
    int32_t offsets[3];
} opk_planes_matrix;

/* Writes `count` pixels of row `y`, beginning with column `x`, all inside of the picture, to `row`: luma, or gray or RGB
 * with `keeps_color`. A sample of Cb and Cr is repeated for each pixel that it covers. Pixels are converted by `color`
 * if it has the same number of channels, and composited on white. `pixels` is memory for 4 * count bytes.
 * `unconverted`, if not NULL, gets the luma without the conversion. */
void opk_planes_row(const opk_planes *_Nonnull planes, const opk_planes_matrix *_Nonnull matrix,
                    const opk_color *_Nullable color, bool keeps_color, uint32_t x, uint32_t y, uint32_t count,
                    uint8_t *_Nonnull pixels, uint8_t *_Nonnull row, uint8_t *_Nullable unconverted);

/* MARK: JPEG encoding */

typedef struct opk_jpeg_encoder opk_jpeg_encoder;

/* Takes the next bytes of the file, which are valid during the call. */
typedef void (*opk_jpeg_sink)(void *_Nullable context, const uint8_t *_Nonnull bytes, size_t count);

/* NULL when there is no memory. */
opk_jpeg_encoder *_Nullable opk_jpeg_encoder_create(opk_jpeg_sink _Nonnull sink, void *_Nullable context);
void opk_jpeg_encoder_destroy(opk_jpeg_encoder *_Nonnull encoder);

/* Encodes rows of gray (1 channel) or RGB (3), top row first: baseline with libjpeg's tables of the quality 1 to 100,
 * YCbCr 4:2:0, from quality 90 on 4:4:4, a JFIF header and nothing else. Call `start`, `add` for each row, and
 * `finish`.
 *
 * false after an error; then only `destroy` may be called. */
bool opk_jpeg_encoder_start(opk_jpeg_encoder *_Nonnull encoder, uint32_t width, uint32_t height, int channels,
                            int quality);
bool opk_jpeg_encoder_add(opk_jpeg_encoder *_Nonnull encoder, const uint8_t *_Nonnull row);
bool opk_jpeg_encoder_finish(opk_jpeg_encoder *_Nonnull encoder);

/* MARK: references for benchmarks and tests */

/* Decodes at eighths/8 from memory by libjpeg only, as its manual shows; for benchmarks: colour with libjpeg's own settings, or
 * luma. With `stops_at_exact_dc` the luma of a progressive image at 1/8 ends as early as above. Returns the number of decoded
 * pixels, -1 on error. */
int64_t opk_bare_jpeg_decode(const uint8_t *_Nonnull bytes, size_t size, int eighths, bool keeps_color,
                             bool stops_at_exact_dc);

/* Renders a JPEG from memory by libjpeg only: decodes colour at eighths/8 and encodes it as `opk_jpeg_encoder` does; for
 * benchmarks. Returns the number of encoded bytes, -1 on error. */
int64_t opk_bare_jpeg_render(const uint8_t *_Nonnull bytes, size_t size, int eighths, int quality);

/* Compares a picture with the coefficients and, if it has them, the samples that libjpeg reads from memory; for tests. Of a
 * progressive image it reads the scans of DC coefficients. Returns the number of differences, -1 on an error or a warning
 * after the headers, -2 for another size. */
int64_t opk_bare_jpeg_compare(const uint8_t *_Nonnull bytes, size_t size, const opk_dc_picture *_Nonnull picture);

#endif
