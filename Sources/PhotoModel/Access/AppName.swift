/// The names of apps: reverse domain names, such as `org.example.Editor`.
package enum AppName {
    /// The maximum length, so that the path of a socket fits in 108 bytes (unix(7)).
    package static let maximumLength = 60

    /// - Throws: `accessRestricted` for a text that is no such name.
    package static func check(_ name: String) throws(PhotoLibraryError) {
        let labels = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard name.utf8.count <= maximumLength, labels.count >= 2, labels.allSatisfy(isLabel) else {
            throw PhotoLibraryError(
                .accessRestricted,
                "An app's name is a reverse domain name of at most \(maximumLength) letters, digits, hyphens and "
                    + "underscores with full stops between them, such as org.example.Editor.",
                identifier: String(name.prefix(80)))
        }
    }

    private static func isLabel(_ label: Substring.UTF8View.SubSequence) -> Bool {
        guard let first = label.first, isLetterOrDigit(first) else { return false }
        return label.allSatisfy { isLetterOrDigit($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }
}
