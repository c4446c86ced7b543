internal import PhotoModel

/// JPEG (ITU-T T.81), and the videos of motion photos behind it.
struct JPEGFormat: FormatSupport {
    let formats: [ImageFormat] = [.jpeg]

    var warmUpPictures: [[UInt8]] { [WarmUpPictures.jpeg] }

    func format(of head: FileHead) -> ImageFormat? { head.has("\u{FF}\u{D8}\u{FF}") ? .jpeg : nil }

    func inspect(_ job: DecodeJob, _ reading: inout ImageReading) throws(PhotoLibraryError) {
        try job.inspectJPEG(&reading)
    }

    func read(
        _ job: DecodeJob, _ reading: inout ImageReading, _ take: (DecodedRow) -> Void
    ) throws(PhotoLibraryError) { try job.readJPEG(&reading, take) }

    func removePlaces(_ remover: LocationRemover) throws(PhotoLibraryError) {
        try remover.removeFromJPEGFile(remover.all)
    }
}
