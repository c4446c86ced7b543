internal import ArgumentParser
internal import PhotoModel

/// A rating: 1 to 5, `none` or `rejected`.
struct RatingArgument: ExpressibleByArgument {
    let value: Int

    init?(argument: String) {
        switch argument {
        case "none", "0": value = 0
        case "rejected": value = -1
        default:
            guard let stars = Int(argument), 1...5 ~= stars else { return nil }
            value = stars
        }
    }
}

/// A rating, or a range of ratings such as `3-5`.
struct RatingRange: ExpressibleByArgument {
    let range: ClosedRange<Int>

    init?(argument: String) {
        let bounds = argument.split(separator: "-", omittingEmptySubsequences: false)
            .map { RatingArgument(argument: String($0))?.value }
        guard 1...2 ~= bounds.count, let first = bounds[0], let last = bounds[bounds.count - 1], first <= last else {
            return nil
        }
        range = first...last
    }
}
