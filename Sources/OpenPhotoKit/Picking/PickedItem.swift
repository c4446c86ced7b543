public import AssetLoading
public import Foundation
internal import LibraryRPC
public import PhotoModel
public import SystemPackage

/// A photo that the owner of a library selected for this app.
///
/// Its files can be loaded as long as the item is referenced, and by no other access to the library.
public struct PickedItem: Sendable {
    /// The local identifier of the photo, if the picker has a library.
    ///
    /// The app can fetch the asset only if it also has access to it.
    public let assetIdentifier: String?
    /// The types of the files of the photo, the best first; empty for a preselected photo.
    ///
    /// An edited picture is before the original, and pictures are before videos.
    public let types: [TypeIdentifier]
    /// The file name at import without the extension; `nil` for a preselected photo.
    public let suggestedName: String?
    /// The files, in the order of ``types``.
    private let resources: [AssetResource]
    private let session: any PickSession

    init(_ asset: PickedAsset, of session: any PickSession, identifiesAsset: Bool) {
        assetIdentifier = identifiesAsset ? asset.localIdentifier : nil
        var files: [(type: TypeIdentifier, resource: AssetResource)] = []
        for resource in asset.resources {
            let type = TypeIdentifier(
                resource.format, filenameExtension: resource.originalFilename?.extension)
            if !files.contains(where: { $0.type == type }) { files.append((type, resource)) }
        }
        types = files.map(\.type)
        resources = files.map(\.resource)
        suggestedName = asset.resources.first?.originalFilename?.stem
        self.session = session
    }

    /// Whether a file of the photo is of this type, such as `public.image` for a JPEG.
    public func canLoad(_ type: TypeIdentifier) -> Bool { types.contains { $0.conforms(to: type) } }

    /// Writes the best file of this type to a new file.
    ///
    /// The file gets its name when its bytes are complete and on the disk. Bytes of an original are compared with the bytes
    /// that were imported. Cancelling the task, or the progress, stops the work within 200 ms and removes the incomplete
    /// file.
    ///
    /// - Parameter progress: Its fraction is that of the bytes. Cancelling it cancels the work.
    /// - Throws: ``PhotoLibraryError``: `requestNotSupportedForAsset` for another type; `identifierNotFound` if the photo
    ///   was deleted after it was picked; `invalidResource` if the destination
    ///   exists or the file cannot be made there; `notEnoughSpace`; `accessUserDenied`; `libraryUnavailable`; otherwise the
    ///   errors of ``ResourceData``.
    @discardableResult
    public func load(
        _ type: TypeIdentifier, to path: FilePath, progress: Progress? = nil
    ) async throws -> StoredFile {
        let request = LoadRequest(try file(of: type), destination: path)
        let loading = LoadProgress(childOf: progress)
        guard let result = await AssetLoader(ioJobs: 1).load([request], loading: loading).first else {
            throw PhotoLibraryError(.internalError, "The file was not loaded.", path: path.string)
        }
        return try result.get()
    }

    /// The bytes of the best file of this type, in chunks, with progress.
    ///
    /// Cancelling the progress ends the sequence.
    ///
    /// - Throws: `requestNotSupportedForAsset` for another type.
    public func data(_ type: TypeIdentifier, progress: Progress? = nil) throws(PhotoLibraryError) -> ResourceData {
        ResourceData(try file(of: type), progress: progress)
    }

    private func file(of type: TypeIdentifier) throws(PhotoLibraryError) -> ResourceHandle {
        guard let index = types.firstIndex(where: { $0.conforms(to: type) }) else {
            throw PhotoLibraryError(
                .requestNotSupportedForAsset, "The photo has no file of the type \(type). Its types: \(types)",
                identifier: assetIdentifier)
        }
        // The session checks what may be opened.
        return ResourceHandle(
            resources[index], in: ResourceStore(opener: PickedFiles(session: session)), as: .full(app: ""),
            allowingNetwork: true)
    }
}

/// Opens the files of picked photos.
private struct PickedFiles: ResourceOpener {
    let session: any PickSession

    func open(_ resource: AssetResource, allowingNetwork: Bool) throws -> OpenedBytes {
        try session.open(resource, allowingNetwork: allowingNetwork)
    }
}
