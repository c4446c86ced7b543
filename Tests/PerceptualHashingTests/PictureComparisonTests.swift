import PhotoModel
import Testing

@testable import PerceptualHashing

@Suite("Where and how two pictures differ")
struct PictureComparisonTests {
    private let size = PixelSize(width: 640, height: 640)

    /// Smooth waves, moved to the right and down by fractions of a cell, with added light and a spot.
    private func picture(
        right: Double = 0, down: Double = 0, light: Double = 0, spot: (row: Int, column: Int, levels: Double)? = nil
    ) -> ContentSignature {
        let thumbnail = Thumbnail { row, column in
            let x = (Double(column) - right) / 64
            let y = (Double(row) - down) / 64
            var level = 120 + 50 * wave(2.3 * x + 0.7 * y) + 40 * wave(3.1 * y - 1.9 * x + 0.2) + light
            if let spot, (0..<4).contains(row - spot.row), (0..<4).contains(column - spot.column) {
                level += spot.levels
            }
            return UInt8(level.rounded())
        }
        return ContentSignature(thumbnail, size: size)
    }

    /// A sine by its series; an argument in turns to −1…1.
    private func wave(_ turns: Double) -> Double {
        let x = (turns - turns.rounded()) * 2 * .pi
        return x - x * x * x / 6 + x * x * x * x * x / 120 - x * x * x * x * x * x * x / 5040
            + x * x * x * x * x * x * x * x * x / 362_880
    }

    @Test func theSamePictureHasNoDifference() throws {
        let comparison = try #require(PictureComparison(picture(), picture()))
        #expect(comparison.verification.passes() && comparison.quarterTurns == 0)
        #expect(comparison.differences.allSatisfy { $0 == 0 } && comparison.brightness == 0)
    }

    @Test func aShiftHasItsDirection() throws {
        let comparison = try #require(PictureComparison(picture(), picture(right: 0.5, down: -0.25)))
        #expect(abs(comparison.shift.right * 64 - 0.5) < 0.03)
        #expect(abs(comparison.shift.down * 64 + 0.25) < 0.03)
    }

    @Test func brightnessHasItsSign() throws {
        let comparison = try #require(PictureComparison(picture(), picture(light: 5)))
        #expect(abs(comparison.brightness + 5) < 0.2)
    }

    @Test func theSpotIsWhereTheDifferenceIs() throws {
        let changed = picture(spot: (row: 40, column: 12, levels: 20))
        let comparison = try #require(PictureComparison(picture(), changed))
        #expect(comparison.spot == (row: 40, column: 12))
        // Pictures are smoothed by [1 2 1]/4 first: of four cells in a row 7/8 remain, horizontally and vertically.
        #expect(abs(comparison.spotDifference + 20 * 0.875 * 0.875) < 1)
        #expect(try #require(PictureComparison(changed, picture())).spotDifference > 0)
    }

    @Test(arguments: 1...3) func aTurnedPictureIsTurnedBack(turns: Int) throws {
        let turned = picture().rotated(quarterTurnsClockwise: -turns)
        let comparison = try #require(PictureComparison(turned, picture()))
        #expect(comparison.quarterTurns == turns && comparison.pictures.first == comparison.pictures.second)
    }

    @Test func withoutAPictureThereIsNothingToCompare() {
        #expect(PictureComparison(picture().with(.none), picture()) == nil)
        #expect(PictureComparison(picture(), picture().with(.none)) == nil)
    }
}
