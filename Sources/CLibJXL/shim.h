#include <jxl/decode.h>
#include <jxl/version.h>

// The profile of the values that the decoder will give. libjxl 0.9 removed a parameter that earlier versions ignore.
#if JPEGXL_MAJOR_VERSION == 0 && JPEGXL_MINOR_VERSION < 9
#define OPK_JXL_IGNORED NULL,
#else
#define OPK_JXL_IGNORED
#endif

static inline JxlDecoderStatus opk_jxl_colors(const JxlDecoder *decoder, JxlColorEncoding *colors) {
    return JxlDecoderGetColorAsEncodedProfile(decoder, OPK_JXL_IGNORED JXL_COLOR_PROFILE_TARGET_DATA, colors);
}

static inline JxlDecoderStatus opk_jxl_profile_size(const JxlDecoder *decoder, size_t *size) {
    return JxlDecoderGetICCProfileSize(decoder, OPK_JXL_IGNORED JXL_COLOR_PROFILE_TARGET_DATA, size);
}

static inline JxlDecoderStatus opk_jxl_profile(const JxlDecoder *decoder, uint8_t *profile, size_t size) {
    return JxlDecoderGetColorAsICCProfile(decoder, OPK_JXL_IGNORED JXL_COLOR_PROFILE_TARGET_DATA, profile, size);
}
