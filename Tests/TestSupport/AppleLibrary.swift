public import Foundation
public import SystemPackage

/// Libraries of Apple's Photos for tests, which `Tests/Independent/apple_photos.py` makes and reads.
public enum AppleLibrary {
    /// A library of macOS 15.7 with Live Photos, an edit, a burst, and originals that are only in iCloud.
    public static let corpus: URL = Corpus.folder.deletingLastPathComponent()
        .appendingPathComponent("corpus-formats/apple/Test-Media-Types-15.7.2.photoslibrary")

    /// Whether ``corpus`` is on this machine.
    public static var isPresent: Bool { FileManager.default.fileExists(atPath: corpus.path) }

    /// A UUID that ends with the number, as Photos writes it.
    public static func uuid(_ number: Int) -> String {
        "A0000000-0000-4000-8000-" + String(repeating: "0", count: 12 - "\(number)".count) + "\(number)"
    }

    /// Makes a library from a description, as the program documents it, and files with these paths and bytes.
    ///
    /// Blocks.
    public static func make(
        at library: FilePath, _ spec: [String: Any], files: [String: [UInt8]] = [:]
    ) throws {
        let text = try JSONSerialization.data(withJSONObject: spec)
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("spec-\(UUID().uuidString).json")
        try text.write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let made = try Python.run(program: "apple_photos.py", ["make", library.string, file.path])
        guard made.exit == 0 else { throw CocoaError(.fileWriteUnknown, userInfo: ["errors": made.output]) }
        for (path, bytes) in files {
            let url = URL(fileURLWithPath: library.string).appendingPathComponent(path)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(bytes).write(to: url)
        }
    }

    /// The assets and albums of a library, as the program reads them.
    ///
    /// Blocks.
    public static func read(_ library: String) throws -> [[String: Any]] {
        let read = try Python.run(program: "apple_photos.py", ["read", library])
        guard read.exit == 0 else { throw CocoaError(.fileReadUnknown, userInfo: ["errors": read.output]) }
        return read.output.split(separator: "\n").compactMap {
            try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
        }
    }
}
