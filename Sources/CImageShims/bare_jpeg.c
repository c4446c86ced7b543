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

int64_t opk_bare_jpeg_decode(const uint8_t *bytes, size_t size, int eighths, bool stops_at_exact_dc) {
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
    jpeg.out_color_space = JCS_GRAYSCALE;
    jpeg.dct_method = JDCT_ISLOW;
    jpeg.do_block_smoothing = FALSE;
    jpeg.do_fancy_upsampling = FALSE;
    jpeg.buffered_image = stops_at_exact_dc && jpeg_has_multiple_scans(&jpeg);
    jpeg_start_decompress(&jpeg);
    if (jpeg.buffered_image) {
        int event;
        do event = jpeg_consume_input(&jpeg);
        while (event != JPEG_REACHED_EOI && !(event == JPEG_SCAN_COMPLETED && opk_dc_is_exact(&jpeg)));
        jpeg_start_output(&jpeg, jpeg.input_scan_number);
    }
    /* Allocated in libjpeg's pool, so that an error frees it too. */
    JSAMPARRAY row = jpeg.mem->alloc_sarray((j_common_ptr)&jpeg, JPOOL_IMAGE, jpeg.output_width, 1);
    while (jpeg.output_scanline < jpeg.output_height) jpeg_read_scanlines(&jpeg, row, 1);
    int64_t pixels = (int64_t)jpeg.output_width * jpeg.output_height;
    jpeg_destroy_decompress(&jpeg);
    return pixels;
}
