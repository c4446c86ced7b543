internal import PhotoModel

/// The segments of a JPEG that are joined to blocks.
struct JoinedSegments {
    /// The parts of Photoshop's image resources.
    var imageResources: [Range<Int>] = []
    /// The parts of extended XMP by the digest of the whole, each with its position.
    var extendedXMP: [[UInt8]: [(offset: Int, part: Range<Int>)]] = [:]
    /// The parts of FLIR's data.
    var thermalData: [Range<Int>] = []
    /// Whether a segment of a thermal camera of InfiRay came before.
    var isFromInfiRay = false
    /// The parts of boxes of JUMBF.
    var boxes: [Range<Int>] = []
}

extension LocationRemover {
    /// The beginnings of application segments without places, by marker, as exiftool documents them.
    private static let segmentsWithoutPlaces: [UInt8: [String]] = [
        0xE0: [""],
        0xE1: ["QVCI\0"],
        0xE2: ["ICC_PROFILE\0", "MPF\0", "QVGA\0", "BGTH", "urn:iso:std:iso:ts:21496:-1\0"],
        0xE3: ["Stim\0", "_JPSJPS_"],
        0xE4: ["SCALADO\0"],
        0xE5: ["ssuniqueid\0"],
        0xE6: ["EPPIM\0", "NITF\0", "NTIF\0", "TDHD"],
        0xE7: ["\u{1A}Qualcomm Camera Attributes"],
        0xE8: ["SPIFF\0"],
        0xEA: ["UNICODE\0"],
        0xEB: ["HDR_RI "],
        0xEC: ["[picture info]", "Ducky", "Type=", "OLYMPUS", "SEIKO", "AGFA", "SANYO"],
        0xED: ["Adobe_CM"],
        0xEE: ["Adobe"],
        0xEF: ["Q "],
    ]

    /// Removes the places from an application segment.
    ///
    /// A segment of an unknown kind is erased, because it may have coordinates.
    func removeFromSegment(_ code: UInt8, _ payload: Range<Int>, _ segments: inout JoinedSegments)
        throws(PhotoLibraryError)
    {
        guard let head = try file.bytes(payload.prefix(64)), head.contains(where: { $0 != 0 }) else { return }
        func begins(_ text: String) -> Bool { head.starts(with: text.unicodeScalars.map { UInt8($0.value & 0xFF) }) }
        switch code {
        case 0xE1 where begins("Exif\0"), 0xE3 where begins("Exif\0"), 0xE3 where begins("Meta\0"),
            0xE3 where begins("META\0"):
            try removeFromEXIF(FileExtents(payload.dropFirst(6)))
        case 0xE1:
            if begins("http://ns.adobe.com/xmp/extension/\0") {
                // A digest of the whole, its length, and the position of this part (XMP part 3, 1.1.3.1).
                let digest = try file.bytes(payload.dropFirst(35).prefix(32)) ?? []
                let offset = try file.number(at: payload.lowerBound + 71, 4) ?? 0
                segments.extendedXMP[digest, default: []].append((offset, payload.dropFirst(75)))
            } else if begins("http") {
                let name = head.firstIndex(of: 0).map { $0 + 1 } ?? head.firstIndex(of: UInt8(ascii: "<")) ?? 0
                try removeFromXMP(FileExtents(payload.dropFirst(name)))
            } else if begins("FLIR\0") {
                segments.thermalData.append(payload.dropFirst(8))
            } else if begins("PARROT\0") {
                try removeFromEXIF(FileExtents(payload.dropFirst(7)))
            } else if !begins("QVCI\0") {
                try fill(payload)
            }
        case 0xE6 where begins("GoPro\0"): try removeFromGPMF(payload.dropFirst(6), depth: 0)
        case 0xEB where begins("JP"): segments.boxes.append(payload)
        case 0xED where begins("Photoshop 3.0\0"): segments.imageResources.append(payload.dropFirst(14))
        case 0xED where begins("Adobe_Photoshop2.5:"): segments.imageResources.append(payload.dropFirst(27))
        // Property sets of FlashPix. Their property of places has this number.
        case 0xE2 where begins("FPXR\0"), 0xE4 where begins("FPXR\0"):
            if try file.bytes(payload)?.contains([0x0C, 0x00, 0x00, 0x23]) != false { try fill(payload) }
        // A preview.
        case 0xE2...0xE9 where begins("\u{FF}\u{D8}\u{FF}"): break
        // The other segments of InfiRay's cameras have no name.
        case 0xE2 where head.dropFirst(4).starts(with: "IJPEG\0".utf8): segments.isFromInfiRay = true
        case 0xE3...0xE9 where segments.isFromInfiRay: break
        default:
            if Self.segmentsWithoutPlaces[code]?.contains(where: { begins($0) }) != true { try fill(payload) }
        }
    }

    /// Removes the places from the blocks that several segments form.
    func removeFromJoinedSegments(_ segments: JoinedSegments) throws(PhotoLibraryError) {
        if !segments.imageResources.isEmpty { try removeFromImageResources(FileExtents(segments.imageResources)) }
        for parts in segments.extendedXMP.values {
            try removeFromXMP(FileExtents(parts.sorted { $0.offset < $1.offset }.map(\.part)))
        }
        if !segments.thermalData.isEmpty { try removeFromThermalData(FileExtents(segments.thermalData)) }
        if !segments.boxes.isEmpty { try removeFromManifest(FileExtents(segments.boxes)) }
    }

    /// Erases a manifest of C2PA with assertions of EXIF or other metadata.
    ///
    /// A manifest is signed, so it is invalid in a changed file anyway.
    func removeFromManifest(_ boxes: FileExtents) throws(PhotoLibraryError) {
        let bytes = try bytes(of: boxes).map { $0 | 0x20 }
        if ["stds.", "gps", "c2pa.metadata", "cawg.", "location"].contains(where: { bytes.contains(Array($0.utf8)) }) {
            try erase(boxes)
        }
    }

    /// Erases the coordinates in the data of FLIR's thermal cameras.
    ///
    /// The data has a directory of records of 32 bytes. A record has a type, and a position and a length at its bytes
    /// 12 and 16.
    private func removeFromThermalData(_ data: FileExtents) throws(PhotoLibraryError) {
        let coordinates = 0x2B
        let bytes = try bytes(of: data)
        func number(_ position: Int, _ count: Int, _ isLittleEndian: Bool) -> Int? {
            bytes.dropFirst(position).prefix(count).number(littleEndian: isLittleEndian)
        }
        // The version shows the byte order.
        let isLittleEndian = number(20, 4, false).map { !(100..<200 ~= $0) } ?? false
        guard bytes.starts(with: "FFF\0".utf8) || bytes.starts(with: "AFF\0".utf8),
            let directory = number(24, 4, isLittleEndian), let count = number(28, 4, isLittleEndian),
            directory + count * 32 <= bytes.count
        else { return try erase(data) }
        for index in 0..<count {
            let position = directory + index * 32
            guard number(position, 2, isLittleEndian) == coordinates,
                let start = number(position + 12, 4, isLittleEndian),
                let length = number(position + 16, 4, isLittleEndian)
            else { continue }
            try fill(start..<start + length, of: data)
        }
    }
}

extension [UInt8] {
    /// Whether the bytes occur.
    func contains(_ part: [UInt8]) -> Bool {
        guard let first = part.first, count >= part.count else { return part.isEmpty }
        return (0...count - part.count).contains { self[$0] == first && self[$0...].starts(with: part) }
    }
}
