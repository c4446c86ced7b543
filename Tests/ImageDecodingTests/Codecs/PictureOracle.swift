/// Pictures of the corpus of formats as other decoders see them: libheif 1.23 (HEIC) and Pillow 13 (AVIF, WebP).
///
/// A picture is upright, converted to sRGB by its ICC profile with Little CMS, on white, and divided into 4 × 4 parts.
/// The text has the means of red, green and blue of each part, row by row, in 1/16 levels, as three hexadecimal digits.
let pictureOracle = heifOracle + webPOracle

/// A picture of the corpus of formats, its displayed size, and its means.
typealias OraclePicture = (path: String, width: Int, height: Int, means: String)
