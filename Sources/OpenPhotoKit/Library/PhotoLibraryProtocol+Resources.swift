public import AssetLoading
public import Foundation
internal import LibraryInterface
package import Originals
public import PhotoModel
public import SystemPackage

// The functions of PhotoKit's `PHAssetResourceManager`.
extension PhotoLibraryProtocol {
    /// The bytes of a resource in chunks, with progress, compared with the digest of the imported file.
    ///
    /// Errors end the sequence.
    ///
    /// - Parameters:
    ///   - resource: The resource to read.
    ///   - options: Whether the bytes may be fetched over the network.
    ///   - progress: Counts bytes. Cancelling it ends the sequence.
    public func requestData(
        for resource: AssetResource, options: ResourceRequestOptions = ResourceRequestOptions(),
        progress: Progress? = nil
    ) -> ResourceData {
        ResourceData(handle(resource, options), progress: progress)
    }

    /// All bytes of a resource.
    ///
    /// Blocks this thread.
    ///
    /// - Throws: The errors of ``ResourceData``.
    package func data(of resource: AssetResource, options: ResourceRequestOptions) throws -> Data {
        try ResourceData(handle(resource, options), progress: nil).readAll()
    }

    /// Writes a resource to a new file.
    ///
    /// The file gets its name when its bytes are complete, equal to the imported bytes and on the disk. An existing
    /// file is never replaced. Cancelling the task, or the progress, stops the work within 200 ms and removes the
    /// incomplete file.
    ///
    /// - Parameters:
    ///   - resource: The resource to read.
    ///   - path: The path of the new file.
    ///   - options: Whether the bytes may be fetched over the network.
    ///   - progress: Counts bytes, and can cancel the work.
    /// - Throws: `invalidResource` if the destination exists or the file cannot be made there; `notEnoughSpace`;
    ///   otherwise the errors of `ResourceData`.
    @discardableResult
    public func writeData(
        for resource: AssetResource, to path: FilePath, options: ResourceRequestOptions = ResourceRequestOptions(),
        progress: Progress? = nil
    ) async throws -> StoredFile {
        try await handle(resource, options).write(to: path, loading: LoadProgress(showing: progress))
    }

    /// A handle that opens a resource with the access of this object.
    package func handle(
        _ resource: AssetResource, _ options: ResourceRequestOptions = ResourceRequestOptions()
    ) -> ResourceHandle {
        ResourceHandle(resource, in: originals, options.policy)
    }

    /// The adjustment data of a photo's edit; `nil` if the photo is not edited, or the edit has no adjustment data.
    ///
    /// - Throws: `identifierNotFound`, and the errors of `ResourceData`.
    public func adjustmentData(of localIdentifier: String) throws -> AdjustmentData? {
        guard let asset = try assets(withLocalIdentifiers: [localIdentifier])[localIdentifier] else {
            throw PhotoLibraryError.noAsset(withLocalIdentifier: localIdentifier)
        }
        return try asset.resources.last { $0.kind == .adjustmentData }
            .flatMap { AdjustmentFile.decode(try data(of: $0, options: ResourceRequestOptions())) }
    }
}
