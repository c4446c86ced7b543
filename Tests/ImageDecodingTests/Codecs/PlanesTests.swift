import CImageShims
import PhotoModel
import TestSupport
import Testing

@testable import ImageDecoding

/// The conversion of Y, Cb and Cr, and the places of tiles.
@Suite struct PlanesTests {
    /// Colours and their coded values, computed by hand with the equations of ITU-T H.273, 8.3.
    @Test(arguments: [
        // Full range, BT.601.
        (6, true, 8, [255, 128, 128], [255, 255, 255]), (6, true, 8, [0, 128, 128], [0, 0, 0]),
        (6, true, 8, [76, 85, 255], [254, 0, 0]), (2, true, 8, [150, 44, 21], [0, 255, 1]),
        // Video range: black is 16, white 235, and chroma reaches from 16 to 240.
        (6, false, 8, [16, 128, 128], [0, 0, 0]), (6, false, 8, [235, 128, 128], [255, 255, 255]),
        (6, false, 8, [81, 90, 240], [254, 0, 0]), (6, false, 8, [0, 128, 128], [0, 0, 0]),
        (1, false, 8, [63, 102, 240], [255, 1, 0]), (9, false, 8, [74, 97, 240], [255, 0, 1]),
        // More bits.
        (6, true, 10, [1023, 512, 512], [255, 255, 255]), (6, false, 10, [940, 512, 512], [255, 255, 255]),
        (6, true, 12, [2048, 2048, 2048], [128, 128, 128]),
        // Green, blue, red.
        (0, true, 8, [10, 20, 30], [30, 10, 20]), (8, true, 8, [128, 128, 128], [128, 128, 128]),
    ])
    func colorsAreThoseOfTheStandard(
        matrix: Int, isFullRange: Bool, depth: Int, samples: [Int32], expected: [Int32]
    ) throws {
        let points = CodePoints(matrix: matrix, isFullRange: isFullRange)
        let conversion = try #require(opk_planes_matrix(points, depth: depth))
        let factors = withUnsafeBytes(of: conversion.factors) { Array($0.bindMemory(to: Int32.self)) }
        let offsets = withUnsafeBytes(of: conversion.offsets) { Array($0.bindMemory(to: Int32.self)) }
        for row in 0..<3 {
            let sum = (0..<3).reduce(offsets[row]) { $0 + factors[3 * row + $1] * samples[$1] }
            let level = max(0, min(255, sum >> 16))
            #expect(abs(level - expected[row]) <= 1, "\(level) instead of \(expected[row])")
        }
    }

    @Test(arguments: [3, 10, 11, 12, 13, 14, 255])
    func otherMatricesAreNotSupported(matrix: Int) {
        #expect(opk_planes_matrix(CodePoints(matrix: matrix), depth: 8) == nil)
    }
}

/// Grids, clean apertures and identities that the tests build of one coded picture.
@Suite struct HEIFPictureTests {
    /// The coded picture of the sample: 64 × 64 pixels.
    private static let configuration = payload(of: "hvcC", in: SmallCodedPicture.heic.bytes)
    private static let data = payload(of: "mdat", in: SmallCodedPicture.heic.bytes)

    private static func payload(of type: String, in file: [UInt8]) -> [UInt8] {
        guard let place = file.indices.first(where: { file[$0...].starts(with: type.utf8) }), place >= 4,
            let size = file[place - 4..<place].number()
        else { return [] }
        return Array(file[place + 4..<place - 4 + size])
    }

    /// The levels of all pixels of the whole coded picture.
    private func tile() throws -> [UInt8] {
        let reading = try ImageDecoder().decode(Self.file(size: (64, 64)))
        #expect(reading.reading.condition == .ok && reading.luma.luma.count == 64 * 64)
        return reading.luma.luma
    }

    /// A file whose primary item is the coded picture, or a grid of it.
    private static func file(
        size: (width: Int, height: Int), grid: (columns: Int, rows: Int)? = nil, properties: [[UInt8]] = [],
        tiles: Int? = nil
    ) -> [UInt8] {
        let own = [Boxes.extent(size.width, size.height)] + properties
        let shared = [Boxes.extent(64, 64), Boxes.box("hvcC", configuration)]
        let count = grid.map { tiles ?? $0.columns * $0.rows } ?? 0
        func entry(_ item: Int, _ type: String) -> [UInt8] {
            Boxes.full(
                "infe", version: 2, Boxes.number(item, 2), Boxes.number(0, 2), Array(type.utf8), [0])
        }
        func association(_ item: Int, _ indices: [Int]) -> [UInt8] {
            Boxes.number(item, 2) + Boxes.number(indices.count, 1) + indices.map { UInt8($0) }
        }
        func location(_ item: Int, _ method: Int, _ start: Int, _ length: Int) -> [UInt8] {
            Boxes.number(item, 2) + Boxes.number(method, 2) + Boxes.number(0, 2) + Boxes.number(1, 2)
                + Boxes.number(start, 4) + Boxes.number(length, 4)
        }
        let layout = grid.map {
            [0, 0, UInt8($0.rows - 1), UInt8($0.columns - 1)] + Boxes.number(size.width, 2)
                + Boxes.number(size.height, 2)
        }
        let items = (0..<count).map { 2 + $0 }
        let ownIndices = (1...own.count).map { $0 } + (grid == nil ? [own.count + 2] : [])
        let entries = [entry(1, grid == nil ? "hvc1" : "grid")] + items.map { entry($0, "hvc1") }
        let associations =
            [association(1, ownIndices)] + items.map { association($0, [own.count + 1, own.count + 2]) }
        let all = data + (layout ?? [])
        let locations =
            [grid == nil ? location(1, 1, 0, data.count) : location(1, 1, data.count, 8)]
            + items.map { location($0, 1, 0, data.count) }
        let references = Boxes.box(
            "dimg", Boxes.number(1, 2), Boxes.number(count, 2), items.flatMap { Boxes.number($0, 2) })
        return Boxes.fileType("heic")
            + Boxes.full(
                "meta", Boxes.full("hdlr", Boxes.number(0, 4), Array("pict".utf8), Boxes.number(0, 13)),
                Boxes.full("pitm", Boxes.number(1, 2)),
                Boxes.full("iinf", Boxes.number(entries.count, 2), entries.flatMap { $0 }),
                Boxes.full(
                    "iloc", version: 1, [0x44, 0x00], Boxes.number(locations.count, 2), locations.flatMap { $0 }),
                Boxes.box(
                    "iprp", Boxes.box("ipco", own.flatMap { $0 }, shared.flatMap { $0 }),
                    Boxes.full("ipma", Boxes.number(associations.count, 4), associations.flatMap { $0 })),
                grid == nil ? [] : Boxes.full("iref", references), Boxes.box("idat", all))
    }

    private func aperture(_ fractions: [Int]) -> [UInt8] {
        Boxes.box("clap", fractions.flatMap { Boxes.number($0 & 0xFFFF_FFFF, 4) })
    }

    @Test func tilesAreInTheirPlaces() throws {
        let tile = try tile()
        let (reading, luma) = try ImageDecoder().decode(Self.file(size: (150, 100), grid: (3, 2)))
        #expect(reading.condition == .ok && reading.storedSize == PixelSize(width: 150, height: 100))
        for y in stride(from: 0, to: 100, by: 7) {
            let expected: [UInt8] = (0..<150).map { x in tile[y % 64 * 64 + x % 64] }
            #expect(Array(luma.luma[y * 150..<(y + 1) * 150]) == expected)
        }
    }

    @Test(arguments: [
        ([20, 1, 10, 1, 0, 1, 0, 1], 22, 27), ([20, 1, 10, 1, -22, 1, 27, 1], 0, 54),
        ([40, 2, 30, 3, 7, 2, -9, 2], 25, 22),
    ])
    func theCleanApertureIsDisplayed(fractions: [Int], x: Int, y: Int) throws {
        let tile = try tile()
        let (reading, luma) = try ImageDecoder().decode(
            Self.file(size: (64, 64), properties: [aperture(fractions)]))
        #expect(reading.condition == .ok && reading.storedSize == PixelSize(width: 20, height: 10))
        let expected = (y..<y + 10).flatMap { row -> ArraySlice<UInt8> in
            let start = row * 64 + x
            return tile[start..<start + 20]
        }
        #expect(luma.luma == expected)
    }

    @Test(arguments: [
        [100, 1, 10, 1, 0, 1, 0, 1], [20, 1, 10, 1, 60, 1, 0, 1], [20, 0, 10, 1, 0, 1, 0, 1], [0, 1, 9, 1, 0, 0, 0, 0],
    ])
    func impossibleAperturesAreIgnored(fractions: [Int]) throws {
        let file = Self.file(size: (64, 64), properties: [aperture(fractions)])
        #expect(try ImageDecoder().decode(file).reading.storedSize == PixelSize(width: 64, height: 64))
    }

    @Test func contradictionsAreDamage() throws {
        // A tile is missing; the grid is larger than its tiles; the picture is larger than coded.
        let files = [
            Self.file(size: (100, 100), grid: (2, 2), tiles: 3), Self.file(size: (200, 100), grid: (2, 2)),
            Self.file(size: (65, 64)),
        ]
        for file in files {
            let (reading, luma) = try ImageDecoder().decode(file)
            #expect(reading.condition == .damaged && luma.luma.isEmpty && reading.imageDataDigest == nil)
        }
    }

    @Test func aGridHasALimit() throws {
        let reading = try ImageDecoder().decode(Self.file(size: (64, 64), grid: (65, 64))).reading
        #expect(reading.condition == .limited && reading.warnings.contains { $0.code == "maxTiles" })
    }

    @Test func displayP3IsConverted() throws {
        func file(_ primaries: Int, _ transfer: Int) -> [UInt8] {
            let points: [UInt8] = Boxes.number(primaries, 2) + Boxes.number(transfer, 2) + [0, 6, 0x80]
            return Self.file(size: (64, 64), properties: [Boxes.box("colr", Array("nclx".utf8), points)])
        }
        let plain = try ImageDecoder().decode(file(1, 13))
        #expect(plain.reading.colorProfile == .none)
        let p3 = try ImageDecoder().decode(file(12, 13))
        guard case .embedded(_, .converted) = p3.reading.colorProfile else {
            Issue.record("\(p3.reading.colorProfile)")
            return
        }
        #expect(plain.reading.condition == .ok && p3.reading.condition == .ok && p3.luma.luma != plain.luma.luma)
        // PQ and HLG are not converted, and the reading says so.
        for transfer in [16, 18] {
            let high = try ImageDecoder().decode(file(9, transfer)).reading
            #expect(high.condition == .ok && high.warnings.map(\.code) == ["profileUnsupported"])
        }
    }
}
