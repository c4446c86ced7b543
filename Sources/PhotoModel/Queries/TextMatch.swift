internal import Foundation

/// A comparison of texts.
public struct TextMatch: Sendable, Hashable, Codable {
    /// The relation of the compared text to ``text``.
    public enum Comparison: String, Sendable, Codable, CaseIterable {
        /// The texts are equal.
        case equals
        /// The compared text contains ``text``. Every text contains the empty text.
        case contains
        /// The compared text begins with ``text``.
        case beginsWith
        /// The compared text ends with ``text``.
        case endsWith
        /// The compared text precedes ``text`` in the order of Unicode scalars.
        case precedes
        /// The compared text follows ``text`` in the order of Unicode scalars.
        case follows
    }

    /// The relation of the compared text to ``text``.
    public let comparison: Comparison
    /// The text with which others are compared.
    public let text: String
    /// Whether case is ignored.
    public let ignoresCase: Bool
    /// Whether accents are ignored.
    public let ignoresDiacritics: Bool

    /// Creates a comparison with `text`.
    public init(
        _ comparison: Comparison, _ text: String, ignoringCase: Bool = false, ignoringDiacritics: Bool = false
    ) {
        self.comparison = comparison
        self.text = text
        ignoresCase = ignoringCase
        ignoresDiacritics = ignoringDiacritics
    }

    /// Whether a text matches.
    public func matches(_ other: String) -> Bool {
        let other = other.folded(ignoringCase: ignoresCase, ignoringDiacritics: ignoresDiacritics)
        let text = text.folded(ignoringCase: ignoresCase, ignoringDiacritics: ignoresDiacritics)
        return switch comparison {
        case .equals: other == text
        // Foundation does not find an empty text in another text.
        case .contains: text.isEmpty || other.contains(text)
        case .beginsWith: other.hasPrefix(text)
        case .endsWith: other.hasSuffix(text)
        case .precedes: other < text
        case .follows: other > text
        }
    }
}

extension String {
    /// The text without case and diacritics, if they are ignored.
    package func folded(ignoringCase: Bool, ignoringDiacritics: Bool) -> String {
        guard ignoringCase || ignoringDiacritics else { return self }
        var options: String.CompareOptions = []
        if ignoringCase { options.insert(.caseInsensitive) }
        if ignoringDiacritics { options.insert(.diacriticInsensitive) }
        return folding(options: options, locale: nil)
    }
}
