public import AssetLoading
internal import Foundation
public import PhotoModel
public import SystemPackage

// What PhotoKit's resource manager does. Files of this machine need no network.
extension PhotoLibrary {
    /// The bytes of a resource, piece by piece, with progress and held against their digest.
    public func requestData(for resource: AssetResource) -> ResourceData {
        ResourceData(
            resource.path, followsLinks: resource.isReference, bytes: resource.bytes, sha256: resource.sha256)
    }

    /// Writes a resource to a new file, with progress.
    ///
    /// Returns at once; the load can be cancelled. The file gets its name when its bytes are complete, as they were stored
    /// and on the disk; nothing is replaced.
    public func writeData(for resource: AssetResource, to path: FilePath) -> AssetLoad {
        AssetLoader(ioJobs: 1).load([LoadRequest(source: resource.path, destination: path, sha256: resource.sha256)])
    }

    /// How a photo was edited; `nil` if it was not, or not by a program that says so.
    ///
    /// - Throws: `identifierNotFound`, `unreadable`.
    public func adjustmentData(of localIdentifier: String) throws -> AdjustmentData? {
        guard let asset = try assets(withLocalIdentifiers: [localIdentifier])[localIdentifier] else {
            throw PhotoLibraryError(
                .identifierNotFound, "No photo of this library has this identifier.", identifier: localIdentifier)
        }
        guard let file = asset.resources.last(where: { $0.kind == .adjustmentData }) else { return nil }
        do { return AdjustmentFile.decode(try Data(contentsOf: URL(fileURLWithPath: file.path.string))) } catch {
            throw PhotoLibraryError(
                .unreadable, "How the photo was edited cannot be read.", path: file.path.string,
                identifier: localIdentifier, cause: error)
        }
    }
}
