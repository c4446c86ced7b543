package import ImageDecoding
internal import PerceptualHashing
package import PhotoModel

/// What decoding makes of one file: the only thing that comes back from a worker.
package struct DecodedPicture: Sendable, Hashable, Codable {
    /// What the file is and says, and how it was decoded.
    package var reading: ImageReading
    /// What the picture looks like; `nil` if nothing was decoded.
    package var signature: ContentSignature?

    /// Decodes an open file on this thread.
    ///
    /// - Throws: `ioFailure` if it cannot be read, `cancelled`, `internalError`.
    package init(
        decoding source: ImageSource, with decoder: ImageDecoder, monitor: DecodeMonitor
    ) throws(PhotoLibraryError) {
        var builder = SignatureBuilder()
        reading = try decoder.read(source, into: &builder, monitor: monitor)
        signature = builder.signature(orientation: reading.metadata.orientation)
    }

    /// Reads all but the pixels.
    ///
    /// - Throws: `ioFailure` if the file cannot be read, `internalError`.
    init(inspecting source: ImageSource, with decoder: ImageDecoder) throws(PhotoLibraryError) {
        reading = try decoder.inspect(source)
    }

    /// A picture of which nothing is known but the kind of file.
    init(format: ImageFormat) { reading = ImageReading(format: format) }

    /// Whether the numbers are such as a decoder gives; types have checked themselves.
    var isPlausible: Bool {
        let sizes = [
            reading.storedSize, reading.geometry?.storedSize, reading.geometry?.decodedSize, signature?.size,
        ]
        // A file may state any side of 32 bits; such a picture is over a limit.
        let sides = 1...Int(UInt32.max)
        return sizes.allSatisfy { $0.map { sides ~= $0.width && sides ~= $0.height } ?? true }
            && 0...Int(Int32.max) ~= reading.decodedRows
            && signature.map { $0.version == ContentSignature.currentVersion } ?? true
    }
}
