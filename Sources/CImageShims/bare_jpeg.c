#include "CImageShims.h"
#include "jpeg_internal.h"

#include <setjmp.h>
#include <stdlib.h>

typedef struct {
    struct jpeg_error_mgr library;
    jmp_buf on_error;
} bare_errors;

static void on_error(j_common_ptr library) { longjmp(((bare_errors *)library->err)->on_error, 1); }

static void on_message(j_common_ptr library, int level) {
    (void)library;
    (void)level;
}

int64_t opk_bare_jpeg_decode(const uint8_t *bytes, size_t size, int eighths, bool keeps_color, bool stops_at_exact_dc) {
    struct jpeg_decompress_struct jpeg;
    bare_errors errors;
    jpeg.err = jpeg_std_error(&errors.library);
    errors.library.error_exit = on_error;
    errors.library.emit_message = on_message;
    if (setjmp(errors.on_error)) {
        jpeg_destroy_decompress(&jpeg);
        return -1;
    }
    jpeg_create_decompress(&jpeg);
    jpeg_mem_src(&jpeg, bytes, size);
    jpeg_read_header(&jpeg, TRUE);
    jpeg.scale_num = (unsigned)eighths;
    jpeg.scale_denom = 8;
    if (!keeps_color) {
        jpeg.out_color_space = JCS_GRAYSCALE;
        jpeg.dct_method = JDCT_ISLOW;
        jpeg.do_block_smoothing = FALSE;
        jpeg.do_fancy_upsampling = FALSE;
        jpeg.buffered_image = stops_at_exact_dc && jpeg_has_multiple_scans(&jpeg);
    }
    jpeg_start_decompress(&jpeg);
    if (jpeg.buffered_image) {
        int event;
        do event = jpeg_consume_input(&jpeg);
        while (event != JPEG_REACHED_EOI && !(event == JPEG_SCAN_COMPLETED && opk_dc_is_exact(&jpeg)));
        jpeg_start_output(&jpeg, jpeg.input_scan_number);
    }
    /* Allocated in libjpeg's pool, so that an error frees it too. */
    JDIMENSION samples = jpeg.output_width * (JDIMENSION)jpeg.out_color_components;
    JSAMPARRAY row = jpeg.mem->alloc_sarray((j_common_ptr)&jpeg, JPOOL_IMAGE, samples, 1);
    while (jpeg.output_scanline < jpeg.output_height) jpeg_read_scanlines(&jpeg, row, 1);
    int64_t pixels = (int64_t)jpeg.output_width * jpeg.output_height;
    jpeg_destroy_decompress(&jpeg);
    return pixels;
}

typedef struct {
    struct jpeg_decompress_struct decoder;
    struct jpeg_compress_struct encoder;
    bare_errors errors;
    unsigned char *encoded;
    unsigned long count;
} bare_rendering;

static void render(bare_rendering *rendering, const uint8_t *bytes, size_t size, int eighths, int quality) {
    j_decompress_ptr decoder = &rendering->decoder;
    j_compress_ptr encoder = &rendering->encoder;
    if (setjmp(rendering->errors.on_error)) {
        rendering->count = 0;
        return;
    }
    jpeg_create_decompress(decoder);
    jpeg_create_compress(encoder);
    jpeg_mem_src(decoder, bytes, size);
    jpeg_mem_dest(encoder, &rendering->encoded, &rendering->count);
    jpeg_read_header(decoder, TRUE);
    decoder->scale_num = (unsigned)eighths;
    decoder->scale_denom = 8;
    jpeg_start_decompress(decoder);
    opk_configure_encoder(encoder, decoder->output_width, decoder->output_height, decoder->out_color_components, quality);
    jpeg_start_compress(encoder, TRUE);
    JDIMENSION samples = decoder->output_width * (JDIMENSION)decoder->out_color_components;
    JSAMPARRAY row = decoder->mem->alloc_sarray((j_common_ptr)decoder, JPOOL_IMAGE, samples, 1);
    while (decoder->output_scanline < decoder->output_height) {
        jpeg_read_scanlines(decoder, row, 1);
        jpeg_write_scanlines(encoder, row, 1);
    }
    jpeg_finish_compress(encoder);
}

int64_t opk_bare_jpeg_render(const uint8_t *bytes, size_t size, int eighths, int quality) {
    bare_rendering *rendering = calloc(1, sizeof *rendering);
    if (!rendering) return -1;
    rendering->decoder.err = rendering->encoder.err = jpeg_std_error(&rendering->errors.library);
    rendering->errors.library.error_exit = on_error;
    rendering->errors.library.emit_message = on_message;
    render(rendering, bytes, size, eighths, quality);
    int64_t count = rendering->count > 0 ? (int64_t)rendering->count : -1;
    jpeg_destroy_decompress(&rendering->decoder);
    jpeg_destroy_compress(&rendering->encoder);
    /* After an error libjpeg may have freed it. */
    if (count > 0) free(rendering->encoded);
    free(rendering);
    return count;
}
