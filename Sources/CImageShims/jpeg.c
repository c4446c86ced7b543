#include "CImageShims.h"
#include "color_internal.h"
#include "jpeg_internal.h"

#include <jerror.h>
#include <setjmp.h>
#include <stdlib.h>

struct opk_jpeg {
    struct jpeg_decompress_struct library;
    struct jpeg_error_mgr errors;
    struct jpeg_source_mgr source;
    opk_next_piece next;
    void *context;
    jmp_buf on_error;
    opk_status status;
    opk_report report;
    bool has_output;
    bool keeps_color;
    const opk_color *color;
    JSAMPROW pixels; /* a row with other channels than the caller's; libjpeg's own memory */
};

/* MARK: errors and warnings */

static opk_status status_of_error(int code) {
    switch (code) {
    case JERR_ARITH_NOTIMPL:
    case JERR_BAD_PRECISION:
    case JERR_CCIR601_NOTIMPL:
    case JERR_COMPONENT_COUNT:
    case JERR_CONVERSION_NOTIMPL:
    case JERR_FRACT_SAMPLE_NOTIMPL:
    case JERR_NOT_COMPILED:
    case JERR_SOF_UNSUPPORTED:
        return OPK_UNSUPPORTED;
    case JERR_IMAGE_TOO_BIG:
    case JERR_NO_BACKING_STORE:
    case JERR_OUT_OF_MEMORY:
    case JERR_WIDTH_OVERFLOW:
        return OPK_LIMIT;
    default:
        return OPK_CORRUPT;
    }
}

/* The name of an unsupported coding, because libjpeg's messages only have its number in T.81, table B.1. */
static const char *coding_name(int code, int parameter) {
    if (code == JERR_BAD_PRECISION && parameter == 12) return "JPEG of 12 bits a sample";
    if (code != JERR_SOF_UNSUPPORTED) return NULL;
    switch (parameter) {
    case 0xC3: case 0xCB: return "Lossless JPEG";
    case 0xC5: case 0xC6: case 0xC7: case 0xCD: case 0xCE: case 0xCF: return "Hierarchical JPEG";
    default: return NULL;
    }
}

static void on_error(j_common_ptr library) {
    opk_jpeg *jpeg = library->client_data;
    jpeg->status = status_of_error(library->err->msg_code);
    library->err->format_message(library, jpeg->report.error);
    const char *name = coding_name(library->err->msg_code, library->err->msg_parm.i[0]);
    if (name) snprintf(jpeg->report.error, sizeof jpeg->report.error, "%s is kept, but not decoded.", name);
    longjmp(jpeg->on_error, 1);
}

/* level < 0 is a warning; other levels are traces. The first warning is kept, because later ones often follow from it. */
static void on_message(j_common_ptr library, int level) {
    opk_jpeg *jpeg = library->client_data;
    if (level >= 0) return;
    int code = library->err->msg_code;
    bool concerns_picture = code != JWRN_JFIF_MAJOR;
    if (code == JWRN_JPEG_EOF) jpeg->report.ended_early = true;
    if (jpeg->report.warnings == 0 || (concerns_picture && !jpeg->report.picture_warned))
        library->err->format_message(library, jpeg->report.first_warning);
    jpeg->report.warnings += 1;
    jpeg->report.picture_warned |= concerns_picture;
}

static void on_output(j_common_ptr library) { (void)library; }

/* MARK: source */

static void init_source(j_decompress_ptr library) { (void)library; }

static boolean fill_input_buffer(j_decompress_ptr library) {
    static const uint8_t end_of_image[] = {0xFF, JPEG_EOI};
    opk_jpeg *jpeg = library->client_data;
    ptrdiff_t count = 0;
    const uint8_t *bytes = jpeg->next(jpeg->context, &count);
    if (count < 0) {
        jpeg->status = OPK_STOPPED;
        longjmp(jpeg->on_error, 1);
    }
    if (count == 0 || !bytes) {
        /* An inserted end of image makes libjpeg return the rows that it has. libjpeg's own source managers do the same. */
        WARNMS(library, JWRN_JPEG_EOF);
        bytes = end_of_image;
        count = sizeof end_of_image;
    }
    jpeg->source.next_input_byte = bytes;
    jpeg->source.bytes_in_buffer = (size_t)count;
    return TRUE;
}

static void skip_input_data(j_decompress_ptr library, long count) {
    opk_jpeg *jpeg = library->client_data;
    while (count > 0 && (size_t)count > jpeg->source.bytes_in_buffer) {
        count -= (long)jpeg->source.bytes_in_buffer;
        fill_input_buffer(library);
    }
    if (count <= 0) return;
    jpeg->source.next_input_byte += count;
    jpeg->source.bytes_in_buffer -= (size_t)count;
}

static void term_source(j_decompress_ptr library) { (void)library; }

/* MARK: creation and destruction */

opk_jpeg *opk_jpeg_create(opk_next_piece next, void *context) {
    opk_jpeg *jpeg = calloc(1, sizeof *jpeg);
    if (!jpeg) return NULL;
    jpeg->next = next;
    jpeg->context = context;
    jpeg->library.err = jpeg_std_error(&jpeg->errors);
    jpeg->errors.error_exit = on_error;
    jpeg->errors.emit_message = on_message;
    jpeg->errors.output_message = on_output;
    jpeg->library.client_data = jpeg;
    if (setjmp(jpeg->on_error)) {
        opk_jpeg_destroy(jpeg);
        return NULL;
    }
    jpeg_create_decompress(&jpeg->library);
    jpeg->source.init_source = init_source;
    jpeg->source.fill_input_buffer = fill_input_buffer;
    jpeg->source.skip_input_data = skip_input_data;
    jpeg->source.resync_to_restart = jpeg_resync_to_restart;
    jpeg->source.term_source = term_source;
    jpeg->library.src = &jpeg->source;
    return jpeg;
}

void opk_jpeg_destroy(opk_jpeg *jpeg) {
    jpeg_destroy_decompress(&jpeg->library);
    free(jpeg);
}

const opk_report *opk_jpeg_report(const opk_jpeg *jpeg) { return &jpeg->report; }

/* MARK: decoding, in the order of the calls */

/* libjpeg stores all coefficients of an image with several scans, rounded up to whole MCUs; otherwise it stores some
 * rows of blocks and of samples. The reader of DC coefficients stores one of each block. */
static void estimate_memory(j_decompress_ptr library, opk_jpeg_header *header) {
    uint64_t blocks = 0, columns = 0;
    for (int index = 0; index < library->num_components; index++) {
        const jpeg_component_info *component = &library->comp_info[index];
        uint64_t across = component->width_in_blocks + component->h_samp_factor;
        uint64_t down = component->height_in_blocks + component->v_samp_factor;
        if (index == 0) header->first_blocks = across * down;
        blocks += across * down;
        columns += across * component->v_samp_factor;
    }
    uint64_t pixels = (uint64_t)library->image_width * 4;
    header->memory = 65536 + pixels + columns * DCTSIZE2 * 4 + (header->has_many_scans ? blocks * sizeof(JBLOCK) : 0);
    header->dc_memory = OPK_DC_READER_BYTES + blocks * sizeof(JCOEF);
}

/* A component with fewer samples than others would be decoded at a larger scale than 1/8. */
static bool luma_has_most_samples(j_decompress_ptr library) {
    bool luma_is_alone = library->jpeg_color_space == JCS_GRAYSCALE || library->jpeg_color_space == JCS_YCbCr;
    int components = luma_is_alone ? 1 : library->num_components;
    for (int index = 0; index < components; index++) {
        const jpeg_component_info *component = &library->comp_info[index];
        if (component->h_samp_factor != library->max_h_samp_factor) return false;
        if (component->v_samp_factor != library->max_v_samp_factor) return false;
    }
    return true;
}

opk_status opk_jpeg_read_header(opk_jpeg *jpeg, opk_jpeg_header *header) {
    if (setjmp(jpeg->on_error)) return jpeg->status;
    j_decompress_ptr library = &jpeg->library;
    jpeg_read_header(library, TRUE);
    header->width = library->image_width;
    header->height = library->image_height;
    header->color_space = (int)library->jpeg_color_space;
    header->channels = library->num_components;
    header->has_many_scans = jpeg_has_multiple_scans(library);
    header->is_progressive = library->progressive_mode;
    header->eighth_needs_only_dc = luma_has_most_samples(library);
    estimate_memory(library, header);
    return OPK_OK;
}

static J_COLOR_SPACE decoded_color_space(j_decompress_ptr library, bool needs_color) {
    if (library->num_components == 4) return JCS_CMYK;
    if (library->num_components == 3 && needs_color) return JCS_RGB;
    /* For YCbCr this gives the Y plane; for RGB libjpeg-turbo computes
     * (19595 R + 38470 G + 7471 B + 32768) >> 16. */
    return JCS_GRAYSCALE;
}

opk_status opk_jpeg_start(opk_jpeg *jpeg, int eighths, bool keeps_color, const opk_color *color, uint64_t memory,
                          uint32_t *width, uint32_t *height) {
    if (setjmp(jpeg->on_error)) return jpeg->status;
    j_decompress_ptr library = &jpeg->library;
    library->mem->max_memory_to_use = (long)memory;
    library->scale_num = (unsigned)eighths;
    library->scale_denom = 8;
    library->out_color_space = decoded_color_space(library, keeps_color || color);
    library->dct_method = JDCT_ISLOW;
    library->do_block_smoothing = FALSE;
    library->do_fancy_upsampling = keeps_color;
    library->buffered_image = jpeg_has_multiple_scans(library);
    jpeg_start_decompress(library);
    jpeg->keeps_color = keeps_color;
    jpeg->color = color;
    if (library->out_color_components > (keeps_color ? 3 : 1)) {
        size_t bytes = (size_t)library->output_width * (size_t)library->out_color_components;
        jpeg->pixels = library->mem->alloc_large((j_common_ptr)library, JPOOL_IMAGE, bytes);
    }
    *width = library->output_width;
    *height = library->output_height;
    return OPK_OK;
}

bool opk_dc_is_exact(j_decompress_ptr library) {
    if (!library->coef_bits) return false;
    for (int index = 0; index < library->num_components; index++) {
        const jpeg_component_info *component = &library->comp_info[index];
        if (!component->component_needed) continue;
        /* A component with fewer samples than others is decoded at a larger scale, which takes AC coefficients. */
        if (component->DCT_scaled_size != 1 || library->coef_bits[index][0] != 0) return false;
    }
    return true;
}

opk_status opk_jpeg_read_scans(opk_jpeg *jpeg, int steps, bool *is_complete, int *scans) {
    *is_complete = false;
    if (setjmp(jpeg->on_error)) return jpeg->status;
    j_decompress_ptr library = &jpeg->library;
    for (int step = 0; step < steps && !*is_complete; step++) {
        int event = jpeg_consume_input(library);
        *is_complete = event == JPEG_REACHED_EOI || (event == JPEG_SCAN_COMPLETED && opk_dc_is_exact(library));
    }
    *scans = library->input_scan_number;
    return OPK_OK;
}

static void read_row(opk_jpeg *jpeg, uint8_t *row) {
    j_decompress_ptr library = &jpeg->library;
    int channels = library->out_color_components;
    uint32_t width = library->output_width;
    JSAMPROW pixels = jpeg->pixels ? jpeg->pixels : row;
    jpeg_read_scanlines(library, &pixels, 1);
    if (jpeg->color && !jpeg->keeps_color) opk_luma_row(pixels, channels, width, row + width);
    if (jpeg->color) opk_color_apply(jpeg->color, pixels, channels, width);
    if (pixels == row) return;
    if (channels == 4) (jpeg->keeps_color ? opk_color_row_of_inks : opk_luma_row_of_inks)(pixels, width, row);
    else opk_luma_row(pixels, channels, width, row);
}

opk_status opk_jpeg_read_rows(opk_jpeg *jpeg, uint8_t *rows, size_t stride, int capacity, int *count) {
    *count = 0;
    if (setjmp(jpeg->on_error)) return jpeg->status;
    j_decompress_ptr library = &jpeg->library;
    if (library->buffered_image && !jpeg->has_output) {
        jpeg_start_output(library, library->input_scan_number);
        jpeg->has_output = true;
    }
    while (*count < capacity && library->output_scanline < library->output_height) {
        read_row(jpeg, rows + (size_t)*count * stride);
        *count += 1;
    }
    return OPK_OK;
}

opk_status opk_jpeg_finish(opk_jpeg *jpeg) {
    if (setjmp(jpeg->on_error)) return jpeg->status;
    jpeg_finish_decompress(&jpeg->library);
    return OPK_OK;
}
