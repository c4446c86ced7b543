public import Foundation
public import SystemPackage

/// A temporary folder for one test, which is removed when the object is released.
public final class TemporaryFolder: Sendable {
    /// The URL of the folder.
    public let url: URL

    /// Creates an empty folder in the system's temporary directory.
    public init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("openphotokit-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// The path of a file in the folder.
    public func path(_ name: String) -> String { url.appendingPathComponent(name).path }

    /// The folder's path.
    public var filePath: FilePath { FilePath(url.path) }

    /// Writes a file in the folder, and makes the folders of its path.
    @discardableResult
    public func write(_ bytes: some Sequence<UInt8>, to name: String) throws -> FilePath {
        let file = url.appendingPathComponent(name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: file)
        return filePath.appending(name)
    }

    /// The names in the folder.
    public var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() }
    }
}

extension TemporaryFolder {
    /// The paths of open files of this process in the folder, also of removed files.
    package var openFiles: [String] {
        get throws {
            try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
                .compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)") }
                .filter { $0.hasPrefix(url.path) }
        }
    }
}
