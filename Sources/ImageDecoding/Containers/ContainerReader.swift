internal import PhotoModel

extension DecodeJob {
    /// Reads the metadata of a file whose picture is not decoded.
    func inspectContainer(
        _ reading: inout ImageReading,
        _ part: (ContainerReader, inout ImageReading) throws(PhotoLibraryError) -> Void = { _, _ in }
    ) throws(PhotoLibraryError) {
        let container = ContainerReader(source, limits, progress)
        try part(container, &reading)
        reading.warnings += container.file.warnings
        reading.fail(.unsupported, reading.format.notDecoded)
    }
}

extension ImageFormat {
    /// The warning that the picture is not decoded.
    package var notDecoded: ImageWarning {
        let kind = self == .unknown ? "This kind of file" : rawValue.uppercased()
        return ImageWarning(code: "unsupported", message: "\(kind) is kept, but not decoded.")
    }
}

/// Reads size, format and metadata of a file, and the ranges of its pictures, within limits.
///
/// The folder of each format extends it. If a picture file ends early or contradicts itself, the result has the fields
/// that were read before.
struct ContainerReader {
    let file: SourceBytes
    let limits: DecodeLimits
    private let source: ImageSource
    private let progress: DecodeProgress

    init(_ source: ImageSource, _ limits: DecodeLimits, _ progress: DecodeProgress) {
        self.source = source
        self.progress = progress
        file = SourceBytes(source, limits, progress)
        self.limits = limits
    }

    /// The whole file.
    var all: Range<Int> { 0..<file.size }

    /// Adds the metadata of a JPEG at `offset` in the file.
    ///
    /// Raw files contain such JPEGs.
    func add(metadataOfJPEGAt offset: Int, to reading: inout ImageReading) throws(PhotoLibraryError) {
        let stream = PieceStream(source, progress, countsBytes: false)
        guard stream.skip(offset) else { return }
        try reading.add(EmbeddedMetadata(jpeg: stream, limits))
    }

    /// Consecutive little-endian numbers of `lengths` bytes; `nil` if the file is shorter.
    func numbers(at offset: Int, _ lengths: Int...) throws(PhotoLibraryError) -> [Int]? {
        guard let bytes = try file.bytes(at: offset, lengths.reduce(0, +)) else { return nil }
        var start = 0
        return lengths.compactMap { length in
            defer { start += length }
            return bytes[start..<start + length].number(littleEndian: true)
        }
    }

    /// The frame header of a JPEG in this part of the file.
    func frameHeader(ofJPEGIn range: Range<Int>) throws(PhotoLibraryError) -> (code: UInt8, size: PixelSize)? {
        let stream = PieceStream(.part(of: source, range), progress, countsBytes: false, pieceSize: 4 << 10)
        stream.end = limits.maxMetadataBytes
        return try stream.frameHeader()
    }

    /// Adds the video of a photo in this part of the file.
    func add(video: Range<Int>, to reading: inout ImageReading) throws(PhotoLibraryError) {
        reading.embeddedVideo = video
        reading.metadata.subtypes.insert(.photoLive)
        var movie = ImageReading(format: .video)
        try readMovie(&movie, in: video)
        reading.metadata.duration = movie.metadata.duration
    }
}

extension PixelSize {
    /// Creates a size that a file states; `nil` if a side is zero, missing or impossible.
    init?(statedWidth width: Int?, height: Int?) {
        guard let width, let height, 1...Int(Int32.max) ~= width, 1...Int(Int32.max) ~= height else { return nil }
        self.init(width: width, height: height)
    }
}
