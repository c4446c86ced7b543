public import AssetLoading
public import Foundation
internal import PhotoCatalog
public import PhotoModel
public import SystemPackage

// What PhotoKit's resource manager does.
extension PhotoLibrary {
    /// The bytes of a resource, piece by piece, with progress and compared with the digest they were imported with.
    ///
    /// Returns at once; what goes wrong ends the sequence.
    public func requestData(
        for resource: AssetResource, options: ResourceRequestOptions = ResourceRequestOptions()
    ) -> ResourceData {
        ResourceData(handle(resource, options))
    }

    /// Writes a resource to a new file, with progress.
    ///
    /// Returns at once; the load can be cancelled. The file gets its name when its bytes are complete, as they were imported
    /// and on the disk; nothing is replaced. A destination that exists, or where no file can be made, is `invalidResource`;
    /// all else is as ``ResourceData`` ends.
    public func writeData(
        for resource: AssetResource, to path: FilePath, options: ResourceRequestOptions = ResourceRequestOptions()
    ) -> AssetLoad {
        AssetLoader(ioJobs: 1).load([LoadRequest(handle(resource, options), destination: path)])
    }

    /// Where the file of a resource is, for the owner; `nil` for one that is not on this machine.
    ///
    /// Bytes that are not UTF-8 are percent-encoded. The file may be gone or changed: what is read from it is not compared
    /// with its digest, as ``requestData(for:options:)`` does.
    public func localURL(of resource: AssetResource) -> URL? {
        localPath(of: resource).flatMap { URL(string: $0.fileURL) }
    }

    /// The same as an exact path.
    package func localPath(of resource: AssetResource) -> FilePath? {
        resourceStore.localPath(of: resource, as: access)
    }

    /// A resource as whoever uses this object may read it.
    func handle(
        _ resource: AssetResource, _ options: ResourceRequestOptions = ResourceRequestOptions()
    ) -> ResourceHandle {
        ResourceHandle(resource, in: resourceStore, as: access, allowingNetwork: options.isNetworkAccessAllowed)
    }

    /// The process that opens the library's folder reads as the owner.
    private var access: LibraryAccess { catalog.access }

    /// How a photo was edited; `nil` if it was not, or not by a program that says so.
    ///
    /// - Throws: `identifierNotFound`, and as ``ResourceData`` ends.
    public func adjustmentData(of localIdentifier: String) throws -> AdjustmentData? {
        guard let asset = try assets(withLocalIdentifiers: [localIdentifier])[localIdentifier] else {
            throw PhotoLibraryError(
                .identifierNotFound, "No photo of this library has this identifier.", identifier: localIdentifier)
        }
        return try asset.resources.last { $0.kind == .adjustmentData }
            .flatMap { AdjustmentFile.decode(try requestData(for: $0).readAll()) }
    }
}
