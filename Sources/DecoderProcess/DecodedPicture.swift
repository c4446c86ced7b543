package import ImageDecoding
package import PerceptualHashing
package import PhotoModel

/// The result of decoding one file.
///
/// A worker returns nothing else.
package struct DecodedPicture: Sendable, Hashable, Codable {
    /// The format of the file, its metadata, and the condition of its picture.
    package var reading: ImageReading
    /// The content signature of the picture; `nil` if nothing was decoded.
    package var signature: ContentSignature?
    /// The PDQ hash; `nil` unless it was requested and the picture was decoded.
    package var pdq: PDQHash?

    /// Decodes an open file on this thread.
    ///
    /// For PDQ it decodes the file a second time, because PDQ is defined for all pixels and for coded colours.
    ///
    /// - Throws: `ioFailure` if it cannot be read, `cancelled`, `internalError`.
    package init(
        decoding source: ImageSource, with decoder: ImageDecoder, computesPDQ: Bool = false, monitor: DecodeMonitor
    ) throws(PhotoLibraryError) {
        var builder = SignatureBuilder()
        reading = try decoder.read(source, into: &builder, monitor: computesPDQ ? monitor.half(of: source) : monitor)
        signature = builder.signature(orientation: reading.metadata.orientation)
        guard computesPDQ, signature != nil else { return }
        var pdqBuilder = PDQBuilder(orientation: reading.metadata.orientation)
        try decoder.readCodedColors(source, into: &pdqBuilder, monitor: monitor.half(of: source, isSecond: true))
        pdq = pdqBuilder.hash
    }

    /// Reads everything except the pixels.
    ///
    /// - Throws: `ioFailure` if the file cannot be read, `internalError`.
    init(inspecting source: ImageSource, with decoder: ImageDecoder) throws(PhotoLibraryError) {
        reading = try decoder.inspect(source)
    }

    /// Creates a result with only the format of the file.
    init(format: ImageFormat) { reading = ImageReading(format: format) }

    /// Whether the numbers are in the range of a decoder's results.
    ///
    /// The types were checked when the message was decoded.
    var isPlausible: Bool {
        let sizes = [
            reading.storedSize, reading.geometry?.storedSize, reading.geometry?.decodedSize, signature?.size,
        ]
        // A file may state any 32-bit width or height. A picture of such a size exceeds a limit, but its size is valid.
        let sides = 1...Int(UInt32.max)
        return sizes.allSatisfy { $0.map { sides ~= $0.width && sides ~= $0.height } ?? true }
            && 0...Int(Int32.max) ~= reading.decodedRows
            && signature.map { $0.version == ContentSignature.currentVersion } ?? true
    }
}

extension DecodeMonitor {
    /// Reports each of two passes over a source as half of its bytes.
    fileprivate func half(of source: ImageSource, isSecond: Bool = false) -> DecodeMonitor {
        let before = isSecond ? source.size : 0
        return DecodeMonitor { bytes in onBytes((before + bytes) / 2) }
    }
}
