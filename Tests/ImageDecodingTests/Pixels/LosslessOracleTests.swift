import Foundation
import ImageDecoding
import PhotoModel
import TestSupport
import Testing

/// TIFF, GIF and BMP files that Pillow writes, compared with the pixels that it reads.
@Suite(.enabled(if: Python.has("PIL.Image"), "python3 with Pillow is absent"))
struct LosslessOracleTests {
    @Test func pixelsEqualThoseOfPillow() throws {
        let folder = try TemporaryFolder()
        let (exit, output) = try Python.run(program: "lossless.py", [folder.path("")])
        let lines = output.split(separator: "\n")
        try #require(exit == 0 && lines.count > 50, "\(output)")
        for line in lines {
            let fields = line.split(separator: " ").map(String.init)
            try #require(fields.count == 3, "\(line)")
            let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.path(fields[0]))))
            let expected = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.path(fields[0] + ".rgb"))))
            let pixels = try ImageDecoder().pixels(.bytes(bytes), as: SmallPixels.whole)
            #expect("\(pixels.size.width) \(pixels.size.height)" == "\(fields[1]) \(fields[2])", "\(line)")
            #expect(SmallPixels.rgb(pixels) == expected, "\(line)")

            let (reading, luma) = try ImageDecoder().decode(bytes)
            #expect(reading.condition == .ok && reading.warnings.isEmpty && reading.hasAllRows, "\(line)")
            #expect(luma.isInOrder && luma.luma.count == pixels.size.width * pixels.size.height, "\(line)")
            #expect(reading.format.isDecodable && reading.imageDataDigest == nil, "\(line)")
            #expect(try ImageDecoder().inspect(.bytes(bytes)).storedSize == pixels.size, "\(line)")
        }
    }
}
