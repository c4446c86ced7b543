import ImageDecoding
import PerceptualHashing
import PhotoModel
import TestSupport
import Testing

@Suite("Comparison of details and of noise")
struct DetailedPictureTests {
    private static let size = PixelSize(width: 320, height: 240)

    /// A smooth scene with bars of 3×14 pixels, as strokes of letters, at some places.
    private func picture(
        bars: [Int] = [1, 4, 6], contrast: Double = 100, moved: Double = 0, noise: Double = 0, seed: UInt64 = 1,
        light: Double = 0
    ) throws -> DetailedPicture {
        var random = Seeded(seed)
        let samples = (0..<Self.size.height).flatMap { row in
            (0..<Self.size.width).map { column -> UInt8 in
                let (x, y) = (Double(column) - moved, Double(row))
                var level = 120 + light + 40 * waves(x / 61, y / 47)
                for bar in bars {
                    let place = Double(40 + 30 * bar)
                    let inside = max(0, min(1, x - place + 0.5)) * max(0, min(1, place + 3 - x + 0.5))
                    if (100..<114).contains(row) { level += contrast * inside }
                }
                // The sum of four uniform numbers is nearly normal.
                let sum = (0..<4).reduce(0.0) { sum, _ in sum + Double.random(in: -1...1, using: &random) }
                return UInt8(min(max(level + noise * sum * 0.866, 0), 255).rounded())
            }
        }
        return try #require(DetailedPicture(PixelBuffer(size: Self.size, channels: 1, samples: samples)))
    }

    /// A smooth wave without a table of sines: a triangle wave, smoothed.
    private func waves(_ x: Double, _ y: Double) -> Double {
        func wave(_ t: Double) -> Double {
            let phase = abs((t - t.rounded(.down)) * 2 - 1)
            return phase * phase * (3 - 2 * phase) * 2 - 1
        }
        return wave(x) * wave(y)
    }

    private func details(_ one: DetailedPicture, _ other: DetailedPicture) -> DetailComparison {
        DetailComparison(DetailedPair(one, other))
    }

    private func noise(_ one: DetailedPicture, _ other: DetailedPicture) -> NoiseComparison {
        NoiseComparison(DetailedPair(one, other))
    }

    @Test("A stroke that moved to another place shows other detail; noise, movement and sharpness do not")
    func strokes() throws {
        let photo = try picture()
        #expect(details(photo, photo).greatest == 0)
        #expect(!details(photo, try picture(noise: 3)).showsOtherDetail)
        #expect(!details(photo, try picture(moved: 0.5)).showsOtherDetail)
        #expect(details(photo, try picture(bars: [1, 4, 7])).showsOtherDetail)
        #expect(details(photo, try picture(bars: [1, 4])).showsOtherDetail, "A stroke is missing.")
        #expect(details(photo, try picture(bars: [1, 4, 6, 8], contrast: 100)).showsOtherDetail)
        let pale = details(try picture(contrast: 40), try picture(bars: [1, 3, 6], contrast: 40))
        #expect(pale.showsOtherDetail)
    }

    @Test("The comparison is the same if the pictures are exchanged, and when both are turned")
    func symmetry() throws {
        let (one, other) = (try picture(noise: 2), try picture(bars: [2, 4], noise: 2, seed: 2))
        let there = details(one, other)
        let back = details(other, one)
        #expect(there.greatest == back.greatest && there.usual == back.usual)
        for quarters in 1...3 {
            let turned = details(one.turned(quarters: quarters), other.turned(quarters: quarters))
            #expect(abs(turned.greatest - there.greatest) < 1e-3)
        }
        #expect(details(one.turned(quarters: 3).turned(quarters: 1), one).greatest == 0)
    }

    @Test("Two frames have noise of their own, and a copy has the noise of its photo")
    func noise() throws {
        let photo = try picture(noise: 4)
        let frame = noise(photo, try picture(noise: 4, seed: 2))
        #expect(try #require(frame.common) < 0.2)
        #expect(frame.relation(mayDifferInLight: false, isLowerQuality: false) == .frames)
        #expect(frame.relation(mayDifferInLight: true, isLowerQuality: true) == .frames)
        let copy = noise(photo, photo)
        #expect(copy.difference == 0 && copy.relation(mayDifferInLight: false, isLowerQuality: false) == .copy)
    }

    @Test(
        "Without noise a reduced picture may be a copy of either frame, and pictures of equal size and quality differ")
    func noNoise() throws {
        let pair = noise(try picture(), try picture(noise: 0.6))
        #expect(pair.common == nil && pair.difference > 0.1)
        #expect(pair.relation(mayDifferInLight: true, isLowerQuality: false) == .unknown)
        #expect(pair.relation(mayDifferInLight: false, isLowerQuality: true) == .unknown)
        #expect(pair.relation(mayDifferInLight: false, isLowerQuality: false) == .frames)
    }

    @Test("Another light does not prove a copy of equal size")
    func light() throws {
        let bracket = noise(try picture(), try picture(light: 0.5))
        #expect(bracket.brightness > 0.25)
        #expect(bracket.relation(mayDifferInLight: false, isLowerQuality: true) == .frames)
    }

    @Test("Another colour at a place, or no colours, show other colours; small differences do not")
    func colors() throws {
        func picture(_ color: (Int) -> (Int, Int)) throws -> DetailedPicture {
            let samples = (0..<Self.size.width * Self.size.height).flatMap { index -> [UInt8] in
                let (red, blue) = color(index)
                // Green changes so that the luma is nearly 120.
                let green = 120 - (red * 30 + blue * 11) / 59
                return [120 + red, green, 120 + blue].map { UInt8(clamping: $0) }
            }
            return try #require(DetailedPicture(PixelBuffer(size: Self.size, channels: 3, samples: samples)))
        }
        let photo = try picture { $0 % Self.size.width < 160 ? (50, -20) : (-30, 60) }
        let gray = try picture { _ in (0, 0) }
        func isInTile(_ index: Int) -> Bool {
            (200..<230).contains(index % Self.size.width) && (100..<120).contains(index / Self.size.width)
        }
        let tile = try picture { isInTile($0) ? (50, -20) : $0 % Self.size.width < 160 ? (50, -20) : (-30, 60) }
        let warmer = try picture { $0 % Self.size.width < 160 ? (60, -25) : (-20, 55) }
        #expect(!ColorComparison(photo, photo).showsOtherColors && !ColorComparison(photo, warmer).showsOtherColors)
        for other in [gray, tile] {
            #expect(ColorComparison(photo, other).showsOtherColors && ColorComparison(other, photo).showsOtherColors)
        }
        for quarters in 1...3 {
            let (one, other) = (photo.turned(quarters: quarters), tile.turned(quarters: quarters))
            #expect(ColorComparison(one, other).greatest == ColorComparison(photo, tile).greatest)
        }
        #expect(ColorComparison(photo.turned(quarters: 2), photo).showsOtherColors)
    }

    @Test("A picture with missing samples has no details")
    func truncated() {
        #expect(DetailedPicture(PixelBuffer(size: Self.size, channels: 3, samples: [1, 2, 3])) == nil)
    }
}
