internal import ImageDecoding
internal import PhotoModel

/// PNG (3rd edition).
extension LocationRemover {
    private static let signatureLength = 8
    /// A private ancillary chunk that is safe to copy: readers ignore it.
    private static let ignoredType = "voId"

    /// Removes the places from the chunks of metadata.
    ///
    /// Chunks of unknown and of impossible types are skipped, as some readers do. A compressed chunk, or one of text in another encoding, becomes a chunk that readers ignore.
    func removeFromPNG() throws(PhotoLibraryError) {
        var place = Self.signatureLength
        while let length = try file.number(at: place, 4), let type = try file.code(at: place + 4), file.countElement() {
            guard length <= Int32.max else { throw .placesNotRemovable("Its chunks are damaged.") }
            let payload = (place + 8..<place + 8 + length).clamped(to: all)
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
            place += 12 + length
            if type == "IEND" {
                if place < file.size { try removeFromTrailer(in: place..<file.size) }
                return
            }
        }
    }

    /// Some writers copy the block from a JPEG with its header.
    private func removeFromEXIFChunk(_ payload: Range<Int>) throws(PhotoLibraryError) {
        let hasHeader = try file.bytes(payload.prefix(6)) == Array("Exif\0\0".utf8)
        try removeFromEXIF(FileExtents(hasHeader ? payload.dropFirst(6) : payload))
    }

    /// Removes the places from a text; `false` if the whole chunk has to go.
    ///
    /// A text is a keyword, NUL, and for `iTXt` two bytes of compression, language, NUL, translated keyword, NUL; then
    /// the text. Of `zTXt` it is one byte of compression and the text.
    private func removeFromText(_ payload: Range<Int>, type: String) throws(PhotoLibraryError) -> Bool {
        let head = try file.bytes(payload.prefix(80)) ?? []
        guard let end = head.firstIndex(of: 0) else { return head.isEmpty }
        let keyword = head[..<end].latin1
        let isXMP = keyword == "XML:com.adobe.xmp"
        if !isXMP, PlaceName.matchesPart(of: keyword) { return false }
        let isProfile = keyword.hasPrefix("Raw profile type ")
        if isProfile, [" icc", " icm", " APP12"].contains(where: { keyword.hasSuffix($0) }) { return true }
        switch type {
        case "zTXt": return !isProfile && !isXMP
        case "tEXt":
            if isXMP { try removeFromXMP(FileExtents(payload.dropFirst(end + 1))) }
            return isProfile ? try !hasPlaces(inProfile: payload.dropFirst(end + 1)) : true
        default:
            guard isXMP || isProfile else { return true }
            let fields = try file.bytes(payload.dropFirst(end + 1).prefix(1024)) ?? []
            let texts = fields.dropFirst(2)
            guard isXMP, fields.first == 0, let language = texts.firstIndex(of: 0),
                let translated = texts[(language + 1)...].firstIndex(of: 0)
            else { return false }
            try removeFromXMP(FileExtents(payload.dropFirst(end + 1 + translated + 1)))
            return true
        }
    }

    /// Whether a profile in ImageMagick's form has places: a line with the name, one with the length, and hexadecimal
    /// digits.
    private func hasPlaces(inProfile text: Range<Int>) throws(PhotoLibraryError) -> Bool {
        guard text.count <= 1 << 20, let bytes = try file.bytes(text) else { return true }
        let lines = bytes.split(maxSplits: 2, omittingEmptySubsequences: true) { $0 == UInt8(ascii: "\n") }
        guard lines.count == 3 else { return true }
        let digits = lines[2].compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
        var profile = stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
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
        var checksum = UInt32.max
        var place = payload.lowerBound - 4
        while place < payload.upperBound {
            let piece = try file.bytes(at: place, min(16 << 10, payload.upperBound - place)) ?? []
            guard !piece.isEmpty else { break }
            for byte in piece {
                checksum = Self.checksums[Int((checksum ^ UInt32(byte)) & 0xFF)] ^ checksum >> 8
            }
            place += piece.count
        }
        checksum = ~checksum
        try write((0..<4).map { UInt8(truncatingIfNeeded: checksum >> (24 - 8 * $0)) }, at: payload.upperBound)
    }

    /// CRC-32 of each byte (annex D).
    private static let checksums: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte)) { checksum, _ in
            checksum & 1 == 1 ? 0xEDB8_8320 ^ checksum >> 1 : checksum >> 1
        }
    }
}
