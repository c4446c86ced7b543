package import AssetLoading
package import DecoderProcess
internal import ImageDecoding
internal import PhotoModel

/// Computes all data that identify a picture, from the bytes of one file.
package struct PhotoAnalyser: Sendable {
    private let decoder: PictureDecoder

    package init(_ decoding: DecodingMode, computesPDQ: Bool = false) {
        decoder = PictureDecoder(decoding, computesPDQ: computesPDQ)
    }

    /// Reads format, metadata, image data and content signature of a loaded file.
    ///
    /// - Throws: `ioFailure` if the bytes cannot be read, `cancelled`. A bad picture is a condition, not an error.
    package func analyse(_ file: LoadedFile, progress: FileProgress?) throws -> PhotoAnalysis {
        let monitor = DecodeMonitor { bytes in
            progress?.decoded(bytes)
            return progress?.isCancelled != true
        }
        let picture = try decoder.picture(of: file.descriptor, size: file.size, monitor: monitor)
        return PhotoAnalysis(file, picture.reading, signature: picture.signature, pdq: picture.pdq)
    }

    /// Ends the decoder's workers.
    ///
    /// Call it after the last file.
    package func finish() { decoder.endWorkers() }
}

extension LoadDestination {
    /// For files that are only analysed: those of up to 16 MiB are kept in memory, larger ones are decoded from their
    /// source.
    package static let smallInMemory = LoadDestination.memory(upTo: 16 << 20)
}
