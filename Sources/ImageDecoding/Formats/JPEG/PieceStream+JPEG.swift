internal import PhotoModel

/// The marker codes of ITU-T T.81, table B.1, that are used here.
enum JPEGMarker {
    static let temporary: UInt8 = 0x01
    static let restarts: ClosedRange<UInt8> = 0xD0...0xD7
    static let startOfImage: UInt8 = 0xD8
    static let endOfImage: UInt8 = 0xD9
    static let startOfScan: UInt8 = 0xDA
    static let application1: UInt8 = 0xE1
    static let application2: UInt8 = 0xE2
    static let application13: UInt8 = 0xED
    /// The segments with metadata.
    static let metadata: Set<UInt8> = [application1, application2, application13]
    static let applications: ClosedRange<UInt8> = 0xE0...0xEF
    static let comment: UInt8 = 0xFE

    /// Whether a scan continues after FF and this byte: a stuffed zero, or a restart.
    static func continuesScan(_ code: UInt8) -> Bool { code == 0 || restarts.contains(code) }

    /// Whether the segment is a frame header: SOFn.
    ///
    /// The codes of DHT, JPG and DAC are between those of SOFn.
    static func startsFrame(_ code: UInt8) -> Bool { 0xC0...0xCF ~= code && ![0xC4, 0xC8, 0xCC].contains(code) }

    /// Whether the marker has neither a length nor a payload.
    static func isAlone(_ code: UInt8) -> Bool {
        code == temporary || restarts.contains(code) || code == startOfImage || code == endOfImage
    }
}

extension PieceStream {
    /// The code of the marker at this position, after any fill bytes; `nil` at other bytes.
    func marker() throws(PhotoLibraryError) -> UInt8? {
        guard try byte() == 0xFF else { return nil }
        while let code = try byte() {
            if code != 0xFF { return code }
        }
        return nil
    }

    /// Skips the start of the image; `false` if it is missing.
    func startsImage() throws(PhotoLibraryError) -> Bool {
        guard try byte() == 0xFF else { return false }
        return try byte() == JPEGMarker.startOfImage
    }

    /// The code and the size of the frame header of a JPEG; `nil` if there is none before the first scan.
    func frameHeader() throws(PhotoLibraryError) -> (code: UInt8, size: PixelSize)? {
        guard try startsImage() else { return nil }
        while let code = try marker(), code != JPEGMarker.startOfScan, code != JPEGMarker.endOfImage {
            if JPEGMarker.isAlone(code) { continue }
            guard let length = try payloadLength() else { return nil }
            if JPEGMarker.startsFrame(code) {
                guard length >= 5, let head = try bytes(5) else { return nil }
                return PixelSize(statedWidth: head[3...4].number(), height: head[1...2].number()).map { (code, $0) }
            }
            guard skip(length) else { return nil }
        }
        return nil
    }

    /// Entropy-coded bytes, with stuffed zeros and restarts, up to the next other marker or to the end of the piece.
    ///
    func scanBytes() throws(PhotoLibraryError) -> (bytes: UnsafeRawBufferPointer, isAtStop: Bool) {
        try run(upTo: 0xFF, notBefore: JPEGMarker.continuesScan)
    }

    /// The number of bytes in the segment's payload; `nil` if it is impossible.
    func payloadLength() throws(PhotoLibraryError) -> Int? {
        guard let length = try bigEndian(bytes: 2), length >= 2 else { return nil }
        return length - 2
    }
}
