internal import Foundation
internal import OpenPhotoKitOwner
internal import PerceptualHashing
internal import PhotoModel

/// The differences of two pictures in sentences.
///
/// “This photo” is the library's. Brightness is in percent of the range from black to white.
struct ComparisonDescription {
    private let comparison: PictureComparison
    private let limits: VerificationLimits

    init(_ comparison: PictureComparison) {
        self.comparison = comparison
        limits = comparison.verification.limits
    }

    /// The turn, the aspect ratio, the brightness, the shift, and the spot of the greatest difference.
    var sentences: [String] { [turn, shape, brightness, shift, spot].compactMap { $0 } }

    private var turn: String? {
        switch comparison.quarterTurns {
        case 0: nil
        case 1: "Compared after a quarter turn to the right."
        case 2: "Compared upside down."
        default: "Compared after a quarter turn to the left."
        }
    }

    private var shape: String? { comparison.verification.aspectAgrees ? nil : "This photo has another aspect ratio." }

    private var brightness: String {
        let difference = -comparison.brightness
        guard abs(difference) > limits.mean else {
            return "Both have the same brightness within \(Self.percent(limits.mean))."
        }
        return "This photo is \(difference > 0 ? "brighter" : "darker") by \(Self.percent(difference)). "
            + "Copies of one photo differ by \(Self.percent(limits.mean)) at most."
    }

    private var shift: String {
        let parts = comparison.verification
        let measure =
            "\(Self.text(parts.displacement * 100)) % of the frame, \(Self.text(parts.displacementPixels)) pixels"
        guard parts.displacement > limits.displacement, parts.displacementPixels > limits.displacementPixels else {
            return "Nothing has moved (\(measure))."
        }
        guard parts.hasMoved else { return "Details differ, but nothing has clearly moved." }
        // If a picture is only enlarged or turned, its middle does not move.
        let isMoved = 2 * max(abs(comparison.shift.right), abs(comparison.shift.down)) > parts.displacement
        return isMoved
            ? "What this photo shows lies further \(direction), by up to \(measure)."
            : "This photo is enlarged, reduced or turned a little, by up to \(measure)."
    }

    private var direction: String {
        let right = comparison.shift.right
        let down = comparison.shift.down
        let across = right > 0 ? "right" : "left"
        let along = down > 0 ? "down" : "up"
        if abs(right) > 3 * abs(down) { return across }
        return abs(down) > 3 * abs(right) ? along : "\(along) and \(across)"
    }

    /// Whether the greatest difference is more than noise.
    var hasSpot: Bool { abs(comparison.spotDifference) > limits.worst4x4 / 2 }

    private var spot: String {
        let difference = -comparison.spotDifference
        guard hasSpot else {
            return "No large part of the picture is brighter or darker by more than \(Self.percent(difference))."
        }
        return "The greatest difference is \(place): this photo is \(difference > 0 ? "brighter" : "darker") there by "
            + "\(Self.percent(difference))."
    }

    private var place: String {
        func third(_ cell: Int, _ names: [String]) -> String { names[min(2, cell * 3 / Thumbnail.side)] }
        let row = third(comparison.spot.row + 2, ["at the top", "", "at the bottom"])
        let column = third(comparison.spot.column + 2, ["left", "", "right"])
        switch (row.isEmpty, column.isEmpty) {
        case (true, true): return "in the middle"
        case (true, false): return "at the \(column)"
        case (false, true): return row
        case (false, false): return "\(row) \(column)"
        }
    }

    private static func percent(_ levels: Double) -> String { "\(text(abs(levels) * 100 / 255)) %" }

    /// Two digits at most after the point, and no digits after it from 10 on.
    private static func text(_ value: Double) -> String {
        value.formatted(
            .number.precision(.fractionLength(0...(value < 10 ? 2 : 0))).locale(Locale(identifier: "en_US_POSIX")))
    }
}
