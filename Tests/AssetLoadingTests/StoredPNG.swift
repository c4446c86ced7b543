import Foundation

/// Writes a valid PNG of noise without compression, so that its size is known and writing is fast.
///
/// The samples are 8-bit RGB with filter 0. Three rows are one stored deflate block, in its own IDAT chunk. 16 such
/// groups of rows are repeated, so that only the checksums of these groups are computed.
///
/// Source: PNG (third edition), zlib RFC 1950, deflate RFC 1951.
struct StoredPNG {
    let width: Int
    /// The height in pixels, a multiple of three.
    let height: Int

    private static let rowsInBlock = 3
    private static let distinctBlocks = 16

    func write(to url: URL) throws {
        try Data().write(to: url)
        let file = try FileHandle(forWritingTo: url)
        defer { try? file.close() }
        try file.write(contentsOf: Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
        try file.write(contentsOf: chunk("IHDR", bytes(width) + bytes(height) + [8, 2, 0, 0, 0]))
        // The zlib header (32 KiB window, no dictionary), in its own chunk.
        try file.write(contentsOf: chunk("IDAT", [0x78, 0x01]))
        var noise = Noise()
        let blocks = (0..<Self.distinctBlocks).map { _ in rows(&noise) }
        let sums = blocks.map(Adler.init)
        let chunks = blocks.map { chunk("IDAT", storedBlock($0)) }
        var total = Adler()
        for number in 0..<height / Self.rowsInBlock {
            try file.write(contentsOf: chunks[number % Self.distinctBlocks])
            total.append(sums[number % Self.distinctBlocks])
        }
        // An empty last block and the Adler-32 checksum of all bytes.
        try file.write(contentsOf: chunk("IDAT", [1, 0, 0, 0xFF, 0xFF] + bytes(total.b << 16 | total.a)))
        try file.write(contentsOf: chunk("IEND", []))
    }

    /// A gradient from left to right with added noise.
    private func rows(_ noise: inout Noise) -> [UInt8] {
        var bytes: [UInt8] = []
        for _ in 0..<Self.rowsInBlock {
            bytes.append(0)
            for sample in 0..<width * 3 {
                let level = sample * 64 / width + Int(noise.next() & 63)
                bytes.append(UInt8(truncatingIfNeeded: level))
            }
        }
        return bytes
    }

    private func storedBlock(_ data: [UInt8]) -> [UInt8] {
        let (low, high) = (UInt8(truncatingIfNeeded: data.count), UInt8(truncatingIfNeeded: data.count >> 8))
        return [0, low, high, ~low, ~high] + data
    }

    private func chunk(_ type: String, _ data: [UInt8]) -> Data {
        Data(bytes(data.count) + type.utf8 + data + bytes(Int(crc(Array(type.utf8) + data))))
    }

    private func bytes(_ value: Int) -> [UInt8] {
        stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: value >> $0) }
    }

    private func crc(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(~UInt32(0)) { Self.crcTable[Int(($0 ^ UInt32($1)) & 255)] ^ ($0 >> 8) }
    }

    private static let crcTable: [UInt32] = (0..<256).map { value in
        (0..<8).reduce(UInt32(value)) { crc, _ in crc & 1 == 1 ? 0xEDB8_8320 ^ (crc >> 1) : crc >> 1 }
    }
}

/// The Adler-32 checksum of bytes, which can be combined from the checksums of parts.
private struct Adler {
    private static let modulus = 65521
    var a = 1
    var b = 0
    private var count = 0

    init() {}

    init(_ bytes: [UInt8]) {
        for byte in bytes {
            a = (a + Int(byte)) % Self.modulus
            b = (b + a) % Self.modulus
        }
        count = bytes.count
    }

    /// Appends the bytes of `next`, whose checksum was computed with the start value a = 1.
    mutating func append(_ next: Adler) {
        b = (b + next.b + (a - 1 + Self.modulus) * next.count) % Self.modulus
        a = (a + next.a - 1 + Self.modulus) % Self.modulus
        count += next.count
    }
}
