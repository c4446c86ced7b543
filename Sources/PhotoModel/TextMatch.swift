internal import Foundation

/// How a text is compared with another.
public struct TextMatch: Sendable, Hashable {
    /// What the text that is looked at does.
    public enum Comparison: String, Sendable, CaseIterable {
        /// It is the other.
        case equals
        /// It has the other in it, as every text has the empty one.
        case contains
        /// It begins with the other.
        case beginsWith
        /// It ends with the other.
        case endsWith
        /// It comes before the other in the order of Unicode's scalars.
        case precedes
        /// It comes after the other in the order of Unicode's scalars.
        case follows
    }

    /// What the text that is looked at does.
    public let comparison: Comparison
    /// The text that it is compared with.
    public let text: String
    /// Whether upper and lower case are the same.
    public let ignoresCase: Bool
    /// Whether letters are the same with and without accents.
    public let ignoresDiacritics: Bool

    /// A comparison with `text`.
    public init(
        _ comparison: Comparison, _ text: String, ignoringCase: Bool = false, ignoringDiacritics: Bool = false
    ) {
        self.comparison = comparison
        self.text = text
        ignoresCase = ignoringCase
        ignoresDiacritics = ignoringDiacritics
    }

    /// Whether it holds for a text.
    public func matches(_ other: String) -> Bool {
        let other = other.folded(ignoringCase: ignoresCase, ignoringDiacritics: ignoresDiacritics)
        let text = text.folded(ignoringCase: ignoresCase, ignoringDiacritics: ignoresDiacritics)
        return switch comparison {
        case .equals: other == text
        // Foundation finds no empty text in another.
        case .contains: text.isEmpty || other.contains(text)
        case .beginsWith: other.hasPrefix(text)
        case .endsWith: other.hasSuffix(text)
        case .precedes: other < text
        case .follows: other > text
        }
    }
}

extension String {
    /// The text without what is ignored.
    package func folded(ignoringCase: Bool, ignoringDiacritics: Bool) -> String {
        guard ignoringCase || ignoringDiacritics else { return self }
        var options: String.CompareOptions = []
        if ignoringCase { options.insert(.caseInsensitive) }
        if ignoringDiacritics { options.insert(.diacriticInsensitive) }
        return folding(options: options, locale: nil)
    }
}
