internal import PhotoModel

/// MP4, MOV, M4V, 3GP: videos in base media files (ISO/IEC 14496-12) and QuickTime files (QuickTime File Format).
extension ContainerReader {
    /// The frame rate, in frames a second, from which a video counts as one of a high frame rate.
    private static let highFrameRate = 100.0

    /// Reads duration, size, orientation, time and camera from `moov`, at any position in the file.
    ///
    /// The capture time is the first of these fields that states one. `com.apple.quicktime.creationdate`, `©day` and
    /// `date` have the time on the camera's clock. The creation time of `mvhd`, and without one that of the picture
    /// track, is UTC by specification: the capture time then has the offset 0, and the time on the camera's clock is
    /// unknown. Some cameras write their clock's time there instead, and nothing in the file shows this.
    ///
    /// - Returns: The track from which a picture can be shown; `nil` for a file without such a track.
    @discardableResult
    func readMovie(
        _ reading: inout ImageReading, in range: Range<Int>? = nil
    ) throws(PhotoLibraryError) -> MovieTrack? {
        guard let movie = try file.box("moov", in: range ?? all) else { return nil }
        var tags = MovieTags()
        var creation: CaptureTime?
        let boxes = try file.boxes(in: movie)
        for box in boxes {
            switch box.type {
            case "mvhd":
                reading.metadata.duration = try duration(in: box.payload)
                creation = try creationTime(in: box.payload)
            case "udta": try readUserData(in: box.payload, &tags)
            case "meta": try readMetadataItems(in: box.payload, &tags)
            default: break
            }
        }
        let track = try pictureTrack(of: boxes)
        // Apple's cameras write the mode and the lens into the track.
        if let track, let items = try file.box("meta", in: track.range) { try readMetadataItems(in: items, &tags) }
        tags.add(to: &reading.metadata)
        if let track { try readPictureTrack(track, &reading) }
        for header in [track?.header, try track.flatMap(mediaHeader)] where creation == nil {
            creation = try header.flatMap { range throws(PhotoLibraryError) in try creationTime(in: range) }
        }
        reading.metadata.captureTime = reading.metadata.captureTime ?? creation
        return track
    }

    private func mediaHeader(of track: MovieTrack) throws(PhotoLibraryError) -> Range<Int>? {
        try file.box("mdhd", in: track.media)
    }

    /// The creation time of `mvhd`, `tkhd` or `mdhd`; `nil` for zero, which means unknown (14496-12, 8.2.2).
    ///
    /// It counts from 1904, in 64 bits of version 1. Some programs count from 1970. As in exiftool, a time that would
    /// be before 1970 is such a time, because there were no digital videos then.
    private func creationTime(in range: Range<Int>) throws(PhotoLibraryError) -> CaptureTime? {
        guard let version = try file.fields(1, in: range)?.first,
            // A time of more than 63 bits is ignored.
            let seconds = try file.fields(version == 1 ? 8 : 4, in: range.dropFirst(4))?.first, seconds > 0
        else { return nil }
        let from1904To1970 = 2_082_844_800
        return CaptureTime(utcSeconds: seconds < from1904To1970 ? seconds : seconds - from1904To1970)
    }

    /// The duration of `mvhd` or `mdhd` in seconds; `nil` for zero and for all ones, which mean unknown.
    private func duration(in range: Range<Int>) throws(PhotoLibraryError) -> Double? {
        guard let version = try file.fields(1, in: range)?.first, case let length = version == 1 ? 8 : 4,
            let scale = try file.fields(4, in: range.dropFirst(4 + 2 * length))?.first, scale > 0,
            let units = try file.fields(length, in: range.dropFirst(8 + 2 * length))?.first, units > 0,
            version == 1 || units != UInt32.max
        else { return nil }
        return Double(units) / Double(scale)
    }

    /// The first video track that is enabled; without one, the first video track.
    private func pictureTrack(of boxes: [BaseMediaBox]) throws(PhotoLibraryError) -> MovieTrack? {
        var first: MovieTrack?
        for box in boxes where box.type == "trak" {
            guard let track = try MovieTrack(box.payload, of: file) else { continue }
            if track.isEnabled { return track }
            first = first ?? track
        }
        return first
    }

    /// Reads the size and orientation of a track.
    private func readPictureTrack(_ track: MovieTrack, _ reading: inout ImageReading) throws(PhotoLibraryError) {
        // The matrix, width and height follow flags, times, identifier, duration, layer, group and volume (8.3.2).
        let matrix = track.header.dropFirst(track.version == 1 ? 52 : 40)
        if let fields = try file.fields(4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, in: matrix) {
            // 16.16 fixed point.
            if let size = PixelSize(statedWidth: fields[9] >> 16, height: fields[10] >> 16) {
                reading.storedSize = size
            }
            reading.metadata.orientation = Self.orientation(a: fields[0], b: fields[1], c: fields[3], d: fields[4])
        }
        if let header = try mediaHeader(of: track), let duration = try self.duration(in: header),
            let sizes = try file.box("minf", "stbl", "stsz", in: track.media),
            let frames = try file.fields(4, 4, 4, in: sizes)?[2],
            Double(frames) / duration >= Self.highFrameRate
        {
            reading.metadata.subtypes.insert(.videoHighFrameRate)
        }
    }

    /// The orientation of a matrix that consists of quarter turns and mirrorings; `.up` for other matrices.
    ///
    /// A point (x, y) goes to (a·x + c·y, b·x + d·y); the numbers are 16.16 fixed point, y goes down.
    private static func orientation(a: Int, b: Int, c: Int, d: Int) -> Orientation {
        let signs = [a, b, c, d].map { $0 == 0 ? 0 : $0 > Int32.max ? -1 : 1 }
        let orientations: [[Int]: Orientation] = [
            [1, 0, 0, 1]: .up, [-1, 0, 0, 1]: .upMirrored, [-1, 0, 0, -1]: .down, [1, 0, 0, -1]: .downMirrored,
            [0, 1, 1, 0]: .leftMirrored, [0, 1, -1, 0]: .right, [0, -1, -1, 0]: .rightMirrored, [0, -1, 1, 0]: .left,
        ]
        return orientations[signs] ?? .up
    }

    /// Reads `udta`: QuickTime's texts with names that begin with ©, 3GPP's place and title, and items as iTunes
    /// writes them.
    private func readUserData(in range: Range<Int>, _ tags: inout MovieTags) throws(PhotoLibraryError) {
        for box in try file.boxes(in: range) {
            switch box.type {
            case "meta": try readMetadataItems(in: box.payload, &tags)
            case "loci": try readPlace(in: box.payload, &tags)
            case "titl" where tags["©nam"] == nil:
                // 3GPP TS 26.244, 8.2: version, flags, a packed language, text.
                tags["©nam"] = try text(box.payload.dropFirst(6))
            case "auth", "perf", "dscp", "cprt": break
            case "date": tags[box.type] = try text(box.payload)
            case let name where name.hasPrefix("©") && tags[name] == nil:
                // Length and language, 16 bits each, and then the text.
                guard let length = try file.fields(2, in: box.payload)?.first else { continue }
                let value = box.payload.dropFirst(4)
                tags[name] = try text(value.prefix(length))
            default: break
            }
        }
    }

    /// 3GPP TS 26.244, 8.2: a name, a role, then longitude, latitude and altitude as 16.16 fixed point.
    private func readPlace(in range: Range<Int>, _ tags: inout MovieTags) throws(PhotoLibraryError) {
        let value = range.dropFirst(6)
        guard let bytes = try file.bytes(at: value.lowerBound, min(value.count, 1024)),
            let end = bytes.firstIndex(of: 0), let fields = try file.fields(1, 4, 4, 4, in: value.dropFirst(end + 1))
        else { return }
        let degrees = fields.dropFirst().map { Double(Int32(truncatingIfNeeded: $0)) / 65_536 }
        tags.place = ImageMetadata.Location(statedLatitude: degrees[1], longitude: degrees[0], altitude: degrees[2])
    }

    /// Reads `meta`: QuickTime's `keys` with `ilst`, or `ilst` alone, whose items have names of four characters.
    private func readMetadataItems(in range: Range<Int>, _ tags: inout MovieTags) throws(PhotoLibraryError) {
        // ISO files have a version and flags before the boxes; QuickTime files do not.
        let isQuickTime = try file.code(at: range.lowerBound + 4) == "hdlr"
        let boxes = try file.boxes(in: isQuickTime ? range : range.dropFirst(4))
        guard let list = boxes.first(where: { $0.type == "ilst" })?.payload else { return }
        let keys = try boxes.first { $0.type == "keys" }
            .map { box throws(PhotoLibraryError) in try itemKeys(in: box.payload) }
        for item in try file.boxes(in: list) {
            guard let data = try file.box("data", in: item.payload), let type = try file.fields(4, in: data)?.first
            else {
                continue
            }
            // With `keys`, the name is an index that begins with 1.
            let index = item.type.unicodeScalars.reduce(0) { $0 << 8 | Int($1.value) } - 1
            let name = keys == nil ? item.type : keys.flatMap { $0.indices ~= index ? $0[index] : nil }
            guard let name, tags[name] == nil else { continue }
            tags[name] = try value(of: type, in: data.dropFirst(8))
        }
    }

    /// The names in `keys`: version, flags, count, and for each name a size, a name space and the name.
    private func itemKeys(in range: Range<Int>) throws(PhotoLibraryError) -> [String] {
        var keys: [String] = []
        for box in try file.boxes(in: range.dropFirst(8)) { keys.append(try text(box.payload) ?? "") }
        return keys
    }

    /// A value as text, by the type of the value (QuickTime File Format, «Well-known types»): UTF-8 1, signed 21,
    /// unsigned 22, floating point 23.
    private func value(of type: Int, in range: Range<Int>) throws(PhotoLibraryError) -> String? {
        guard range.count <= 8, 21...23 ~= type else { return type == 1 ? try text(range) : nil }
        guard let number = try file.number(at: range.lowerBound, range.count) else { return nil }
        return type == 23 ? String(Float(bitPattern: UInt32(truncatingIfNeeded: number))) : String(number)
    }

    /// The text in a range of at most 16 KiB.
    private func text(_ range: Range<Int>) throws(PhotoLibraryError) -> String? {
        range.count <= EXIFBlock.maxValueBytes ? try file.bytes(range)?.text : nil
    }
}

/// The texts of a video by name.
private struct MovieTags {
    private var texts: [String: String] = [:]
    var place: ImageMetadata.Location?

    subscript(name: String) -> String? {
        get { texts[name] }
        set { texts[name] = newValue }
    }

    /// The texts of these names that the video has.
    private func all(_ names: String...) -> some Sequence<String> { names.lazy.compactMap { texts[$0] } }

    private func first(_ names: String...) -> String? { names.lazy.compactMap { texts[$0] }.first }

    func add(to metadata: inout ImageMetadata) {
        let apple = "com.apple.quicktime."
        metadata.captureTime = all(apple + "creationdate", "©day", "date").compactMap { CaptureTime(stated: $0) }.first
        metadata.make = first(apple + "make", "com.android.manufacturer", "©mak")
        metadata.model = first(apple + "model", "com.android.model", "©mod")
        metadata.lens = first(apple + "camera.lens_model")
        metadata.title = first(apple + "title", apple + "displayname", "©nam")
        metadata.caption = first(apple + "description", apple + "comment", "desc", "©des", "©cmt")
        metadata.keywords = first(apple + "keywords").map { $0.split(separator: ",").compactMap { $0.utf8.text } } ?? []
        metadata.contentIdentifier = first(apple + "content.identifier")
        metadata.location =
            all(apple + "location.ISO6709", "©xyz").compactMap { ImageMetadata.Location(iso6709: $0) }.first ?? place
        let isLapse = first("com.apple.photos.captureMode")?.lowercased().filter(\.isLetter) == "timelapse"
        if isLapse { metadata.subtypes.insert(.videoTimelapse) }
        if let rate = first("com.android.capture.fps").flatMap(Double.init), rate >= 100 {
            metadata.subtypes.insert(.videoHighFrameRate)
        }
        if texts.keys.contains(where: { $0.hasPrefix(apple + "cinematic-video") }) {
            metadata.subtypes.insert(.videoCinematic)
        }
        metadata.addSubtypeOfLens()
    }
}
