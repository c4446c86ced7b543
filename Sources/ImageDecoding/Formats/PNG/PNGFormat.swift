internal import PhotoModel

/// PNG (3rd edition).
struct PNGFormat: FormatSupport {
    let formats: [ImageFormat] = [.png]

    var warmUpPictures: [[UInt8]] { [WarmUpPictures.png] }

    func format(of head: FileHead) -> ImageFormat? { head.has("\u{89}PNG\r\n\u{1A}\n") ? .png : nil }

    func inspect(_ job: DecodeJob, _ reading: inout ImageReading) throws(PhotoLibraryError) {
        try job.inspectPNG(&reading)
    }

    func read(
        _ job: DecodeJob, _ reading: inout ImageReading, _ take: (DecodedRow) -> Void
    ) throws(PhotoLibraryError) { try job.readPNG(&reading, take) }

    func removePlaces(_ remover: LocationRemover) throws(PhotoLibraryError) { try remover.removeFromPNG() }
}
