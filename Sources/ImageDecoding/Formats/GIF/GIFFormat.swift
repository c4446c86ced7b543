internal import PhotoModel

/// GIF (CompuServe, GIF89a specification).
struct GIFFormat: FormatSupport {
    let formats: [ImageFormat] = [.gif]

    func format(of head: FileHead) -> ImageFormat? { head.has("GIF87a") || head.has("GIF89a") ? .gif : nil }

    func inspect(_ job: DecodeJob, _ reading: inout ImageReading) throws(PhotoLibraryError) {
        try job.inspectGIF(&reading)
    }

    func read(
        _ job: DecodeJob, _ reading: inout ImageReading, _ take: (DecodedRow) -> Void
    ) throws(PhotoLibraryError) { try job.readGIF(&reading, take) }

    func removePlaces(_ remover: LocationRemover) throws(PhotoLibraryError) { try remover.removeFromGIF() }
}
