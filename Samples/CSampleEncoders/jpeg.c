#include "CSampleEncoders.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>

/// libjpeg's error manager with a jump buffer, because libjpeg's default `error_exit` would end the process.
typedef struct {
    struct jpeg_error_mgr manager;
    jmp_buf barrier;
    char *message;
} ErrorBarrier;

static void returnToBarrier(j_common_ptr codec) {
    char text[JMSG_LENGTH_MAX];
    ErrorBarrier *barrier = (ErrorBarrier *)codec->err;
    codec->err->format_message(codec, text);
    snprintf(barrier->message, sizeof(((CSampleEncoders_Result *)0)->message), "%s", text);
    longjmp(barrier->barrier, 1);
}

static void configure(struct jpeg_compress_struct *encoder, int width, int height,
                      CSampleEncoders_JPEGOptions options) {
    encoder->image_width = (JDIMENSION)width;
    encoder->image_height = (JDIMENSION)height;
    encoder->input_components = 3;
    encoder->in_color_space = JCS_RGB;
    jpeg_set_defaults(encoder);
    jpeg_set_quality(encoder, options.quality, TRUE);
    encoder->comp_info[0].h_samp_factor = options.horizontalSampling;
    encoder->comp_info[0].v_samp_factor = options.verticalSampling;
    encoder->optimize_coding = TRUE;
    encoder->write_JFIF_header = FALSE;  // Cameras write EXIF in its place.
    if (options.isProgressive) jpeg_simple_progression(encoder);
}

/// All values that are read after a longjmp are in variables of the caller, because local variables would be
/// indeterminate.
static void encode(struct jpeg_compress_struct *encoder, ErrorBarrier *barrier, CSampleEncoders_Result *result,
                   unsigned long *count, const uint8_t *rgb, int width, int height,
                   CSampleEncoders_JPEGOptions options) {
    if (setjmp(barrier->barrier)) return;
    jpeg_create_compress(encoder);
    jpeg_mem_dest(encoder, &result->bytes, count);
    configure(encoder, width, height, options);
    jpeg_start_compress(encoder, TRUE);
    while (encoder->next_scanline < encoder->image_height) {
        JSAMPROW row = (JSAMPROW)(rgb + (size_t)encoder->next_scanline * (size_t)width * 3);
        jpeg_write_scanlines(encoder, &row, 1);
    }
    jpeg_finish_compress(encoder);
}

CSampleEncoders_Result CSampleEncoders_encodeJPEG(const uint8_t *rgb, int width, int height,
                                                  CSampleEncoders_JPEGOptions options) {
    CSampleEncoders_Result result;
    struct jpeg_compress_struct encoder;
    ErrorBarrier barrier;
    unsigned long count = 0;
    memset(&result, 0, sizeof result);
    memset(&encoder, 0, sizeof encoder);
    encoder.err = jpeg_std_error(&barrier.manager);
    barrier.manager.error_exit = returnToBarrier;
    barrier.message = result.message;
    encode(&encoder, &barrier, &result, &count, rgb, width, height, options);
    jpeg_destroy_compress(&encoder);
    result.count = count;
    if (result.message[0] != 0) {
        free(result.bytes);
        result.bytes = NULL;
        result.count = 0;
    }
    return result;
}

void CSampleEncoders_free(uint8_t *bytes) { free(bytes); }
