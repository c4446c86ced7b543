internal import ArgumentParser
internal import OpenPhotoKitOwner
internal import PhotoModel

/// Kinds of photos joined by `&`, `|`, `!` and parentheses, such as `images & !screenshots`.
///
/// `&` binds closer than `|`.
struct PickerFilterExpression: ExpressibleByArgument {
    let filter: AssetFilter

    init?(argument: String) {
        var parser = Parser(rest: argument[...])
        guard let filter = parser.any(), parser.next == nil else { return nil }
        self.filter = filter
    }

    private static let kinds: [Substring: AssetFilter] = [
        "images": .mediaType(.image), "videos": .mediaType(.video), "live-photos": .subtypes(anyOf: .photoLive),
        "screenshots": .subtypes(anyOf: .photoScreenshot), "panoramas": .subtypes(anyOf: .photoPanorama),
        "slo-mo": .subtypes(anyOf: .videoHighFrameRate), "timelapses": .subtypes(anyOf: .videoTimelapse),
        "cinematic": .subtypes(anyOf: .videoCinematic), "selfies": .subtypes(anyOf: .selfie),
        "depth-effect": .subtypes(anyOf: .photoDepthEffect), "animated": .subtypes(anyOf: .photoAnimation),
        "raw": .hasFormat(.raw), "bursts": .isInBurst, "favorites": .isFavorite,
    ]

    /// A parser by recursive descent.
    private struct Parser {
        var rest: Substring

        /// The next character that is not a space.
        var next: Character? { rest.first { $0 != " " } }

        private mutating func accept(_ character: Character) -> Bool {
            guard next == character else { return false }
            rest = rest.drop { $0 == " " }.dropFirst()
            return true
        }

        mutating func any() -> AssetFilter? {
            guard let first = all() else { return nil }
            var filters = [first]
            while accept("|") {
                guard let next = all() else { return nil }
                filters.append(next)
            }
            return filters.count == 1 ? first : .or(filters)
        }

        private mutating func all() -> AssetFilter? {
            guard let first = one() else { return nil }
            var filters = [first]
            while accept("&") {
                guard let next = one() else { return nil }
                filters.append(next)
            }
            return filters.count == 1 ? first : .and(filters)
        }

        private mutating func one() -> AssetFilter? {
            if accept("!") { return one().map(AssetFilter.not) }
            if accept("(") {
                let inner = any()
                return accept(")") ? inner : nil
            }
            rest = rest.drop { $0 == " " }
            let name = rest.prefix { $0.isLetter || $0 == "-" }
            rest = rest.dropFirst(name.count)
            return PickerFilterExpression.kinds[name]
        }
    }
}
