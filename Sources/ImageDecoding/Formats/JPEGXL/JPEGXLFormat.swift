internal import PhotoModel

/// JPEG XL (ISO/IEC 18181): a bare codestream (part 1), or boxes with the codestream and metadata (part 2).
struct JPEGXLFormat: FormatSupport {
    let formats: [ImageFormat] = [.jxl]

    var warmUpPictures: [[UInt8]] { WarmUpPictures.jpegXL }

    func format(of head: FileHead) -> ImageFormat? {
        head.has("\u{FF}\u{0A}") || head.has("\0\0\0\u{0C}JXL \r\n\u{87}\n") ? .jxl : nil
    }

    func inspect(_ job: DecodeJob, _ reading: inout ImageReading) throws(PhotoLibraryError) {
        try job.inspectJPEGXL(&reading)
    }

    func read(
        _ job: DecodeJob, _ reading: inout ImageReading, _ take: (DecodedRow) -> Void
    ) throws(PhotoLibraryError) { try job.readJPEGXL(&reading, take) }

    func removePlaces(_ remover: LocationRemover) throws(PhotoLibraryError) { try remover.removeFromJPEGXL() }
}
