internal import Foundation

/// The identifiers of assets, albums and folders.
enum PhotosIdentifier {
    /// The identifier as Photos 5 and later write it.
    ///
    /// Photos 4 and earlier write the 16 bytes of a UUID in base64, with `%` for `/` and without padding. When a newer
    /// Photos converts the library, the identifier becomes the text of the UUID. Other identifiers, such as
    /// `TopLevelAlbums`, stay.
    static func uuid(_ text: String) -> String {
        guard text.utf8.count == 22,
            let data = Data(base64Encoded: text.replacingOccurrences(of: "%", with: "/") + "=="), data.count == 16
        else { return text }
        let digits = data.map { String(format: "%02X", $0) }
        let ranges = [0..<4, 4..<6, 6..<8, 8..<10, 10..<16]
        return ranges.map { digits[$0].joined() }.joined(separator: "-")
    }
}
