internal import CSampleEncoders

/// PNG files, as byte arrays.
enum PNG {
    /// 8-bit RGB, marked as sRGB; `exif` is a TIFF stream for the eXIf chunk (PNG 1.5 extensions).
    static func encode(_ picture: Picture, exif: [UInt8]? = nil) throws -> [UInt8] {
        try bytes(
            of: CSampleEncoders_encodePNG(
                picture.bytes, Int32(picture.width), Int32(picture.height), exif, exif?.count ?? 0))
    }
}
