public import Foundation

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
}
