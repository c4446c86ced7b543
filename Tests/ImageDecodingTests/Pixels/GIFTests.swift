import ImageDecoding
import PhotoModel
import TestSupport
import Testing

/// GIF pictures (GIF89a) that Pillow does not write, and damaged ones.
@Suite struct GIFTests {
    private static let palette: [UInt8] = [255, 0, 0, 0, 255, 0, 0, 0, 255, 9, 8, 7]

    private func gif(
        screen: (Int, Int) = (4, 3), place: (Int, Int) = (1, 1), size: (Int, Int) = (2, 2), flags: UInt8 = 0,
        hasGlobalPalette: Bool = true, local: [UInt8] = [], transparent: UInt8? = nil, indices: [UInt8],
        length: UInt8 = 8
    ) -> [UInt8] {
        func little(_ numbers: Int...) -> [UInt8] { numbers.flatMap { SmallPixels.little($0, 2) } }
        var bytes = Array("GIF89a".utf8) + little(screen.0, screen.1)
        bytes += [hasGlobalPalette ? 0x81 : 0, 0, 0]
        if hasGlobalPalette { bytes += Self.palette }
        if let transparent { bytes += [0x21, 0xF9, 4, 1, 0, 0, transparent, 0] }
        bytes.append(0x2C)
        bytes += little(place.0, place.1, size.0, size.1)
        bytes.append(flags)
        bytes += local
        bytes.append(length)
        let data = LZW.gif(indices)
        // Blocks of 5 bytes.
        for start in stride(from: 0, to: data.count, by: 5) {
            let block = data[start..<min(start + 5, data.count)]
            bytes.append(UInt8(block.count))
            bytes += block
        }
        bytes += [0, 0x3B]
        return bytes
    }

    private static let white: [UInt8] = [255, 255, 255]

    @Test func aSmallerFrameIsOnWhite() throws {
        let (red, green, blue): ([UInt8], [UInt8], [UInt8]) = ([255, 0, 0], [0, 255, 0], [0, 0, 255])
        let white = Self.white
        let top = [white, white, white, white].flatMap { $0 }
        let bytes = gif(transparent: 3, indices: [0, 1, 2, 3])
        #expect(try SmallPixels.rgb(bytes) == top + (white + red + green + white) + (white + blue + white + white))
        let reading = try ImageDecoder().decode(bytes).reading
        #expect(reading.condition == .ok && reading.storedSize == PixelSize(width: 4, height: 3))
    }

    /// Browsers make the screen larger.
    @Test func aFrameBeyondTheScreenIsWhole() throws {
        let bytes = gif(screen: (1, 1), place: (0, 0), indices: [0, 1, 2, 0])
        #expect(try SmallPixels.rgb(bytes) == [255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 0, 0])
        #expect(try ImageDecoder().inspect(.bytes(bytes)).storedSize == PixelSize(width: 2, height: 2))
    }

    @Test func palettes() throws {
        let local: [UInt8] = [1, 2, 3, 4, 5, 6]
        let withLocal = gif(screen: (2, 1), place: (0, 0), size: (2, 1), flags: 0x80, local: local, indices: [1, 0])
        #expect(try SmallPixels.rgb(withLocal) == [4, 5, 6, 1, 2, 3])
        // Without a palette an index is a level of gray. An index that the palette does not have is black.
        let without = gif(screen: (2, 1), place: (0, 0), size: (2, 1), hasGlobalPalette: false, indices: [7, 200])
        #expect(try SmallPixels.rgb(without) == [7, 7, 7, 200, 200, 200])
        let outside = gif(screen: (2, 1), place: (0, 0), size: (2, 1), indices: [4, 255])
        #expect(try SmallPixels.rgb(outside) == [0, 0, 0, 0, 0, 0])
    }

    /// Rows 0, 8; 4; 2, 6; 1, 3, 5, 7, 9 of a picture of one column.
    @Test func interlacedRows() throws {
        let bytes = gif(
            screen: (1, 10), place: (0, 0), size: (1, 10), flags: 0x40, hasGlobalPalette: false,
            indices: [0, 8, 4, 2, 6, 1, 3, 5, 7, 9])
        #expect(try SmallPixels.rgb(bytes) == (0..<10).flatMap { [$0, $0, $0] as [UInt8] })
    }

    @Test func damagedFiles() throws {
        func rows(_ bytes: [UInt8]) throws -> Int {
            let reading = try ImageDecoder().decode(bytes).reading
            #expect(reading.condition == .damaged && !reading.warnings.isEmpty)
            return reading.decodedRows
        }
        #expect(try rows(gif(place: (0, 0), indices: [0, 1, 2])) == 1)
        #expect(try rows(gif(size: (2, 0), indices: [])) == 0)
        #expect(try rows(gif(flags: 0x40, indices: [0, 1, 2])) == 1)
        #expect(try rows(gif(place: (0, 0), indices: [0, 1, 2, 3], length: 12)) == 0)
        #expect(try rows(Array("GIF89a".utf8)) == 0)
        // A code that is not defined: the first one is 0x1FF.
        #expect(try rows(Array(gif(place: (0, 0), indices: []).dropLast(5)) + [2, 0xFF, 0xFF, 0, 0x3B]) == 0)
        let whole = gif(place: (0, 0), indices: [0, 1, 2, 3])
        // The last index needs all but two bytes of the data.
        for count in 13..<whole.count - 5 { _ = try rows(Array(whole.prefix(count))) }
    }

    @Test func limits() throws {
        func code(_ screen: (Int, Int)) throws -> String? {
            try ImageDecoder().decode(gif(screen: screen, indices: [0, 0, 0, 0])).reading.warnings.first?.code
        }
        #expect(try code((65_535, 3)) == "maxAxis" && code((60_000, 60_000)) == "maxPixels")
    }
}
