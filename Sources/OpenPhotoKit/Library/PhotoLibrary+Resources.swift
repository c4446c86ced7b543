public import AssetLoading
public import Foundation
internal import LibraryRPC
internal import PhotoIngest
public import PhotoModel
public import SystemPackage

// The functions of PhotoKit's `PHAssetResourceManager`.
extension PhotoLibrary {
    /// The bytes of a resource in pieces, with progress, compared with the digest of the imported file.
    ///
    /// Returns at once. Errors end the sequence.
    public func requestData(
        for resource: AssetResource, options: ResourceRequestOptions = ResourceRequestOptions()
    ) -> ResourceData {
        ResourceData(handle(resource, options))
    }

    /// Writes a resource to a new file, with progress.
    ///
    /// Returns at once; the load can be cancelled. The file gets its name when its bytes are complete, equal to the
    /// imported ones and on the disk; an existing file is never replaced. A destination that exists, or where no file
    /// can be made, throws `invalidResource`; other errors are those of ``ResourceData``.
    public func writeData(
        for resource: AssetResource, to path: FilePath, options: ResourceRequestOptions = ResourceRequestOptions()
    ) -> AssetLoad {
        AssetLoader(ioJobs: 1).load([LoadRequest(handle(resource, options), destination: path)])
    }

    /// The URL of the file of a resource, for the owner; `nil` for a file that is not on this machine.
    ///
    /// Bytes that are not UTF-8 are percent-encoded. The file may be missing or changed. Bytes read from the URL are
    /// not compared with the digest; use ``requestData(for:options:)`` for that.
    public func localURL(of resource: AssetResource) -> URL? {
        localPath(of: resource).flatMap { URL(string: $0.fileURL) }
    }

    /// The same location as a byte-exact path.
    package func localPath(of resource: AssetResource) -> FilePath? {
        resourceStore.localPath(of: resource, as: access)
    }

    /// A resource with the access of this object.
    func handle(
        _ resource: AssetResource, _ options: ResourceRequestOptions = ResourceRequestOptions()
    ) -> ResourceHandle {
        ResourceHandle(resource, in: resourceStore, as: access, allowingNetwork: options.isNetworkAccessAllowed)
    }

    /// A process that opens the library's folder has the access of the owner.
    private var access: LibraryAccess { reader.access }

    /// The adjustment data of a photo's edit; `nil` if the photo is not edited, or the edit has no adjustment data.
    ///
    /// - Throws: `identifierNotFound`, and the errors of ``ResourceData``.
    public func adjustmentData(of localIdentifier: String) throws -> AdjustmentData? {
        guard let asset = try assets(withLocalIdentifiers: [localIdentifier])[localIdentifier] else {
            throw PhotoLibraryError(
                .identifierNotFound, "No photo of this library has this identifier.", identifier: localIdentifier)
        }
        return try asset.resources.last { $0.kind == .adjustmentData }
            .flatMap { AdjustmentFile.decode(try requestData(for: $0).readAll()) }
    }
}
