internal import PhotoModel

/// The tracks of positions in videos: GoPro, DJI, Google's CAMM, Apple's and others' timed metadata.
extension LocationRemover {
    /// The handlers of tracks of pictures, sound and time codes.
    private static let mediaHandlers: Set<String> = [
        "vide", "soun", "auxv", "pict", "tmcd", "hint", "clcp", "odsm", "sdsm", "m7sm", "ocsm", "ipsm", "mjsm",
    ]
    private static let textHandlers: Set<String> = ["text", "sbtl", "subt", "subp"]
    /// Words in the texts of positions that drones write as subtitles.
    private static let words = ["gps", "latitude", "longitude", "lat:", "lon:", "lat ", "geo", "$gp", "altitude"]

    /// Removes the places from a track.
    ///
    /// A track of positions becomes free space, and its samples become zeros. So does a track of metadata of an
    /// unknown kind.
    ///
    /// - Throws: `unsupportedFile` if the samples of a track are not found.
    func removeFromTrack(_ track: BaseMediaBox, origin: Int, isFragmented: Bool, _ used: inout UsedRanges)
        throws(PhotoLibraryError)
    {
        for box in try file.boxes(in: track.payload) {
            switch box.type {
            case "udta": try removeFromUserData(box.payload, origin: origin)
            case "meta": try removeFromMetadataBox(box.payload, origin: origin)
            case "free", "skip", "uuid": try free(box)
            default: break
            }
        }
        guard let media = try file.box("mdia", in: track.payload), let handler = try file.box("hdlr", in: media),
            let type = try file.code(at: handler.lowerBound + 8), let table = try file.box("minf", "stbl", in: media)
        else { return }
        let samples = SampleTable(file, in: table, origin: origin)
        let isMedia = Self.mediaHandlers.contains(type)
        if isMedia, isFragmented { return }
        guard let chunks = try samples.chunks() else {
            throw .placesNotRemovable("It has a track whose samples are not found.")
        }
        let haveCommonSize = try samples.haveCommonSize
        used.add(chunks, haveEnds: type != "soun" || !haveCommonSize)
        guard !isMedia, try mayHavePositions(chunks, handler: type, table) else { return }
        if isFragmented { throw .placesNotRemovable("It has a track of positions in fragments.") }
        for chunk in chunks { try fill(chunk) }
        try write(Array("free".utf8), at: track.start + 4)
        try fill(track.payload)
    }

    private func mayHavePositions(_ chunks: [Range<Int>], handler: String, _ table: Range<Int>)
        throws(PhotoLibraryError) -> Bool
    {
        guard let descriptions = try file.box("stsd", in: table)?.dropFirst(8) else { return true }
        if Self.textHandlers.contains(handler) {
            for chunk in chunks.prefix(8) {
                let text = try file.bytes(chunk.prefix(16 << 10))?.map { $0 | 0x20 } ?? []
                if Self.words.contains(where: { text.contains($0.utf8.map { $0 | 0x20 }) }) { return true }
            }
            return false
        }
        for description in try file.boxes(in: descriptions) {
            switch description.type {
            // Apple's descriptions name the keys of their values.
            case "mebx":
                let keys = try file.bytes(description.payload.prefix(64 << 10))?.latin1 ?? ""
                if PlaceName.matchesPart(of: keys.filter(\.isASCII)) || keys.lowercased().contains("location") {
                    return true
                }
            // Time codes, and Canon's exposure data.
            case "tmcd", "CTMD": break
            default: return true
            }
        }
        return false
    }
}
