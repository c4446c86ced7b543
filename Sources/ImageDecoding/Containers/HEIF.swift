internal import PhotoModel

/// HEIC, HEIF and AVIF: images as items of a base media file (ISO/IEC 23008-12 and 14496-12, 8.11).
extension ContainerReader {
    /// Reads the size, orientation and EXIF of the primary item.
    ///
    /// The orientation is that of the properties `irot` and `imir`. EXIF's orientation is ignored, because decoders
    /// apply the properties (23008-12, 6.5.10).
    func readHEIF(_ reading: inout ImageReading) throws(PhotoLibraryError) {
        guard let meta = try file.box("meta", in: all)?.dropFirst(4) else { return try readMovie(&reading) }
        var boxes: [String: Range<Int>] = [:]
        for box in try file.boxes(in: meta) where boxes[box.type] == nil { boxes[box.type] = box.payload }

        let items = try boxes["iinf"].map { range throws(PhotoLibraryError) in try file.itemTypes(in: range) } ?? [:]
        if let locations = boxes["iloc"] {
            let data = boxes["idat"]
            var embedded = EmbeddedMetadata()
            if let exif = items.first(where: { $0.value == "Exif" })?.key,
                let item = try itemData(exif, locations, data, upTo: limits.maxEXIFBytes),
                // The offset of the TIFF header, counted from the end of the offset (23008-12, A.2.1).
                let offset = item.prefix(4).number(), offset < item.count - 4
            {
                embedded.exif = Array(item.dropFirst(4 + offset))
            }
            // An XMP packet is an item with a MIME type. Other items have MIME types too.
            if let packet = items.first(where: { $0.value == "mime" })?.key,
                let item = try itemData(packet, locations, data, upTo: limits.maxEXIFBytes)
            {
                embedded.xmp = XMPPacket(item)
            }
            try reading.add(embedded)
        }
        reading.metadata.orientation = .up
        if items.values.contains("tmap") { reading.metadata.subtypes.insert(.photoHDR) }
        if let properties = boxes["iprp"], let primary = boxes["pitm"], let fields = try file.fields(1, 3, in: primary),
            let item = try file.fields(fields[0] == 0 ? 2 : 4, in: primary.dropFirst(4))?.first
        {
            try readProperties(of: item, properties, &reading)
        }
        // The video of a motion photo is in its own box (Motion Photo format specification 1.0).
        if let video = try file.box("mpvd", in: all) { try add(video: video, to: &reading) }
        // An image sequence can contain a video and no items.
        if reading.storedSize == nil { try readMovie(&reading) }
    }

    /// The joined extents of an item; `nil` if they are not in this file, or if there are more than `limit` bytes.
    private func itemData(_ item: Int, _ locations: Range<Int>, _ data: Range<Int>?, upTo limit: Int)
        throws(PhotoLibraryError) -> [UInt8]?
    {
        guard let extents = try file.itemExtents(of: item, in: locations, data) else { return nil }
        var bytes: [UInt8] = []
        for extent in extents {
            guard extent.count <= limit - bytes.count, let part = try file.bytes(extent) else { return nil }
            bytes += part
        }
        return bytes
    }

    /// Reads the properties of the primary item: `ispe`, `clap`, `irot`, `imir`, in the order in which they apply.
    ///
    /// Of all other items it reads the type of auxiliary picture.
    private func readProperties(of item: Int, _ range: Range<Int>, _ reading: inout ImageReading)
        throws(PhotoLibraryError)
    {
        guard let container = try file.box("ipco", in: range) else { return }
        let properties = try file.boxes(in: container)
        for property in properties where property.type == "auxC" {
            let kind = try file.bytes(
                at: property.payload.lowerBound + 4, min(256, property.payload.dropFirst(4).count))
            reading.metadata.subtypes.formUnion(Self.subtypes[kind?.text ?? ""] ?? [])
        }
        var transform = DisplayTransform()
        for index in try propertyIndices(of: item, range) where properties.indices.contains(index - 1) {
            let property = properties[index - 1]
            switch property.type {
            case "ispe":
                let fields = try file.fields(4, 4, 4, in: property.payload)
                reading.storedSize = PixelSize(statedWidth: fields?[1], height: fields?[2])
            case "clap":
                // Width and height of the displayed part, each a fraction (14496-12, 12.1.4).
                let fields = try file.fields(4, 4, 4, 4, in: property.payload)
                if let fields, fields[1] > 0, fields[3] > 0,
                    let size = PixelSize(statedWidth: fields[0] / fields[1], height: fields[2] / fields[3])
                {
                    reading.storedSize = size
                }
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

    /// The indexes of an item's properties, counted from 1, in order (`ipma`, 23008-12, 9.3).
    private func propertyIndices(of item: Int, _ range: Range<Int>) throws(PhotoLibraryError) -> [Int] {
        for box in try file.boxes(in: range) where box.type == "ipma" {
            guard let head = try file.fields(1, 3, 4, in: box.payload) else { continue }
            let idLength = head[0] == 0 ? 2 : 4
            let indexLength = head[1] & 1 == 0 ? 1 : 2
            var place = box.payload.dropFirst(8)
            for _ in 0..<head[2] {
                guard file.countElement(), let id = try file.fields(idLength, in: place)?.first,
                    let count = try file.fields(1, in: place.dropFirst(idLength))?.first
                else { break }
                place = place.dropFirst(idLength + 1)
                if id == item {
                    // The highest bit marks an essential property.
                    let bytes = try file.bytes(at: place.lowerBound, count * indexLength) ?? []
                    return stride(from: 0, to: bytes.count, by: indexLength).map {
                        (bytes[$0..<$0 + indexLength].number() ?? 0) & (indexLength == 1 ? 0x7F : 0x7FFF)
                    }
                }
                place = place.dropFirst(count * indexLength)
            }
        }
        return []
    }
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
