internal import PhotoModel

/// TIFF (6.0) and BigTIFF.
struct TIFFFormat: FormatSupport {
    let formats: [ImageFormat] = [.tiff]

    func format(of head: FileHead) -> ImageFormat? {
        ["II*\0", "MM\0*", "II+\0", "MM\0+"].contains { head.has($0) } ? .tiff : nil
    }

    func inspect(_ job: DecodeJob, _ reading: inout ImageReading) throws(PhotoLibraryError) {
        try job.inspectTIFF(&reading)
    }

    func read(
        _ job: DecodeJob, _ reading: inout ImageReading, _ take: (DecodedRow) -> Void
    ) throws(PhotoLibraryError) { try job.readTIFF(&reading, take) }

    func removePlaces(_ remover: LocationRemover) throws(PhotoLibraryError) { try remover.removeFromTIFFFile() }
}
