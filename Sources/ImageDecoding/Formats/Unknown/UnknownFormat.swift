internal import PhotoModel

/// Files of no known format, among them sidecars.
struct UnknownFormat: FormatSupport {
    let formats: [ImageFormat] = [.unknown]

    func format(of head: FileHead) -> ImageFormat? { .unknown }

    func inspect(_ job: DecodeJob, _ reading: inout ImageReading) throws(PhotoLibraryError) {
        try job.inspectContainer(&reading)
    }

    func read(
        _ job: DecodeJob, _ reading: inout ImageReading, _ take: (DecodedRow) -> Void
    ) throws(PhotoLibraryError) { try job.inspectContainer(&reading) }

    func removePlaces(_ remover: LocationRemover) throws(PhotoLibraryError) { try remover.removeFromSidecar() }
}
