internal import PhotoModel

/// The files of one format, or of formats that share a container: how they are detected, read, decoded, and rid of
/// places.
///
/// Each format has a folder. ``FormatRegistry`` lists the formats.
protocol FormatSupport: Sendable {
    /// The formats of these files.
    var formats: [ImageFormat] { get }

    /// The pictures that a decoder worker decodes before it enters its jail; none if the build does not decode them.
    ///
    /// They use all parts of a decoder, because libraries read files on first use.
    var warmUpPictures: [[UInt8]] { get }

    /// The format of a file with these first bytes; `nil` if it is not one of these files.
    func format(of head: FileHead) -> ImageFormat?

    /// Reads everything except the pixels and the digest.
    func inspect(_ job: DecodeJob, _ reading: inout ImageReading) throws(PhotoLibraryError)

    /// Reads everything, and gives the rows of the picture to `take`.
    func read(
        _ job: DecodeJob, _ reading: inout ImageReading, _ take: (DecodedRow) -> Void
    ) throws(PhotoLibraryError)

    /// Overwrites the places in the metadata of a file.
    ///
    /// - Throws: `unsupportedFile` if the file may hold places that cannot be removed; `ioFailure`.
    func removePlaces(_ remover: LocationRemover) throws(PhotoLibraryError)
}

extension FormatSupport {
    var warmUpPictures: [[UInt8]] { [] }
}
