internal import Foundation
internal import PhotoModel
package import SystemPackage
internal import SystemSupport

/// The file that stands at the place of an original that is in stores: it says in JSON where the original went.
///
/// A person who looks into the folder reads it, and a repair with an older catalogue.
package struct OffloadStub: Codable, Sendable {
    /// What the file is, for a reader who has never seen one.
    private let about: String
    /// The digest of the original, in hexadecimal.
    package let sha256: String
    /// The size of the original.
    private let bytes: Int64
    /// The name of the original at import.
    package let name: String
    private let localIdentifier: String
    /// The names of the stores that had the original when it left.
    private let stores: [String]

    package init(sha256: String, bytes: Int64, name: String, localIdentifier: String, stores: [String]) {
        about = "The original of this photo is in the stores below. The photo library brings it back."
        (self.sha256, self.bytes, self.name) = (sha256, bytes, name)
        (self.localIdentifier, self.stores) = (localIdentifier, stores)
    }

    /// Reads the stub at a path; `nil` if the path has no stub.
    package init?(at path: FilePath) {
        guard let data = try? Data(contentsOf: URL(fileURLWithPath: path.string)),
            let stub = try? JSONDecoder().decode(OffloadStub.self, from: data)
        else { return nil }
        self = stub
    }

    /// Writes the stub durably; a stub that is there is replaced.
    ///
    /// - Parameter temporaryFolder: The folder of what a killed process leaves, on the same file system.
    package func write(to path: FilePath, in temporaryFolder: FilePath) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let file = try ReplacementFile(at: path, in: temporaryFolder)
        try encoder.encode(self).withUnsafeBytes { try file.append($0) }
        try file.finish()
    }
}
