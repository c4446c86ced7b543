internal import CLibZ
internal import PhotoModel

/// PNG (3rd edition).
extension LocationRemover {
    /// A private ancillary chunk that is safe to copy: readers ignore it.
    private static let ignoredType = "voId"

    /// Removes the places from the chunks of metadata.
    ///
    /// Chunks of unknown and of impossible types are skipped, as some readers do. A chunk of coded text with places
    /// becomes a chunk that readers ignore.
    func removeFromPNG() throws(PhotoLibraryError) {
        var offset = PNGChunk.signatureLength
        while let length = try file.number(at: offset, 4), let type = try file.code(at: offset + 4), file.countElement()
        {
            guard length <= Int32.max else { throw .placesNotRemovable("Its chunks are damaged.") }
            let payload = (offset + 8..<offset + 8 + length).clamped(to: all)
            let count = changeCount
            switch type {
            case "eXIf", "exIf": try removeFromEXIFChunk(payload)
            case "iTXt", "tEXt", "zTXt":
                if try !removeFromText(payload, type: type) { try ignoreChunk(payload) }
            case "zxIf", "cpIp", "meTa", "tXMP": try ignoreChunk(payload)
            case "caBX": try removeFromManifest(FileExtents(payload))
            default: break
            }
            if changeCount > count { try writeChecksum(of: payload) }
            offset += 12 + length
            if type == "IEND" {
                if offset < file.size { try removeFromTrailer(in: offset..<file.size) }
                return
            }
        }
    }

    /// Some writers copy the block from a JPEG with its header.
    private func removeFromEXIFChunk(_ payload: Range<Int>) throws(PhotoLibraryError) {
        let hasHeader = try file.bytes(payload.prefix(6)) == Array("Exif\0\0".utf8)
        try removeFromEXIF(FileExtents(hasHeader ? payload.dropFirst(6) : payload))
    }

    /// The longest text that is searched for places.
    private static let maxTextBytes = 4 << 20

    /// Removes the places from a text; `false` if the whole chunk has to go.
    private func removeFromText(_ payload: Range<Int>, type: String) throws(PhotoLibraryError) -> Bool {
        guard let head = try file.bytes(payload.prefix(1024)), !head.isEmpty else { return true }
        guard let text = PNGText(head, type: type) else { return false }
        let isXMP = text.keyword == PNGText.xmpKeyword
        if !isXMP, PlaceName.matchesPart(of: text.keyword) { return false }
        let isProfile = text.keyword.hasPrefix("Raw profile type ")
        if isProfile, [" icc", " icm", " APP12"].contains(where: { text.keyword.hasSuffix($0) }) { return true }
        guard isXMP || isProfile else { return true }
        if isXMP, !text.isCompressed {
            try removeFromXMP(FileExtents(payload.dropFirst(text.start)))
            return true
        }
        guard payload.count <= Self.maxTextBytes, let bytes = try file.bytes(payload),
            let content = text.text(in: bytes, upTo: Self.maxTextBytes)
        else { return false }
        guard isXMP else { return try !hasPlaces(inProfile: content) }
        return try !hasPlaces(in: content) { remover throws(PhotoLibraryError) in
            try remover.removeFromXMP(FileExtents(0..<content.count))
        }
    }

    /// Whether a profile in ImageMagick's form has places.
    private func hasPlaces(inProfile text: [UInt8]) throws(PhotoLibraryError) -> Bool {
        guard var profile = RawProfile.block(of: text) else { return true }
        if profile.starts(with: "http".utf8), let name = profile.firstIndex(of: 0) {
            profile.removeFirst(name + 1)
        } else if profile.starts(with: "Exif\0\0".utf8) {
            profile.removeFirst(6)
        }
        let whole = FileExtents(0..<profile.count)
        switch profile.first {
        case UInt8(ascii: "I"), UInt8(ascii: "M"):
            return try hasPlaces(in: profile) { remover throws(PhotoLibraryError) in try remover.removeFromEXIF(whole) }
        case UInt8(ascii: "<"):
            return try hasPlaces(in: profile) { remover throws(PhotoLibraryError) in try remover.removeFromXMP(whole) }
        case UInt8(ascii: "8"):
            return try hasPlaces(in: profile) { remover throws(PhotoLibraryError) in
                try remover.removeFromImageResources(whole)
            }
        case 0x1C:
            return try hasPlaces(in: profile) { remover throws(PhotoLibraryError) in try remover.removeFromIPTC(whole) }
        default: return true
        }
    }

    /// Turns a chunk into one that readers ignore.
    private func ignoreChunk(_ payload: Range<Int>) throws(PhotoLibraryError) {
        try write(Array(Self.ignoredType.utf8), at: payload.lowerBound - 4)
        try fill(payload)
    }

    /// Computes the checksum of the type and the payload (5.5).
    private func writeChecksum(of payload: Range<Int>) throws(PhotoLibraryError) {
        var checksum = crc32(0, nil, 0)
        var offset = payload.lowerBound - 4
        while offset < payload.upperBound {
            let piece = try file.bytes(at: offset, min(16 << 10, payload.upperBound - offset)) ?? []
            guard !piece.isEmpty else { break }
            checksum = crc32(checksum, piece, UInt32(piece.count))
            offset += piece.count
        }
        try write((0..<4).map { UInt8(truncatingIfNeeded: checksum >> (24 - 8 * $0)) }, at: payload.upperBound)
    }
}
