internal import Foundation

/// Says on standard error why an app waits or gets nothing, because ordinary code checks for no error there.
package enum AppNotice {
    /// Writes a line at once.
    package static func write(_ text: String) {
        try? FileHandle.standardError.write(contentsOf: Data("OpenPhotoKit: \(line(text))\n".utf8))
    }

    /// The text without control characters, which a terminal would execute.
    package static func line(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { $0.properties.generalCategory == .control ? "\u{FFFD}" : $0 }))
    }
}
