internal import PhotoModel

/// HEIC, HEIF and AVIF: images as items of a base media file (ISO/IEC 23008-12 and 14496-12, 8.11).
extension ContainerReader {
    /// Reads the size, orientation and EXIF of the primary item.
    ///
    /// The orientation is that of the properties `irot` and `imir`. EXIF's orientation is ignored, because decoders
    /// apply the properties (23008-12, 6.5.10).
    ///
    /// - Returns: The items; without an item that is displayed, the track from which a picture can be shown.
    func readHEIF(
        _ reading: inout ImageReading
    ) throws(PhotoLibraryError) -> (items: HEIFFile?, track: MovieTrack?) {
        guard let items = try HEIFFile(file) else {
            let track = try readMovie(&reading)
            try addImageSequence(to: &reading)
            return (nil, track)
        }
        try reading.add(try metadata(of: items))
        reading.metadata.orientation = .up
        if items.types.values.contains("tmap") { reading.metadata.subtypes.insert(.photoHDR) }
        try addImageSequence(to: &reading)
        try readProperties(of: items, &reading)
        // The video of a motion photo is in its own box (Motion Photo format specification 1.0).
        if let video = try file.box("mpvd", in: all) { try add(video: video, to: &reading) }
        // An image sequence can contain a video and no items.
        let track = reading.storedSize == nil ? try readMovie(&reading) : nil
        return (items, track)
    }

    /// Adds the subtype of a file with a track of several pictures that are displayed one after another (23008-12, 7).
    private func addImageSequence(to reading: inout ImageReading) throws(PhotoLibraryError) {
        guard let movie = try file.box("moov", in: all) else { return }
        for box in try file.boxes(in: movie) where box.type == "trak" {
            guard let track = try MovieTrack(box.payload, of: file), track.isImageSequence,
                let sizes = try track.tables()["stsz"]
            else { continue }
            if let count = try file.fields(4, 4, 4, in: sizes)?[2], count > 1 {
                reading.metadata.subtypes.insert(.photoAnimation)
            }
        }
    }

    /// The greatest number of items of metadata that are read.
    private static let maxItems = 32

    /// The EXIF and the XMP of the displayed item; without it, those of the file's first items that can be read.
    private func metadata(of items: HEIFFile) throws(PhotoLibraryError) -> EmbeddedMetadata {
        var embedded = EmbeddedMetadata()
        for item in items.metadata("Exif").prefix(Self.maxItems) where embedded.exif?.beginsTIFF != true {
            guard let item = try items.data(of: item, upTo: limits.maxEXIFBytes),
                let block = Self.exif(ofItem: item)
            else { continue }
            embedded.add(exif: block)
        }
        // An XMP packet is an item with a MIME type. Other items have MIME types too, and are no packets.
        for item in items.metadata("mime").prefix(Self.maxItems) where embedded.xmp == nil {
            guard let packet = try items.data(of: item, upTo: limits.maxEXIFBytes) else { continue }
            embedded.add(xmp: packet)
        }
        if embedded.xmp == nil, let packet = try packetInBox(upTo: limits.maxEXIFBytes) { embedded.add(xmp: packet) }
        return embedded
    }

    /// Reads the size and the orientation of the displayed item.
    ///
    /// Of all other items it reads the type of auxiliary picture.
    private func readProperties(of items: HEIFFile, _ reading: inout ImageReading) throws(PhotoLibraryError) {
        for property in items.properties where property.type == "auxC" {
            let kind = try file.bytes(
                at: property.payload.lowerBound + 4, min(256, property.payload.dropFirst(4).count))
            reading.metadata.subtypes.formUnion(Self.subtypes[kind?.text ?? ""] ?? [])
        }
        guard let primary = items.primary else { return }
        reading.storedSize = try items.visiblePart(of: primary)?.size
        var transform = DisplayTransform()
        for property in items.properties(of: primary) {
            switch property.type {
            case "irot": transform.rotate(try file.fields(1, in: property.payload)?.first ?? 0)
            case "imir": transform.mirror(try file.fields(1, in: property.payload)?.first ?? 0)
            default: break
            }
        }
        reading.metadata.orientation = transform.orientation
    }

    private static let subtypes: [String: MediaSubtypes] = [
        "urn:mpeg:hevc:2015:auxid:2": .photoDepthEffect,
        "urn:mpeg:mpegB:cicp:systems:auxiliary:depth": .photoDepthEffect,
        "urn:com:apple:photo:2018:aux:portraiteffectsmatte": .photoDepthEffect,
        "urn:com:apple:photo:2020:aux:hdrgainmap": .photoHDR,
    ]
}

/// A sequence of turns and mirrorings as one EXIF orientation.
struct DisplayTransform {
    /// Quarter turns counterclockwise, and then whether left and right are exchanged.
    private var turns = 0
    private var isMirrored = false

    /// Adds `angle` quarter turns counterclockwise (`irot`, 23008-12, 6.5.10).
    mutating func rotate(_ angle: Int) { turns += (isMirrored ? 4 - angle & 3 : angle & 3) }

    /// Adds a mirroring (`imir`, 23008-12:2022, 6.5.12): mode 0 exchanges top and bottom, 1 left and right.
    mutating func mirror(_ mode: Int) {
        // Exchanging top and bottom equals a half turn and then exchanging left and right.
        if mode & 1 == 0 { turns += 2 }
        isMirrored.toggle()
    }

    var orientation: Orientation {
        let plain: [Orientation] = [.up, .left, .down, .right]
        let mirrored: [Orientation] = [.upMirrored, .rightMirrored, .downMirrored, .leftMirrored]
        return (isMirrored ? mirrored : plain)[turns & 3]
    }
}
