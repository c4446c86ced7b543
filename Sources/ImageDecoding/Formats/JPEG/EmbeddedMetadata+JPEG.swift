internal import PhotoModel

extension EmbeddedMetadata {
    /// Reads the segments of a JPEG before its first scan, in any order.
    ///
    /// EXIF: the APP1 that begins with `Exif\0` and a byte (CIPA DC-008, 4.7.2), joined with those behind it that
    /// continue it. ICC: the APP2 segments that begin with `ICC_PROFILE\0`, number and count, joined by number (ICC.1,
    /// B.4). XMP: the first APP1 with its name, and its extension (XMP part 3, 1.1.3). Image resources: the APP13
    /// segments of Photoshop, joined. Multi-picture: the APP2 that begins with `MPF\0` (CIPA DC-007, 5.2).
    init(jpeg stream: PieceStream, _ limits: DecodeLimits) throws(PhotoLibraryError) {
        var segments = JPEGSegments()
        guard try stream.startsImage() else { return }
        while stream.offset < limits.maxMetadataBytes, let code = try stream.marker(),
            code != JPEGMarker.startOfScan, code != JPEGMarker.endOfImage
        {
            if JPEGMarker.isAlone(code) { continue }
            guard let length = try stream.payloadLength() else { break }
            if JPEGMarker.startsFrame(code), size == nil, length >= 5, let head = try stream.bytes(5) {
                size = PixelSize(statedWidth: head[3...4].number(), height: head[1...2].number())
                guard stream.skip(length - 5) else { break }
                continue
            }
            guard JPEGMarker.metadata.contains(code) else {
                guard stream.skip(length) else { break }
                continue
            }
            guard let payload = try stream.bytes(length) else { break }
            segments.add(payload, code: code)
            if code == JPEGMarker.application2, payload.starts(with: "MPF\0".utf8) {
                pictureCount = try Self.pictureCount(Array(payload.dropFirst(4)))
            }
        }
        for block in segments.exif { add(exif: block) }
        for packet in segments.xmp { add(xmp: packet) }
        if let digest = xmp?.extensionDigest, let rest = segments.extendedXMP(digest, upTo: limits.maxEXIFBytes) {
            xmp?.add(XMPPacket(rest))
        }
        add(imageResources: segments.imageResources)
        guard !segments.profile.isEmpty else { return }
        profile = segments.wholeProfile
        if profile == nil {
            warnings.append(ImageWarning(code: "metadataDamaged", message: "Parts of the colour profile are missing."))
        }
    }

    /// The number of pictures in a multi-picture index (CIPA DC-007, 5.2.3.2); 1 if it states no number.
    private static func pictureCount(_ index: [UInt8]) throws(PhotoLibraryError) -> Int {
        let file = SourceBytes(index)
        guard let tiff = try TIFFReader(file), let offset = try tiff.mainOffset,
            let directory = try tiff.directory(at: offset), let count = try tiff.numbers(directory[0xB001]).first
        else { return 1 }
        return max(1, count)
    }
}

/// The blocks in the segments of a JPEG, of which some are in parts.
private struct JPEGSegments {
    private static let extensionName = Array("http://ns.adobe.com/xmp/extension/\0".utf8)
    private static let profileName = Array("ICC_PROFILE\0".utf8)
    /// The beginnings of image resources: the present one, and that of Photoshop 2.5 with 8 bytes, as exiftool
    /// documents it.
    private static let resourceNames = [("Photoshop 3.0\0", 14), ("Adobe_Photoshop2.5:", 27)]

    private(set) var exif: [[UInt8]] = []
    private(set) var xmp: [[UInt8]] = []
    private(set) var imageResources: [UInt8] = []
    /// The parts of the ICC profile by number.
    private(set) var profile: [UInt8: [UInt8]] = [:]
    private var profileCount: UInt8 = 0
    /// The parts of extended XMP by the digest of the whole and by offset.
    private var extensions: [[UInt8]: [Int: [UInt8]]] = [:]
    /// Whether the segment before was EXIF.
    private var wasEXIF = false

    mutating func add(_ payload: [UInt8], code: UInt8) {
        defer { wasEXIF = code == JPEGMarker.application1 && payload.exifHeaderLength != nil }
        switch code {
        case JPEGMarker.application1:
            if let header = payload.exifHeaderLength {
                let block = payload.dropFirst(header)
                // exiftool and some cameras write EXIF of more than 64 KiB in several segments.
                if wasEXIF, !block.beginsTIFF { exif[exif.count - 1] += block } else { exif.append(Array(block)) }
            } else if payload.starts(with: Self.extensionName), payload.count > 75 {
                // The digest of the whole, its length, and the offset of this part.
                let digest = Array(payload[35..<67])
                if let offset = payload[71..<75].number() {
                    extensions[digest, default: [:]][offset] = Array(payload.dropFirst(75))
                }
            } else if payload.starts(with: EmbeddedMetadata.xmpName) {
                xmp.append(payload)
            }
        case JPEGMarker.application13:
            for (name, length) in Self.resourceNames where payload.starts(with: name.utf8) {
                imageResources += payload.dropFirst(length)
            }
        case JPEGMarker.application2 where payload.count > 14 && payload.starts(with: Self.profileName):
            guard profile[payload[12]] == nil else { return }
            profile[payload[12]] = Array(payload.dropFirst(14))
            profileCount = max(profileCount, payload[13])
        default: break
        }
    }

    /// The joined parts of extended XMP; `nil` if no part exists or the parts have more than `limit` bytes.
    ///
    /// Parts behind a missing one are left out.
    func extendedXMP(_ digest: [UInt8], upTo limit: Int) -> [UInt8]? {
        guard let parts = extensions[digest] else { return nil }
        var bytes: [UInt8] = []
        while let part = parts[bytes.count], !part.isEmpty { bytes += part }
        return bytes.isEmpty || bytes.count > limit ? nil : bytes
    }

    /// The joined parts of the profile; `nil` if parts are missing.
    var wholeProfile: [UInt8]? {
        let ordered = profile.sorted { $0.key < $1.key }
        return ordered.map(\.key).elementsEqual(1...max(1, profileCount)) ? ordered.flatMap(\.value) : nil
    }
}
