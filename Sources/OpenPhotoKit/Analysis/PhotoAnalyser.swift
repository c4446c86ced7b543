internal import AssetLoading
internal import ImageDecoding
internal import PerceptualHashing
internal import PhotoModel

/// Turns the bytes of one file into everything that identifies its picture.
struct PhotoAnalyser: Sendable {
    private let decoder = ImageDecoder()

    /// Reads format, metadata, image data and content signature of a file that has arrived.
    ///
    /// - Throws: `ioFailure` if the bytes cannot be read, `cancelled`. A bad picture is a condition, not an error.
    func analyse(_ file: LoadedFile, progress: FileProgress?) throws -> PhotoAnalysis {
        var builder = SignatureBuilder()
        let monitor = DecodeMonitor { bytes in
            progress?.decoded(bytes)
            return progress?.isCancelled != true
        }
        let reading = try decoder.read(
            .file(descriptor: file.descriptor, size: file.size), into: &builder, monitor: monitor)
        return PhotoAnalysis(
            path: file.source, bytes: file.size, sha256: file.sha256, reading: reading,
            signature: builder.signature(orientation: reading.metadata.orientation))
    }
}

extension LoadDestination {
    /// For files that are only analysed: up to 16 MiB stay in memory, larger ones are decoded from their source.
    static let smallInMemory = LoadDestination.memory(upTo: 16 << 20)
}
