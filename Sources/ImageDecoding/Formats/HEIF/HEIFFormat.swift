internal import PhotoModel

/// HEIC, HEIF and AVIF (ISO/IEC 23008-12).
struct HEIFFormat: FormatSupport {
    let formats: [ImageFormat] = [.heic, .avif]

    var warmUpPictures: [[UInt8]] { WarmUpPictures.heif }

    private static let brands: Set<String> = ["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"]
    private static let brandsOfAVIF: Set<String> = ["avif", "avis"]

    func format(of head: FileHead) -> ImageFormat? {
        let brands = head.brands
        guard let major = brands.first else { return nil }
        if Self.brandsOfAVIF.contains(major) { return .avif }
        // `mif1` means only an image file. The coding is among the compatible brands.
        return !Self.brands.contains(major) ? nil : Self.brandsOfAVIF.isDisjoint(with: brands) ? .heic : .avif
    }

    func inspect(_ job: DecodeJob, _ reading: inout ImageReading) throws(PhotoLibraryError) {
        try job.inspectHEIF(&reading)
    }

    func read(
        _ job: DecodeJob, _ reading: inout ImageReading, _ take: (DecodedRow) -> Void
    ) throws(PhotoLibraryError) { try job.readHEIF(&reading, take) }

    func removePlaces(_ remover: LocationRemover) throws(PhotoLibraryError) {
        try remover.removeFromBaseMedia(remover.all)
    }
}
