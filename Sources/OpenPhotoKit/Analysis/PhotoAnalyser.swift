internal import AssetLoading
internal import DecoderProcess
internal import ImageDecoding
internal import PhotoModel

/// Turns the bytes of one file into everything that identifies its picture.
struct PhotoAnalyser: Sendable {
    private let decoder: PictureDecoder

    init(_ decoding: DecodingMode, computesPDQ: Bool = false) {
        decoder = PictureDecoder(decoding, computesPDQ: computesPDQ)
    }

    /// Reads format, metadata, image data and content signature of a file that has arrived.
    ///
    /// - Throws: `ioFailure` if the bytes cannot be read, `cancelled`. A bad picture is a condition, not an error.
    func analyse(_ file: LoadedFile, progress: FileProgress?) throws -> PhotoAnalysis {
        let monitor = DecodeMonitor { bytes in
            progress?.decoded(bytes)
            return progress?.isCancelled != true
        }
        let picture = try decoder.picture(of: file.descriptor, size: file.size, monitor: monitor)
        return PhotoAnalysis(file, picture.reading, signature: picture.signature, pdq: picture.pdq)
    }

    /// Ends the decoder's workers: after the last file.
    func finish() { decoder.endWorkers() }
}

extension LoadDestination {
    /// For files that are only analysed: up to 16 MiB stay in memory, larger ones are decoded from their source.
    static let smallInMemory = LoadDestination.memory(upTo: 16 << 20)
}
