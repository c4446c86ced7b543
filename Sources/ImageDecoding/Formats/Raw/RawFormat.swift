internal import PhotoModel

/// Raw files of cameras.
struct RawFormat: FormatSupport {
    let formats: [ImageFormat] = [.raw]

    /// The beginnings of the files of Olympus, Panasonic, Fujifilm, Minolta, Sigma, and Canon's older kind.
    private static let signatures = [
        "IIRO", "IIRS", "MMOR", "IIU\0", "FUJIFILMCCD-RAW", "\0MRM", "FOVb", "II\u{1A}\0\0\0HEAPCCDR",
    ]

    func format(of head: FileHead) -> ImageFormat? {
        // Canon's CR2 and Phase One are based on TIFF, and Canon's CR3 is a base media file.
        let isTIFF = head.has("II*\0") && (head.has("CR", at: 8) || head.has("IIII", at: 8))
        return isTIFF || Self.signatures.contains { head.has($0) } || head.brands.first == "crx " ? .raw : nil
    }

    func inspect(_ job: DecodeJob, _ reading: inout ImageReading) throws(PhotoLibraryError) {
        try job.inspectContainer(&reading) { (container, reading) throws(PhotoLibraryError) in
            try container.readRaw(&reading)
        }
    }

    func read(
        _ job: DecodeJob, _ reading: inout ImageReading, _ take: (DecodedRow) -> Void
    ) throws(PhotoLibraryError) { try job.readRaw(&reading, take) }

    func removePlaces(_ remover: LocationRemover) throws(PhotoLibraryError) { try remover.removeFromRaw() }
}
