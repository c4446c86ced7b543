internal import PhotoModel

/// Windows bitmaps.
struct BMPFormat: FormatSupport {
    let formats: [ImageFormat] = [.bmp]

    func format(of head: FileHead) -> ImageFormat? {
        let bytes = head.bytes
        return head.has("BM") && bytes.count >= 18 && bytes[14] <= 124 && bytes[15...17].allSatisfy { $0 == 0 }
            ? .bmp : nil
    }

    func inspect(_ job: DecodeJob, _ reading: inout ImageReading) throws(PhotoLibraryError) {
        try job.inspectBMP(&reading)
    }

    func read(
        _ job: DecodeJob, _ reading: inout ImageReading, _ take: (DecodedRow) -> Void
    ) throws(PhotoLibraryError) { try job.readBMP(&reading, take) }

    /// Bitmaps have no metadata.
    func removePlaces(_ remover: LocationRemover) throws(PhotoLibraryError) {}
}
