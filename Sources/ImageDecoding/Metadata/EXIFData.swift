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

    /// A value of any type.
    func value(_ directory: Directory, _ tag: UInt16) -> TIFFValue? {
        guard let entry = entry(directory, tag), entry.components > 0, let start = entry.data else { return nil }
        return TIFFValue(
            type: Int(entry.format.rawValue),
            bytes: Array(UnsafeBufferPointer(start: start, count: Int(entry.size))),
            isLittleEndian: exif_data_get_byte_order(data) == EXIF_BYTE_ORDER_INTEL)
    }

    /// The value's text; `nil` if it is empty.
    func text(_ directory: Directory, _ tag: UInt16) -> String? { value(directory, tag)?.text }

    /// The value's first number, if it is a whole number.
    func number(_ directory: Directory, _ tag: UInt16) -> Int? {
        value(directory, tag)?.numbers?.first.flatMap { Int(exactly: $0) }
    }
}
