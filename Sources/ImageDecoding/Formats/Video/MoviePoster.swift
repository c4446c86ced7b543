internal import PhotoModel

/// The key frame that is shown of a video, and how it is coded.
struct MoviePoster {
    let picture: CodedPicture
    /// The size of the coded pictures that the file states.
    let size: PixelSize
    /// The payload of `colr`, with its type.
    private(set) var colors: [UInt8]?

    /// - Throws: `unsupported` if the track has no key frame, or its codec is not supported; `damaged` if the file
    ///   contradicts itself.
    init(_ track: MovieTrack) throws(DecodeStop) {
        let (file, stop) = (track.file, DecodeStop.unsupported("The video is kept, but it has no key frame to show."))
        let found = try withCallerErrors { () throws(PhotoLibraryError) -> (MovieTrack.Sample, BaseMediaBox)? in
            let tables = try track.tables()
            guard let sample = try track.displayedSample(tables),
                let descriptions = tables["stsd"].map({ $0.dropFirst(8) }), sample.description > 0,
                let entry = try file.boxes(in: descriptions).dropFirst(sample.description - 1).first
            else { return nil }
            return (sample, entry)
        }
        guard let (sample, entry) = found else { throw stop }
        guard sample.range.upperBound <= file.size else {
            throw .truncated("The video ends before its first key frame.")
        }
        guard let coding = Self.codings[entry.type] else {
            throw .unsupported("Videos coded as “\(entry.type)” are kept, but show no picture.")
        }
        let parts = try withCallerErrors { () throws(PhotoLibraryError) in try Self.parts(of: entry, coding, file) }
        guard let (configuration, size, colors) = parts else {
            throw .corrupt("The video states no codec configuration.")
        }
        picture = CodedPicture(coding: coding, configuration: configuration, extents: [sample.range])
        (self.size, self.colors) = (size, colors)
    }

    /// The codings by the type of the sample entry.
    ///
    /// `avc3` and `hev1` have parameter sets also in the samples.
    private static let codings: [String: PictureCoding] = [
        "avc1": .h264, "avc3": .h264, "hvc1": .hevc, "hev1": .hevc, "av01": .av1,
    ]

    /// The configuration, the size and the colours of a sample entry (ISO/IEC 14496-12, 12.1.3).
    private static func parts(
        of entry: BaseMediaBox, _ coding: PictureCoding, _ file: SourceBytes
    ) throws(PhotoLibraryError) -> ([UInt8], PixelSize, [UInt8]?)? {
        guard let sides = try file.fields(2, 2, in: entry.payload.dropFirst(24)),
            let size = PixelSize(statedWidth: sides[0], height: sides[1])
        else { return nil }
        let boxes = try file.boxes(in: entry.payload.dropFirst(78))
        guard let configuration = boxes.first(where: { $0.type == coding.configurationType }),
            let bytes = try file.bytes(configuration.payload)
        else { return nil }
        let colors = try boxes.first { $0.type == "colr" }
            .flatMap { box throws(PhotoLibraryError) in
                try file.bytes(at: box.payload.lowerBound, min(11, box.payload.count))
            }
        return (bytes, size, colors)
    }

    /// The colours of the decoded picture.
    ///
    /// Those of `colr` take precedence over those of the coded picture. QuickTime's `nclc` does not state the levels.
    /// Of a video that states no matrix, players assume that of its time: of ITU-R BT.709 for high definition.
    func points(of picture: PlanarPicture) -> CodePoints {
        var points = picture.points
        let payload = (colors ?? []).dropFirst(4)
        switch colors?.prefix(4).latin1 {
        case "nclx": points = CodePoints(nclx: payload) ?? points
        case "nclc":
            // The byte with the levels is missing.
            points = CodePoints(nclx: payload.prefix(6) + [points.isFullRange ? 0x80 : 0]) ?? points
        default: break
        }
        if points.matrix == 2 { points.matrix = picture.size.height > 576 ? 1 : 6 }
        return points
    }
}
