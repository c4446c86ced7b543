internal import CLibEXIF

/// A reduced block, read by libexif: typed values by directory and tag.
final class EXIFData {
    /// The directories that are read.
    enum Directory { case main, exif, gps }

    private let data: UnsafeMutablePointer<ExifData>

    /// - Returns: `nil` if libexif has no memory.
    init?(_ block: EXIFBlock) {
        guard let data = exif_data_new() else { return nil }
        self.data = data
        // The values as the file states them, without additions or corrections. libexif writes no log, because no log
        // is set.
        exif_data_unset_option(data, EXIF_DATA_OPTION_FOLLOW_SPECIFICATION)
        exif_data_unset_option(data, EXIF_DATA_OPTION_IGNORE_UNKNOWN_TAGS)
        let bytes = Array("Exif\0\0".utf8) + block.bytes
        exif_data_load_data(data, bytes, UInt32(clamping: bytes.count))
    }

    deinit { exif_data_unref(data) }

    private func entry(_ directory: Directory, _ tag: UInt16) -> ExifEntry? {
        let content =
            switch directory {
            case .main: data.pointee.ifd.0
            case .exif: data.pointee.ifd.2
            case .gps: data.pointee.ifd.3
            }
        return exif_content_get_entry(content, ExifTag(rawValue: UInt32(tag)))?.pointee
    }

    /// The value's text up to the first NUL, without spaces around it; `nil` if it is empty.
    ///
    /// Text that is not UTF-8 is read as Latin-1.
    func text(_ directory: Directory, _ tag: UInt16) -> String? { bytes(directory, tag)?.text }

    /// The bytes of an ASCII or UNDEFINED value.
    func bytes(_ directory: Directory, _ tag: UInt16) -> [UInt8]? {
        guard let entry = entry(directory, tag), [EXIF_FORMAT_ASCII, EXIF_FORMAT_UNDEFINED].contains(entry.format),
            let data = entry.data
        else { return nil }
        return Array(UnsafeBufferPointer(start: data, count: Int(entry.size)))
    }

    /// The first value of a BYTE, SHORT or LONG.
    func number(_ directory: Directory, _ tag: UInt16) -> Int? {
        guard let entry = entry(directory, tag), entry.components > 0, let data = entry.data else { return nil }
        let order = exif_data_get_byte_order(self.data)
        switch entry.format {
        case EXIF_FORMAT_BYTE where entry.size >= 1: return Int(data.pointee)
        case EXIF_FORMAT_SHORT where entry.size >= 2: return Int(exif_get_short(data, order))
        case EXIF_FORMAT_LONG where entry.size >= 4: return Int(exif_get_long(data, order))
        default: return nil
        }
    }

    /// All values of a RATIONAL; `nil` if a denominator is zero.
    func rationals(_ directory: Directory, _ tag: UInt16) -> [Double]? {
        guard let entry = entry(directory, tag), entry.format == EXIF_FORMAT_RATIONAL, let data = entry.data else {
            return nil
        }
        let order = exif_data_get_byte_order(self.data)
        var values: [Double] = []
        for index in 0..<Int(entry.size) / 8 {
            let value = exif_get_rational(data + 8 * index, order)
            guard value.denominator != 0 else { return nil }
            values.append(Double(value.numerator) / Double(value.denominator))
        }
        return values
    }
}
