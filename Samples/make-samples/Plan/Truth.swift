import Foundation

/// A row of the expected results: one for every written file.
///
/// `Samples/README.md` explains the columns.
struct Truth: Sendable {
    enum Kind: String, Sendable {
        case original
        case burst
        case duplicate
        case sameImageData = "same-image-data"
        case variant
        case decoy
        case litter
        case damaged
    }

    var path: String
    var kind: Kind
    /// The file that shows the same photo; empty if no other file shows it.
    var original = ""
    var transform = ""
    var expected: String

    static func table(_ rows: [Truth]) -> String {
        let lines = rows.map { [$0.path, $0.kind.rawValue, $0.original, $0.transform, $0.expected] }
        return ([["path", "kind", "original", "transform", "expected"]] + lines)
            .map { $0.joined(separator: "\t") + "\n" }.joined()
    }
}
