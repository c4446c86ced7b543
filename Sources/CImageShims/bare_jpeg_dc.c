#include "CImageShims.h"
#include "jpeg_internal.h"

#include <jerror.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    struct jpeg_error_mgr library;
    jmp_buf on_error;
    long warnings;
} counted_errors;

static void on_error(j_common_ptr library) { longjmp(((counted_errors *)library->err)->on_error, 1); }

/* These two warnings are of the headers. */
static void on_message(j_common_ptr library, int level) {
    int code = library->err->msg_code;
    if (level < 0 && code != JWRN_JFIF_MAJOR && code != JWRN_ADOBE_XFORM) ((counted_errors *)library->err)->warnings++;
}

/* The offset of the marker after the entropy-coded bytes at an offset. */
static size_t end_of_scan(const uint8_t *bytes, size_t size, size_t offset) {
    for (; offset + 1 < size; offset++) {
        int code = bytes[offset + 1];
        if (bytes[offset] == 0xFF && code != 0 && code != 0xFF && (code & 0xF8) != 0xD0) return offset;
    }
    return size;
}

/* Copies a progressive image up to the scan that completes the DC coefficients of all components, without AC scans.
 * `copy` has `size` + 2 bytes. Returns the number of bytes, 0 if there is no such scan. */
static size_t copy_dc_scans(const uint8_t *bytes, size_t size, uint8_t *copy) {
    size_t offset = 2, count = 2;
    int unknown_bits[256], components = 0;
    uint8_t identifiers[256];
    if (size < 4) return 0;
    memcpy(copy, bytes, 2);
    memset(unknown_bits, -1, sizeof unknown_bits);
    while (offset + 4 <= size && bytes[offset] == 0xFF) {
        int code = bytes[offset + 1];
        if (code == 0xFF) {
            offset++;
            continue;
        }
        size_t length = (size_t)bytes[offset + 2] << 8 | bytes[offset + 3];
        if (length < 2 || offset + 2 + length > size) return 0;
        const uint8_t *payload = bytes + offset + 4;
        if (code == 0xC2) {
            components = length >= 8 ? payload[5] : 0;
            if (length < 8 + 3 * (size_t)components) return 0;
            for (int index = 0; index < components; index++) identifiers[index] = payload[6 + 3 * index];
        }
        bool is_scan = code == 0xDA;
        size_t parameters = is_scan && length > 2 ? 1 + 2 * (size_t)payload[0] : 0;
        if (is_scan && length < 5 + parameters) return 0;
        bool is_kept = !is_scan || payload[parameters] == 0;
        size_t start = offset;
        offset += 2 + length;
        if (is_scan) offset = end_of_scan(bytes, size, offset);
        if (!is_kept) continue;
        memcpy(copy + count, bytes + start, offset - start);
        count += offset - start;
        if (!is_scan) continue;
        int low = payload[parameters + 2] & 15;
        for (size_t index = 1; index < parameters; index += 2) unknown_bits[payload[index]] = low;
        bool is_complete = true;
        for (int index = 0; index < components; index++) is_complete &= unknown_bits[identifiers[index]] == 0;
        if (is_complete) {
            copy[count++] = 0xFF;
            copy[count++] = JPEG_EOI;
            return count;
        }
    }
    return 0;
}

static int64_t coefficient_differences(j_decompress_ptr jpeg, const opk_dc_picture *picture) {
    jvirt_barray_ptr *arrays = jpeg_read_coefficients(jpeg);
    int64_t count = 0;
    if (jpeg->num_components != picture->components) return -2;
    if (jpeg->image_width != picture->width || jpeg->image_height != picture->height) return -2;
    for (int index = 0; index < jpeg->num_components; index++) {
        const jpeg_component_info *component = &jpeg->comp_info[index];
        const opk_dc_plane *plane = &picture->planes[index];
        if (component->width_in_blocks != plane->columns || component->height_in_blocks != plane->rows) return -2;
        if (component->quant_table->quantval[0] != plane->quantizer) return -2;
        for (JDIMENSION y = 0; y < plane->rows; y++) {
            JBLOCKARRAY rows = jpeg->mem->access_virt_barray((j_common_ptr)jpeg, arrays[index], y, 1, FALSE);
            for (JDIMENSION x = 0; x < plane->columns; x++)
                count += rows[0][x][0] != plane->coefficients[(size_t)y * plane->stride + x];
        }
    }
    return count;
}

static int64_t sample_differences(j_decompress_ptr jpeg, const opk_dc_picture *picture) {
    int64_t count = 0;
    jpeg->scale_num = (unsigned)picture->luma_side;
    jpeg->scale_denom = 8;
    /* The gray of YCbCr is the first component alone. */
    if (jpeg->num_components == 3) jpeg->jpeg_color_space = JCS_YCbCr;
    jpeg->out_color_space = JCS_GRAYSCALE;
    jpeg->dct_method = JDCT_ISLOW;
    jpeg->do_block_smoothing = FALSE;
    jpeg->do_fancy_upsampling = FALSE;
    jpeg_start_decompress(jpeg);
    JSAMPARRAY row = jpeg->mem->alloc_sarray((j_common_ptr)jpeg, JPOOL_IMAGE, jpeg->output_width, 1);
    const uint8_t *samples = picture->luma;
    for (; jpeg->output_scanline < jpeg->output_height; samples += (size_t)picture->luma_side * picture->planes[0].stride) {
        jpeg_read_scanlines(jpeg, row, 1);
        for (JDIMENSION x = 0; x < jpeg->output_width; x++) count += row[0][x] != samples[x];
    }
    return count;
}

/* Reads an image by libjpeg, and compares it. */
static int64_t compare(const uint8_t *bytes, size_t size, const opk_dc_picture *picture,
                       int64_t (*differences)(j_decompress_ptr, const opk_dc_picture *)) {
    struct jpeg_decompress_struct jpeg;
    counted_errors errors;
    errors.warnings = 0;
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
    int64_t count = differences(&jpeg, picture);
    jpeg_finish_decompress(&jpeg);
    jpeg_destroy_decompress(&jpeg);
    return errors.warnings > 0 ? -1 : count;
}

int64_t opk_bare_jpeg_compare(const uint8_t *bytes, size_t size, const opk_dc_picture *picture) {
    if (picture->luma) {
        int64_t count = compare(bytes, size, picture, sample_differences);
        if (count != 0) return count;
    }
    uint8_t *copy = malloc(size + 2);
    if (!copy) return -1;
    memcpy(copy, bytes, size);
    if (picture->is_progressive) size = copy_dc_scans(bytes, size, copy);
    int64_t count = compare(copy, size, picture, coefficient_differences);
    free(copy);
    return count;
}
