internal import Foundation
internal import PhotoModel
package import SystemPackage

/// File names in the library: the original names, made safe for other file systems.
package enum OriginalName {
    /// The maximum length of a name in bytes, which leaves room for a number.
    private static let maximumBytes = 200

    /// The name in which `_` replaces control characters, separators and characters that other systems forbid.
    package static func sanitised(_ name: FilePath.Component?) -> String {
        // Bytes that are not UTF-8 become replacement characters here; the catalogue has the exact name.
        sanitised(name?.string ?? "")
    }

    /// The same for a text, which need not be a file name.
    package static func sanitised(_ text: String) -> String {
        var text = String(text.unicodeScalars.map { isSafe($0) ? Character($0) : "_" })
        if text.isEmpty { text = "unnamed" }
        if text.hasPrefix(".") { text = "_" + text.dropFirst() }
        let (stem, ending) = split(text)
        // Removed scalar by scalar, because one character may be longer than the limit.
        var short = stem
        while short.utf8.count + ending.utf8.count > maximumBytes { short.unicodeScalars.removeLast() }
        return short + ending
    }

    /// The name itself for attempt 0, then `name-2.jpg`, `name-3.jpg`, ….
    package static func numbered(_ name: String, attempt: Int) -> String {
        guard attempt > 0 else { return name }
        let (stem, ending) = split(name)
        return "\(stem)-\(attempt + 1)\(ending)"
    }

    /// The name without its extension, and the extension with its dot.
    ///
    /// If what follows the last dot is longer than 15 bytes, it belongs to the name, and the extension is empty.
    package static func split(_ name: String) -> (stem: String, ending: String) {
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex, name[dot...].utf8.count <= 16 else {
            return (name, "")
        }
        return (String(name[..<dot]), String(name[dot...]))
    }

    private static func isSafe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .lineSeparator, .paragraphSeparator: false
        default: !"/\\:*?\"<>|\u{FFFD}".unicodeScalars.contains(scalar)
        }
    }
}

extension OriginalName {
    /// A path in `folder` that does not exist and is not in `taken`.
    package static func free(for name: FilePath.Component?, in folder: FilePath, taken: Set<FilePath>) -> FilePath {
        let safe = sanitised(name)
        var attempt = 0
        while true {
            let path = folder.appending(numbered(safe, attempt: attempt))
            if !taken.contains(path), access(path.platform, F_OK) != 0 { return path }
            attempt += 1
        }
    }
}
