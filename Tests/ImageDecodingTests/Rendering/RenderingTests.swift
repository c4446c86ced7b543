import Foundation
import PhotoModel
import Synchronization
import TestSupport
import Testing

@testable import ImageDecoding

@Suite struct RenderingTests {
    @Test("A whole picture is made smaller only if it has too many pixels")
    func wholePictures() {
        var random = Seeded(64)
        for _ in 0..<2000 {
            let size = PixelSize(
                width: Int.random(in: 1...60_000, using: &random), height: Int.random(in: 1...60_000, using: &random))
            let limit = Int.random(in: 100_000...100_000_000, using: &random)
            let rendered = Rendition(wholeOf: size, maxPixelCount: limit, quality: 90).size(of: size)
            #expect(rendered.width * rendered.height <= limit, "\(size) \(limit)")
            if size.width * size.height + 30_000 <= limit { #expect(rendered == size, "\(limit)") }
            if size.width * size.height >= limit {
                #expect(Double(rendered.width * rendered.height) > 0.5 * Double(limit), "\(size) \(limit)")
            }
        }
    }

    /// The displayed luma of a rendition.
    private func luma(_ jpeg: [UInt8]) throws -> (size: PixelSize, luma: [UInt8]) {
        let (reading, luma) = try ImageDecoder().decode(jpeg, minimumShortSide: .max)
        #expect(reading.format == .jpeg && reading.condition == .ok && reading.colorProfile == .none)
        #expect(reading.metadata == ImageMetadata() && reading.warnings == [])
        return (try #require(reading.storedSize), luma.luma)
    }

    // MARK: size

    @Test(
        "The side is exact, and photos are never enlarged",
        arguments: [
            (Rendition.thumbnail, (4032, 3024), (341, 256)), (.thumbnail, (3024, 4032), (256, 341)),
            (.thumbnail, (256, 300), (256, 300)), (.thumbnail, (10, 65500), (10, 65500)),
            (.thumbnail, (1000, 257), (996, 256)), (.preview, (4032, 3024), (1600, 1200)),
            (.preview, (1600, 10), (1600, 10)), (.preview, (65500, 3), (1600, 1)), (.preview, (1, 1), (1, 1)),
        ])
    func sizes(rendition: Rendition, stored: (Int, Int), expected: (Int, Int)) {
        let size = rendition.size(of: PixelSize(width: stored.0, height: stored.1))
        #expect(size == PixelSize(width: expected.0, height: expected.1))
    }

    @Test("The DCT scale is the smallest that is not smaller than the rendition")
    func scales() {
        func eighths(_ rendition: Rendition, _ width: Int, _ height: Int) -> Int {
            DecodeOutput.color(PictureRenderer(rendition, SampleOutput { _ in })).eighths(
                for: PixelSize(width: width, height: height))
        }
        #expect(eighths(.thumbnail, 4032, 3024) == 1 && eighths(.thumbnail, 2732, 2048) == 1)
        #expect(eighths(.thumbnail, 2732, 2047) == 2 && eighths(.thumbnail, 600, 410) == 5)
        // 6/8 and 7/8 take longer than 8/8.
        #expect(eighths(.thumbnail, 600, 400) == 8 && eighths(.thumbnail, 280, 257) == 8)
        #expect(eighths(.thumbnail, 400, 256) == 8 && eighths(.thumbnail, 100, 100) == 8)
        #expect(eighths(.preview, 4032, 3024) == 4 && eighths(.preview, 6000, 4000) == 3)
    }

    // MARK: averages

    /// Each sample is the mean of its area in exact arithmetic, rounded; integer weights may change it by one level.
    @Test(
        "Samples are the means of their areas",
        arguments: [
            (PixelSize(width: 37, height: 23), 8, PixelSize(width: 10, height: 7)),
            (PixelSize(width: 37, height: 23), 8, PixelSize(width: 37, height: 23)),
            (PixelSize(width: 1001, height: 3), 8, PixelSize(width: 7, height: 1)),
            (PixelSize(width: 333, height: 205), 1, PixelSize(width: 41, height: 25)),
            (PixelSize(width: 333, height: 205), 3, PixelSize(width: 102, height: 63)),
            (PixelSize(width: 333, height: 205), 3, PixelSize(width: 125, height: 77)),
        ], [1, 3])
    func means(_ file: (stored: PixelSize, eighths: Int, size: PixelSize), channels: Int) {
        func decoded(_ length: Int) -> Int { (length * file.eighths + 7) / 8 }
        let source = PixelSize(width: decoded(file.stored.width), height: decoded(file.stored.height))
        let geometry = LumaGeometry(storedSize: file.stored, decodedSize: source, eighths: file.eighths)
        var random = Seeded(7)
        let rows = (0..<source.height).map { _ in
            (0..<source.width * channels).map { _ in UInt8.random(in: 0...255, using: &random) }
        }
        func downscaled(_ part: PixelRectangle) -> [[UInt8]] {
            var downscaler = AreaDownscaler(geometry, channels: channels, to: file.size, part)
            var result: [[UInt8]] = []
            for (y, row) in rows.enumerated() {
                row.withUnsafeBufferPointer {
                    downscaler.add(row: y, $0) { y, row in
                        #expect(y == result.count)
                        result.append(row)
                    }
                }
            }
            return result
        }
        let result = downscaled(PixelRectangle(size: file.size))
        #expect(result.count == file.size.height)
        // A part has the same samples.
        let (x, y) = (file.size.width / 3, file.size.height / 2)
        let part = PixelRectangle(
            x: x, y: y, size: PixelSize(width: file.size.width - x - 1, height: file.size.height - y))
        let samples = x * channels..<(file.size.width - 1) * channels
        #expect(downscaled(part) == result[y...].map { Array($0[samples]) })
        let across = overlaps(file.stored.width, file.eighths, source.width, file.size.width)
        let down = overlaps(file.stored.height, file.eighths, source.height, file.size.height)
        for (y, row) in result.enumerated() {
            for (index, level) in row.enumerated() {
                var sum = 0.0
                for (sourceY, weight) in down[y] {
                    for (sourceX, other) in across[index / channels] {
                        sum += weight * other * Double(rows[sourceY][sourceX * channels + index % channels])
                    }
                }
                #expect(abs(Double(level) - sum) < 1.05)
            }
        }
    }

    /// For each sample, the source samples that it overlaps and their shares.
    ///
    /// What is outside of the source belongs to its last sample.
    private func overlaps(_ stored: Int, _ eighths: Int, _ decoded: Int, _ count: Int) -> [[(Int, Double)]] {
        let step = Double(stored * eighths) / 8 / Double(count)
        return (0..<count).map { index in
            let (start, end) = (Double(index) * step, Double(index + 1) * step)
            return (0..<decoded).compactMap { source in
                let upper = source == decoded - 1 ? .infinity : Double(source + 1)
                let overlap = min(end, upper) - max(start, Double(source))
                return overlap > 0 ? (source, overlap / step) : nil
            }
        }
    }

    // MARK: orientation

    /// The corners of each orientation, by the definition of the tag: where the 0th row and the 0th column are
    /// (CIPA DC-008, 4.6.4, tag 0x0112).
    @Test(
        "Pictures are upright",
        arguments: [
            (1, [1, 2, 3, 4]), (2, [2, 1, 4, 3]), (3, [4, 3, 2, 1]), (4, [3, 4, 1, 2]), (5, [1, 3, 2, 4]),
            (6, [3, 1, 4, 2]), (7, [4, 2, 3, 1]), (8, [2, 4, 1, 3]),
        ])
    func orientations(value: Int, corners: [UInt8]) throws {
        let orientation = try #require(Orientation(rawValue: value))
        for channels in [1, 3] {
            var stored = PixelBuffer(size: PixelSize(width: 5, height: 3), channels: channels)
            func pixels(_ levels: [UInt8]) -> [UInt8] { levels.flatMap { [UInt8](repeating: $0, count: channels) } }
            stored.set(row: 0, pixels([1, 0, 0, 0, 2]))
            stored.set(row: 1, pixels([0, 0, 9, 0, 0]))
            stored.set(row: 2, pixels([3, 0, 0, 0, 4]))
            let (width, height) = value > 4 ? (3, 5) : (5, 3)
            // In one part, and in parts of one or two rows.
            for maxBytes in [1 << 20, 1, 2 * width * channels] {
                let displayed = upright(stored, orientation, maxBytes: maxBytes)
                #expect(displayed.count == width * height * channels)
                let places = [0, width - 1, width * (height - 1), width * height - 1, width * height / 2]
                #expect(places.map { displayed[$0 * channels] } == corners + [9])
                #expect(displayed.reduce(0) { $0 + Int($1) } == 19 * channels)
            }
        }
    }

    /// The samples of an upright picture, made in bands.
    private func upright(_ stored: PixelBuffer, _ orientation: Orientation, maxBytes: Int) -> [UInt8] {
        let channels = stored.channels
        let bands = UprightBands(stored.size, orientation, channels: channels, maxBytes: maxBytes)
        var displayed: [UInt8] = []
        for band in 0..<bands.count {
            let part = bands.part(of: band)
            var pixels = PixelBuffer(size: part.size, channels: channels)
            for y in part.rows {
                let start = (y * stored.size.width + part.x) * channels
                pixels.set(row: y - part.y, Array(stored.samples[start..<start + part.size.width * channels]))
            }
            var row = [UInt8](repeating: 0, count: stored.size.displayed(orientation).width * channels)
            for index in 0..<bands.rows(of: band).count {
                bands.write(index, of: pixels, to: &row)
                displayed += row
            }
        }
        return displayed
    }

    /// A turned picture that is made in many parts is the one that is made in one part: of files that are read row by
    /// row, and of those of which only the needed tiles are decoded.
    @Test("Pictures are the same in parts", arguments: 1...8)
    func parts(value: Int) throws {
        let orientation = try #require(Orientation(rawValue: value))
        let files =
            [png([1, 2, 3], type: 2), Array(TestPhoto.jpeg(3, width: 300, height: 200))]
            + SmallCodedPicture.allCases.map(\.bytes)
        for bytes in files {
            for rendition in [Rendition.copy, Rendition(side: .long, pixels: 20, quality: 90)] {
                let whole = try samples(bytes, rendition, orientation, bandBytes: UprightBands.maxBytes)
                let parts = try samples(bytes, rendition, orientation, bandBytes: 400)
                #expect(whole.samples == parts.samples && whole.size == parts.size && whole.passes == 1)
                #expect(parts.passes > 1 || value <= 2, "\(parts.passes)")
            }
        }
    }

    /// A part of a turned picture, made in many parts, is that of the whole picture.
    @Test("A part is that of the whole picture, also in parts", arguments: 1...8)
    func crops(value: Int) throws {
        let orientation = try #require(Orientation(rawValue: value))
        let files = [Array(TestPhoto.jpeg(3, width: 300, height: 200))] + SmallCodedPicture.allCases.map(\.bytes)
        for bytes in files {
            let whole = try samples(bytes, .copy, orientation, bandBytes: UprightBands.maxBytes)
            let size = try #require(whole.size)
            let crop = PixelRectangle(
                x: size.width / 4, y: size.height / 8,
                size: PixelSize(width: size.width / 2, height: size.height * 5 / 8))
            let (width, height) = (Double(size.width), Double(size.height))
            let part = PicturePart(
                columns: Double(crop.x) / width...Double(crop.columns.upperBound) / width,
                rows: Double(crop.y) / height...Double(crop.rows.upperBound) / height,
                target: PixelSize(width: 1 << 20, height: 1 << 20), covers: false, maxPixelCount: 1 << 30)
            let expected = crop.rows.flatMap { y -> ArraySlice<UInt8> in
                let row = y * size.width
                return whole.samples[3 * (row + crop.x)..<3 * (row + crop.columns.upperBound)]
            }
            for bandBytes in [UprightBands.maxBytes, 400] {
                let found = try samples(bytes, Rendition(part: part, quality: 90), orientation, bandBytes: bandBytes)
                #expect(found.size == crop.size && found.samples == expected, "\(bandBytes)")
                #expect(bandBytes > 400 || found.passes > 1 || value <= 2)
            }
        }
    }

    /// The stored rectangle has the pixels that the displayed one shows: by ``orientations(value:corners:)``.
    @Test("Rectangles are turned and clamped", arguments: 1...8)
    func rectangles(value: Int) throws {
        let orientation = try #require(Orientation(rawValue: value))
        var stored = PixelBuffer(size: PixelSize(width: 7, height: 5), channels: 1)
        for y in 0..<5 { stored.set(row: y, (0..<7).map { UInt8(7 * y + $0) }) }
        let size = stored.size.displayed(orientation)
        let displayed = upright(stored, orientation, maxBytes: 1 << 20)
        for (x, y, width, height) in [(0, 0, 1, 1), (1, 2, 3, 2), (4, 4, 1, 1), (2, 0, 3, 5), (-9, 3, 90, 90)] {
            let part = PixelRectangle(x: x, y: y, size: PixelSize(width: width, height: height)).clamped(to: size)
            let shown = part.rows.flatMap { y in part.columns.map { displayed[y * size.width + $0] } }
            let turned = part.stored(orientation, in: stored.size)
            let found = turned.rows.flatMap { y in turned.columns.map { UInt8(7 * y + $0) } }
            #expect(Set(shown) == Set(found) && shown.count == found.count, "\(part)")
        }
        let whole = PixelSize(width: 7, height: 5)
        func clamped(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> PixelRectangle {
            PixelRectangle(x: x, y: y, size: PixelSize(width: width, height: height)).clamped(to: whole)
        }
        #expect(clamped(9, 9, 4, 4) == PixelRectangle(x: 6, y: 4, size: PixelSize(width: 1, height: 1)))
        #expect(clamped(-2, 1, 99, 0) == PixelRectangle(x: 0, y: 1, size: PixelSize(width: 7, height: 1)))
    }

    /// A phone's photo of 12 megapixels in 48 different tiles.
    @Test(
        "A photo in tiles is the same in parts", .enabled(if: FormatCorpus.isPresent, FormatCorpus.absence),
        arguments: LongTests.every(3, of: [Orientation.right, .down, .leftMirrored]))
    func tiles(orientation: Orientation) throws {
        let bytes = try FormatCorpus.bytes(of: "heif/immich-IMG_2682.heic")
        let whole = try samples(bytes, .copy, orientation, bandBytes: UprightBands.maxBytes)
        let parts = try samples(bytes, .copy, orientation, bandBytes: 5_000_000)
        #expect(whole.samples == parts.samples && whole.samples.count == 3 * 4032 * 3024)
        #expect(whole.passes == 1 && parts.passes == 8)
    }

    private func samples(
        _ bytes: [UInt8], _ rendition: Rendition, _ orientation: Orientation, bandBytes: Int
    ) throws -> (samples: [UInt8], size: PixelSize?, passes: Int) {
        final class Collected {
            var samples: [UInt8] = []
        }
        let collected = Collected()
        let output = SampleOutput { collected.samples += $0 }
        let renderer = PictureRenderer(rendition, output, bandBytes: bandBytes)
        try ImageDecoder().decode(.bytes(bytes), into: renderer, turned: orientation, .none)
        return (collected.samples, output.shape?.size, renderer.passCount)
    }

    /// A phone's photo of 48 megapixels that is turned: the tiles of each part only are decoded.
    @Test("The progress of several passes never falls and ends with the file", arguments: [1, 6])
    func progress(value: Int) throws {
        let angle: [[UInt8]] = value == 6 ? [Boxes.box("irot", [3])] : []
        let bytes = LargeCodedPicture(.hevc).grid(columns: 4, rows: 3, transforms: angle)
        let reported = Mutex<[Int]>([])
        let monitor = DecodeMonitor { count in
            reported.withLock { $0.append(count) }
            return true
        }
        let jpeg = try ImageDecoder().render(.bytes(bytes), as: .copy, monitor: monitor)
        let counts = reported.withLock { $0 }
        #expect(counts == counts.sorted() && counts.last ?? 0 <= bytes.count)
        #expect(
            try luma(jpeg).size
                == (value == 6 ? PixelSize(width: 3072, height: 4096) : PixelSize(width: 4096, height: 3072)))
    }

    // MARK: colours

    private func png(_ pixel: [UInt8], type: UInt8, depth: UInt8 = 8, extra: [UInt8] = []) -> [UInt8] {
        let row = (0..<16).flatMap { _ in pixel }
        return SmallPNG.bytes(
            width: 16, depth: depth, colorType: type, rows: [[UInt8]](repeating: row, count: 16), extra: extra)
    }

    /// A picture of one colour has it in the rendition too: quality 85 rounds its means by less than two levels.
    private func level(_ bytes: [UInt8]) throws -> Int {
        let (size, luma) = try luma(try ImageDecoder().render(.bytes(bytes), as: .preview))
        #expect(size == PixelSize(width: 16, height: 16) && Set(luma).count == 1)
        return Int(try #require(luma.first))
    }

    @Test("Alpha is on white, in gray and in colour, of 8 and 16 bits")
    func alpha() throws {
        #expect(abs(try level(png([0, 0, 0, 0], type: 6)) - 255) <= 2)
        #expect(abs(try level(png([0, 128], type: 4)) - 127) <= 2)
        #expect(abs(try level(png([0, 0, 0, 0, 0, 0, 0x80, 0], type: 6, depth: 16)) - 127) <= 2)
        #expect(abs(try level(png([0x40, 0x12, 0xFF, 0xFF], type: 4, depth: 16)) - 64) <= 2)
    }

    /// Linear light 64/255 is coded 0.5372 · 255.
    @Test("Colours are converted, and gray stays gray")
    func colours() throws {
        let linear = SmallPNG.chunk("gAMA", TIFFBuilder.number(100_000, 4))
        #expect(abs(try level(png([64, 64, 64], type: 2, extra: linear)) - 137) <= 2)
        #expect(abs(try level(png([64], type: 0, extra: linear)) - 137) <= 2)
        let gray = try ImageDecoder().render(.bytes(png([64], type: 0)), as: .thumbnail)
        let colour = try ImageDecoder().render(.bytes(png([64, 0, 0], type: 2)), as: .thumbnail)
        // The number of components is the last byte of the frame header of a gray picture's first twelve.
        #expect(try components(gray) == 1 && components(colour) == 3)
    }

    /// The number of components in the frame header (ITU-T T.81, B.2.2).
    private func components(_ jpeg: [UInt8]) throws -> UInt8 {
        let frame = try #require(jpeg.indices.first { jpeg[$0...].starts(with: [0xFF, 0xC0]) })
        return jpeg[frame + 9]
    }

    // MARK: files without a picture

    @Test("A file without a picture is an error with the decoder's message")
    func noPicture() {
        func error(_ bytes: [UInt8], _ decoder: ImageDecoder = ImageDecoder()) -> PhotoLibraryError? {
            #expect(throws: PhotoLibraryError.self) { try decoder.render(.bytes(bytes), as: .thumbnail) }
        }
        #expect(error(Array("\0\0\0\u{8}wide".utf8))?.message == "VIDEO is kept, but not decoded.")
        #expect(error([1, 2, 3])?.code == .unsupportedFile && error([])?.code == .unsupportedFile)
        #expect(error(Array(png([1], type: 0).prefix(40)))?.code == .unsupportedFile)
        var limits = DecodeLimits()
        limits.maxPixels = 255
        #expect(error(png([1], type: 0), ImageDecoder(limits: limits))?.code == .limitExceeded)
        let small = ImageDecoder(budget: DecoderMemoryBudget(bytes: 100_000))
        #expect(error(png([1], type: 0), small)?.code == .limitExceeded)
    }

    @Test("What is missing of a damaged picture is gray", .enabled(if: Corpus.isPresent, "\(Corpus.absence)"))
    func truncated() throws {
        let bytes = try corpusBytes("image-rs-jpeg-decoder/benches/tower.jpg")
        let whole = try luma(try ImageDecoder().render(.bytes(bytes), as: .thumbnail))
        let part = try luma(try ImageDecoder().render(.bytes(Array(bytes.prefix(bytes.count / 2))), as: .thumbnail))
        #expect(part.size == whole.size)
        let row = whole.size.width
        #expect(part.luma.prefix(20 * row) == whole.luma.prefix(20 * row))
        #expect(part.luma.suffix(10 * row).allSatisfy { abs(Int($0) - 128) < 4 })
    }

    /// A file gives a rendition if and only if a row of it can be decoded; the error has the code of its condition.
    @Test(
        "Hostile files give a picture or an error", .long, .enabled(if: Corpus.isPresent, "\(Corpus.absence)"))
    func hostile() throws {
        var counts: [String: Int] = [:]
        for entry in Corpus.entries where entry.format != "other" || entry.path.contains("hostile") {
            let bytes = try corpusBytes(entry.path)
            guard bytes.count < 400_000 else { continue }
            let luma = try ImageDecoder().decode(bytes).reading
            do {
                let jpeg = try ImageDecoder().render(.bytes(bytes), as: .thumbnail)
                #expect(jpeg.starts(with: [0xFF, 0xD8]) && luma.condition != .limited, "\(entry.path)")
                counts["picture", default: 0] += 1
            } catch {
                let code: PhotoLibraryError.Code = luma.condition == .limited ? .limitExceeded : .unsupportedFile
                #expect(error.code == code && luma.condition != .ok, "\(entry.path): \(error)")
                counts[error.code.description, default: 0] += 1
            }
        }
        #expect(counts["picture"] ?? 0 > 500 && counts["unsupportedFile"] ?? 0 > 100, "\(counts)")
    }
}
