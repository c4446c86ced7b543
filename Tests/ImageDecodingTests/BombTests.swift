import Foundation
import Glibc
import ImageDecoding
import PhotoModel
import TestSupport
import Testing

/// Every file costs at most 2 s of CPU time and the memory budget, and gets a warning.
@Suite(.serialized) struct BombTests {
    struct Bomb: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let condition: PictureCondition
        /// The code of an expected warning; `nil` if none is expected.
        let code: String?
        let parts: @Sendable () -> [Bombs.Part]

        init(
            _ name: String, _ condition: PictureCondition, _ code: String?, hole: Int = 0,
            _ bytes: @escaping @Sendable () -> [UInt8]
        ) {
            testDescription = name
            self.condition = condition
            self.code = code
            parts = {
                let bytes = bytes()
                return [.init(offset: 0, bytes: bytes)] + (hole > 0 ? [.init(offset: hole, bytes: [0])] : [])
            }
        }
    }

    private static let hundredGigabytes = 100_000_000_000
    private static func png(_ extra: [UInt8]) -> [UInt8] {
        SmallPNG.bytes(width: 1, depth: 8, colorType: 0, rows: [[7]], extra: extra)
    }
    private static func text(_ type: String) -> [UInt8] {
        SmallPNG.chunk(
            type, Array(type == "zTXt" ? "Title\0\0".utf8 : "Title\0\u{1}\0\0\0".utf8) + Bombs.zlibZeros(1 << 30))
    }
    /// A profile that states this size and has only zeros after its header.
    private static func profile(_ size: Int) -> [UInt8] {
        var head = Array(ICCBuilder.gray(ICCBuilder.power(461)).prefix(132))
        head.replaceSubrange(0..<4, with: TIFFBuilder.number(size, 4))
        return SmallPNG.chunk("iCCP", Array("x\0\0".utf8) + Bombs.zlibZeros(size - head.count, behind: head))
    }
    private static func frames(_ count: Int) -> [UInt8] {
        let control = SmallPNG.chunk("fcTL", [UInt8](repeating: 0, count: 26))
        let data = SmallPNG.chunk("fdAT", [0, 0, 0, 0])
        let start = SmallPNG.chunk("acTL", TIFFBuilder.number(count, 4) + [0, 0, 0, 0])
        return start + Array(repeatElement(control + data, count: count).joined())
    }
    /// A gray or RGB TIFF in one strip, without the length of the strip.
    private static func tiff(_ side: Int, bits: [Int], compression: Int, _ blocks: [[UInt8]]) -> [UInt8] {
        SmallTIFF(
            width: side, height: side, bits: bits, photometric: bits.count == 3 ? 2 : 1, compression: compression,
            [.long(0x0117)], blocks: blocks
        ).bytes
    }
    private static func stating2GB(_ type: String) -> [UInt8] { [0x7F, 0xFF, 0xFF, 0xFF] + Array(type.utf8) }
    /// A directory whose link to the next directory leads to itself.
    private static let loop = SmallJPEG.segment(
        0xE1, Array("Exif\0\0MM\0*".utf8) + [0, 0, 0, 8, 0, 1, 0x87, 0x69, 0, 4, 0, 0, 0, 1, 0, 0, 0, 8, 0, 0, 0, 8])

    static let bombs: [Bomb] = [
        Bomb("PNG of 900 Mpx", .limited, "maxPixels") { Bombs.png(width: 30_000, height: 30_000, depth: 1) },
        Bomb("PNG of 196 Mpx", .ok, nil) { Bombs.png(width: 14_000, height: 14_000, depth: 1) },
        Bomb("PNG of 196 Mpx, 16-bit RGBA", .limited, "maxInflation") {
            Bombs.png(width: 14_000, height: 14_000, depth: 16, colorType: 6)
        },
        Bomb("PNG of 81 Mpx, interlaced RGBA", .limited, "decoderMemory") {
            Bombs.png(width: 9000, height: 9000, colorType: 6, isInterlaced: true)
        },
        Bomb("JPEG of 65,500²", .limited, "maxPixels") {
            Bombs.jpeg(width: 65_500, height: 65_500, isProgressive: false, scans: 1)
        },
        Bomb("progressive JPEG of 65,500²", .limited, "maxPixels") {
            Bombs.jpeg(width: 65_500, height: 65_500, isProgressive: true, scans: 10)
        },
        Bomb("JPEG of 14,000² without data", .damaged, "corruptData") {
            Bombs.jpeg(width: 14_000, height: 14_000, isProgressive: false, scans: 1)
        },
        Bomb("progressive JPEG of 14,000²", .limited, "decoderMemory") {
            Bombs.jpeg(width: 14_000, height: 14_000, isProgressive: true, scans: 10)
        },
        Bomb("ten thousand scans", .limited, "maxScans") {
            Bombs.jpeg(width: 64, height: 64, isProgressive: true, scans: 10_000)
        },
        Bomb("ten thousand scans of 64 Mpx", .limited, "maxScannedPixels") {
            Bombs.jpeg(width: 8_000, height: 8_000, isProgressive: true, scans: 10_000)
        },
        Bomb("1 GiB in zTXt", .ok, nil) { png(text("zTXt")) },
        Bomb("1 GiB in iTXt", .ok, nil) { png(text("iTXt")) },
        Bomb("15 MiB in iCCP", .ok, "profileUnsupported") { png(profile(15 << 20)) },
        Bomb("1 GiB in iCCP", .ok, "benign") { png(profile(1 << 30)) },
        Bomb("twenty thousand frames", .ok, nil) { png(frames(20_000)) },
        Bomb("a directory within itself", .ok, nil) { SmallJPEG.with(loop) },
        Bomb("a million comments", .ok, nil) {
            SmallJPEG.with(Array(repeatElement([0xFF, 0xFE, 0, 2] as [UInt8], count: 1_000_000).joined()))
        },
        Bomb("2 GB of IDAT stated", .damaged, "truncated") {
            SmallPNG.signature + SmallPNG.header(width: 9, height: 9, depth: 8, colorType: 0) + stating2GB("IDAT")
        },
        Bomb("2 GB of text stated", .damaged, "truncated") { png(stating2GB("tEXt")) },
        Bomb("2 GB of EXIF stated", .damaged, "maxEXIFBytes") { png(stating2GB("eXIf")) },
        Bomb("2 GB of profile stated", .damaged, "truncated") { png(stating2GB("iCCP")) },
        Bomb("TIFF of 900 Mpx", .limited, "maxPixels") { tiff(30_000, bits: [1], compression: 5, [[]]) },
        Bomb("TIFF of 588 MB in one strip", .limited, "maxInflation") {
            tiff(14_000, bits: [8, 8, 8], compression: 8, [Bombs.zlibZeros(588_000_000)])
        },
        Bomb("TIFF of 196 Mpx without data", .damaged, nil) { tiff(14_000, bits: [8], compression: 5, [[0x80]]) },
        Bomb("TIFF without counts, then a hole of 100 GB", .ok, nil, hole: hundredGigabytes) {
            tiff(64, bits: [8], compression: 1, [[7]])
        },
        Bomb("GIF of 196 Mpx, interlaced and without data", .damaged, "truncated") {
            let size = [14_000, 14_000].flatMap { SmallPixels.little($0, 2) }
            return Array("GIF89a".utf8) + size + [0, 0, 0, 0x2C, 0, 0, 0, 0] + size + [0x40, 8, 0, 0x3B]
        },
        Bomb("bitmap of 588 MB without data", .limited, "maxInflation") {
            let fields = [(40, 4), (14_000, 4), (14_000, 4), (1, 2), (24, 2), (0, 24)]
            return Array("BM".utf8) + [UInt8](repeating: 0, count: 12)
                + fields.flatMap { SmallPixels.little($0.0, $0.1) }
        },
        Bomb("JPEG, then a hole of 100 GB", .ok, nil, hole: hundredGigabytes) { SmallJPEG.bytes },
        Bomb("JPEG without end, then a hole of 100 GB", .damaged, "truncated", hole: hundredGigabytes) {
            SmallJPEG.bytes.dropLast(2)
        },
        Bomb("JPEG without scan, then a hole of 100 GB", .damaged, "corruptData", hole: hundredGigabytes) {
            Array(SmallJPEG.bytes.prefix(80))
        },
        Bomb("PNG without data, then a hole of 100 GB", .damaged, "corruptData", hole: hundredGigabytes) {
            SmallPNG.signature + SmallPNG.header(width: 9, height: 9, depth: 8, colorType: 0)
        },
    ]

    @Test(arguments: bombs)
    func bombIsNamedInTime(bomb: Bomb) throws {
        let file = try BombFile(bomb.parts())
        let source = ImageSource.file(descriptor: file.descriptor, size: file.size)
        try BombFile.forgetPeakMemory()
        let memory = try BombFile.peakMemory
        let start = BombFile.threadSeconds
        var rows = RowCounter()
        let reading = try ImageDecoder().read(source, into: &rows)
        let seconds = BombFile.threadSeconds - start
        let growth = try BombFile.peakMemory - memory
        #expect(reading.condition == bomb.condition, "\(reading.warnings)")
        if let code = bomb.code { #expect(reading.warnings.contains { $0.code == code }, "\(reading.warnings)") }
        #expect(seconds < 2)
        #expect(growth < (256 + 32) << 20)
        if ProcessInfo.processInfo.environment["OPENPHOTOKIT_BOMB_FIGURES"] != nil {
            print(
                "bomb\t\(bomb.testDescription)\t\(file.size)\t\(reading.condition)\t\(reading.warnings.map(\.code))\t\(seconds)\t\(growth)"
            )
        }
    }
}

private struct RowCounter: LumaConsumer {
    private(set) var rows = 0
    mutating func begin(_ geometry: LumaGeometry) {}
    mutating func consume(row y: Int, _ luma: UnsafeBufferPointer<UInt8>) { rows += 1 }
}

/// A file without a name.
private final class BombFile {
    let descriptor: Int32
    let size: Int

    init(_ parts: [Bombs.Part]) throws {
        let template = FileManager.default.temporaryDirectory.appendingPathComponent("bomb-XXXXXX").path
        var name = Array(template.utf8CString)
        let descriptor = mkstemp(&name)
        self.descriptor = descriptor
        size = parts.map { $0.offset + $0.bytes.count }.max() ?? 0
        try #require(descriptor >= 0)
        unlink(name)
        for part in parts {
            let written = part.bytes.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, part.offset) }
            try #require(written == part.bytes.count)
        }
    }

    deinit { close(descriptor) }

    /// The CPU time of this thread.
    static var threadSeconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// The greatest resident memory of this process so far, in bytes.
    static var peakMemory: Int {
        get throws {
            let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
            let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
            let kibibytes = line.split(separator: " ").dropLast().last
            return try #require(Int(kibibytes ?? "")) << 10
        }
    }

    /// Resets the peak to the present resident memory (proc(5), `clear_refs`).
    static func forgetPeakMemory() throws {
        try Data("5".utf8).write(to: URL(fileURLWithPath: "/proc/self/clear_refs"))
    }
}
