import Foundation
import ImageDecoding
import PhotoModel
import TestSupport
import Testing

/// The programs of libjxl, which write JPEG XL files, and read them without this library.
private enum JPEGXLTools {
    static let areInstalled = ["cjxl", "djxl"].allSatisfy {
        (try? Shell.run("/usr/bin/env", [$0, "--version"]).exit) == 0
    }
    static let absence: Comment = "cjxl and djxl are not installed: install libjxl-tools"

    static func run(_ tool: String, _ arguments: [String]) throws {
        let (exit, output) = try Shell.run("/usr/bin/env", [tool] + arguments)
        try #require(exit == 0, "\(tool): \(output)")
    }
}

/// JPEG XL files that cjxl writes, compared with the pixels that djxl reads.
@Suite(.enabled(if: JPEGXLTools.areInstalled, JPEGXLTools.absence))
struct JPEGXLOracleTests {
    /// Options of cjxl: lossless, lossy, lossy without DCT, progressive, progressive and lossless.
    private static let codings = [
        ["-d", "0"], ["-d", "1"], ["-m", "1", "-d", "1"], ["-p", "-d", "1"], ["-p", "-d", "0"],
    ]
    private static let sizes = [(1, 1), (7, 300), (300, 257), (64, 48), (160, 90), (1000, 8)]

    /// A picture in the form of Netpbm.
    private struct Netpbm {
        let size: PixelSize
        let channels: Int
        let bits: Int

        /// Samples that change slowly, and some noise.
        var bytes: [UInt8] {
            let type = [1: "GRAYSCALE", 2: "GRAYSCALE_ALPHA", 3: "RGB", 4: "RGB_ALPHA"][channels] ?? ""
            let header = """
                P7
                WIDTH \(size.width)
                HEIGHT \(size.height)
                DEPTH \(channels)
                MAXVAL \(1 << bits - 1)
                TUPLTYPE \(type)
                ENDHDR

                """
            var random = Seeded(UInt64(channels * size.width))
            let samples = (0..<size.height).flatMap { y in
                (0..<size.width).flatMap { x in
                    (0..<channels).map { channel in
                        (x * (channel + 1) + 2 * y + Int.random(in: 0..<12, using: &random)) % 256
                    }
                }
            }
            return Array(header.utf8)
                + samples.flatMap { sample in
                    bits == 16 ? [UInt8(sample), UInt8(truncatingIfNeeded: 3 * sample)] : [UInt8(sample)]
                }
        }
    }

    /// Red, green and blue of samples, with opacity composited on white.
    private func rgb(of samples: [UInt8], channels: Int) -> [UInt8] {
        stride(from: 0, to: samples.count, by: channels).flatMap { start -> [UInt8] in
            let colors = channels < 3 ? [0, 0, 0] : [0, 1, 2]
            let opacity = channels.isMultiple(of: 2) ? Int(samples[start + channels - 1]) : 255
            return colors.map { UInt8((Int(samples[start + $0]) * opacity + 255 * (255 - opacity) + 127) / 255) }
        }
    }

    /// The nearest of 256 levels of samples of 16 bits.
    private func levels(of samples: [UInt8]) -> [UInt8] {
        stride(from: 0, to: samples.count, by: 2).map { place -> UInt8 in
            let sample = Int(samples[place]) * 256 + Int(samples[place + 1])
            return UInt8((sample * 255 + 32_767) / 65_535)
        }
    }

    @Test(arguments: codings.indices)
    func pixelsEqualThoseOfDjxl(coding: Int) throws {
        let folder = try TemporaryFolder()
        for (index, (width, height)) in Self.sizes.enumerated() {
            for (channels, bits) in [(1, 8), (3, 8), (4, 8), (2, 8), (3, 16)] {
                let picture = Netpbm(size: PixelSize(width: width, height: height), channels: channels, bits: bits)
                let name = "\(index)-\(channels)-\(bits)"
                try folder.write(picture.bytes, to: name + ".pam")
                try JPEGXLTools.run(
                    "cjxl", [folder.path(name + ".pam"), folder.path(name + ".jxl"), "-e", "3"] + Self.codings[coding])
                // The formats in which djxl writes so many channels.
                let decoded = name + "-out." + (channels == 1 ? "pgm" : channels == 3 ? "ppm" : "pam")
                try JPEGXLTools.run("djxl", [folder.path(name + ".jxl"), folder.path(decoded)])
                let file = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.path(name + ".jxl"))))
                let output = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.path(decoded))))
                let (reading, luma) = try ImageDecoder().decode(file)
                #expect(reading.condition == .ok && reading.warnings.isEmpty && luma.isInOrder, "\(name)")
                #expect(reading.storedSize == picture.size && reading.imageDataDigest != nil, "\(name)")
                var samples = Array(output.suffix(width * height * channels * bits / 8))
                if bits == 16 { samples = levels(of: samples) }
                let (found, expected) = (try SmallPixels.rgb(file), rgb(of: samples, channels: channels))
                let largest = zip(found, expected).map { abs(Int($0) - Int($1)) }.max() ?? 0
                #expect(found.count == expected.count && largest <= 1, "\(name): \(largest)")
            }
        }
    }

    /// A recompressed JPEG is turned by its codestream, and has its EXIF in a box, compressed.
    @Test(.enabled(if: Exiftool.isInstalled, Exiftool.absence), arguments: 1...8)
    func recompressedJPEGs(orientation: Int) throws {
        let folder = try TemporaryFolder()
        try folder.write(TestPhoto.encode(TestPhoto.rgb(3, 48, 32), 48, 32, quality: 90), to: "a.jpg")
        try Exiftool.write(["-n", "-EXIF:Orientation=\(orientation)", "-EXIF:Make=Maker"], to: folder.path("a.jpg"))
        try JPEGXLTools.run("cjxl", [folder.path("a.jpg"), folder.path("a.jxl")])
        try JPEGXLTools.run("djxl", [folder.path("a.jxl"), folder.path("a.ppm")])
        let file = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.path("a.jxl"))))
        let output = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.path("a.ppm"))))
        let reading = try ImageDecoder().inspect(.bytes(file))
        #expect(reading.metadata.orientation.rawValue == orientation && reading.metadata.make == "Maker")
        // djxl turns the picture, as a renderer does.
        let pixels = try ImageDecoder().pixels(.bytes(file), as: SmallPixels.whole)
        #expect(output.starts(with: "P6\n\(pixels.size.width) \(pixels.size.height)\n255\n".utf8))
        let expected = output.suffix(pixels.samples.count)
        #expect(zip(pixels.samples, expected).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
    }

    @Test func digestsAreOfTheImageData() throws {
        try #require(Exiftool.isInstalled)
        let folder = try TemporaryFolder()
        try folder.write(SmallJPEGXL.file(), to: "a.jxl")
        try Exiftool.write(["-EXIF:Artist=A. Person", "-XMP:Title=A title"], to: folder.path("a.jxl"))
        let changed = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.path("a.jxl"))))
        let (before, after) = (try ImageDecoder().decode(SmallJPEGXL.file()), try ImageDecoder().decode(changed))
        #expect(changed != SmallJPEGXL.file() && after.reading.metadata.title == "A title")
        #expect(before.reading.imageDataDigest == after.reading.imageDataDigest)
        #expect(before.luma.luma == after.luma.luma)
    }
}
