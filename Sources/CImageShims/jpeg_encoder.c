#include "CImageShims.h"
#include "jpeg_internal.h"

#include <setjmp.h>
#include <stdlib.h>

struct opk_jpeg_encoder {
    struct jpeg_compress_struct library;
    struct jpeg_error_mgr errors;
    struct jpeg_destination_mgr destination;
    jmp_buf on_error;
    opk_jpeg_sink sink;
    void *context;
    uint8_t bytes[1 << 16];
};

/* MARK: errors */

static void on_error(j_common_ptr library) { longjmp(((opk_jpeg_encoder *)library->client_data)->on_error, 1); }

static void on_output(j_common_ptr library) { (void)library; }

/* MARK: destination */

static void init_destination(j_compress_ptr library) {
    opk_jpeg_encoder *encoder = library->client_data;
    encoder->destination.next_output_byte = encoder->bytes;
    encoder->destination.free_in_buffer = sizeof encoder->bytes;
}

static boolean empty_output_buffer(j_compress_ptr library) {
    opk_jpeg_encoder *encoder = library->client_data;
    encoder->sink(encoder->context, encoder->bytes, sizeof encoder->bytes);
    init_destination(library);
    return TRUE;
}

static void term_destination(j_compress_ptr library) {
    opk_jpeg_encoder *encoder = library->client_data;
    encoder->sink(encoder->context, encoder->bytes, sizeof encoder->bytes - encoder->destination.free_in_buffer);
}

/* MARK: encoding */

opk_jpeg_encoder *opk_jpeg_encoder_create(opk_jpeg_sink sink, void *context) {
    opk_jpeg_encoder *encoder = calloc(1, sizeof *encoder);
    if (!encoder) return NULL;
    encoder->sink = sink;
    encoder->context = context;
    encoder->library.err = jpeg_std_error(&encoder->errors);
    encoder->errors.error_exit = on_error;
    encoder->errors.output_message = on_output;
    encoder->library.client_data = encoder;
    if (setjmp(encoder->on_error)) {
        opk_jpeg_encoder_destroy(encoder);
        return NULL;
    }
    jpeg_create_compress(&encoder->library);
    encoder->destination.init_destination = init_destination;
    encoder->destination.empty_output_buffer = empty_output_buffer;
    encoder->destination.term_destination = term_destination;
    encoder->library.dest = &encoder->destination;
    return encoder;
}

void opk_jpeg_encoder_destroy(opk_jpeg_encoder *encoder) {
    jpeg_destroy_compress(&encoder->library);
    free(encoder);
}

bool opk_jpeg_encoder_start(opk_jpeg_encoder *encoder, uint32_t width, uint32_t height, int channels, int quality) {
    if (setjmp(encoder->on_error)) return false;
    opk_configure_encoder(&encoder->library, width, height, channels, quality);
    jpeg_start_compress(&encoder->library, TRUE);
    return true;
}

bool opk_jpeg_encoder_add(opk_jpeg_encoder *encoder, const uint8_t *row) {
    if (setjmp(encoder->on_error)) return false;
    JSAMPROW pixels = (JSAMPROW)row;
    return jpeg_write_scanlines(&encoder->library, &pixels, 1) == 1;
}

bool opk_jpeg_encoder_finish(opk_jpeg_encoder *encoder) {
    if (setjmp(encoder->on_error)) return false;
    jpeg_finish_compress(&encoder->library);
    return true;
}

void opk_configure_encoder(j_compress_ptr library, uint32_t width, uint32_t height, int channels, int quality) {
    library->image_width = width;
    library->image_height = height;
    library->input_components = channels;
    library->in_color_space = channels == 1 ? JCS_GRAYSCALE : JCS_RGB;
    jpeg_set_defaults(library); /* YCbCr 4:2:0 */
    jpeg_set_quality(library, quality, TRUE);
    /* Coloured text in a screenshot keeps its edges in a copy of good quality: YCbCr 4:4:4. */
    if (channels == 3 && quality >= 90) library->comp_info[0].h_samp_factor = library->comp_info[0].v_samp_factor = 1;
}
