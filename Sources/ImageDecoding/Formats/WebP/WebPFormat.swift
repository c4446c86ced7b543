internal import PhotoModel

/// WebP (RFC 9649).
struct WebPFormat: FormatSupport {
    let formats: [ImageFormat] = [.webp]

    var warmUpPictures: [[UInt8]] { WarmUpPictures.webP }

    func format(of head: FileHead) -> ImageFormat? { head.has("RIFF") && head.has("WEBP", at: 8) ? .webp : nil }

    func inspect(_ job: DecodeJob, _ reading: inout ImageReading) throws(PhotoLibraryError) {
        try job.inspectWebP(&reading)
    }

    func read(
        _ job: DecodeJob, _ reading: inout ImageReading, _ take: (DecodedRow) -> Void
    ) throws(PhotoLibraryError) { try job.readWebP(&reading, take) }

    func removePlaces(_ remover: LocationRemover) throws(PhotoLibraryError) { try remover.removeFromWebP() }
}
