internal import Foundation
internal import LibraryInterface
internal import Originals
internal import PhotoModel
internal import SystemPackage

/// A block of changes of a library in another process.
final class RemoteChangeSession: ChangeSession {
    private let id: UUID
    private let number: Int
    private let connection: Connection

    init(_ id: UUID, number: Int, _ connection: Connection) {
        self.id = id
        self.number = number
        self.connection = connection
    }

    func stage(_ request: AssetCreationRequest) throws(PhotoLibraryError) -> StagedAsset {
        try PhotoLibraryError.converting { try AssetCreationRequest.check(request.resources.map(\.kind)) }
        var files: [UploadedFile] = []
        for resource in request.resources {
            files.append(try upload(resource.content, as: resource.kind, resource.name, resource.mediaType))
        }
        return try stage(files)
    }

    func stageEdit(
        of asset: String, rendered: AssetCreationRequest.Content, _ adjustmentData: AdjustmentData
    ) throws(PhotoLibraryError) -> [Int] {
        try stageEdit(of: asset, rendered: upload(rendered, as: .fullSizePhoto), adjustmentData)
    }

    func beginUpload() throws(PhotoLibraryError) -> Int { try connection.send(.beginUpload(changes: number)) }

    func append(_ bytes: Data, toUpload upload: Int) throws(PhotoLibraryError) {
        let _: Bool = try connection.send(.append(upload: upload, changes: number), bytes)
    }

    func stage(_ files: [UploadedFile]) throws(PhotoLibraryError) -> StagedAsset {
        try connection.send(.stage(files, changes: number))
    }

    func stageEdit(
        of asset: String, rendered: UploadedFile, _ adjustmentData: AdjustmentData
    ) throws(PhotoLibraryError) -> [Int] {
        try connection.send(
            .stageEdit(
                asset: asset, rendered, format: adjustmentData.formatIdentifier, version: adjustmentData.formatVersion,
                changes: number), adjustmentData.data)
    }

    func cancel() { _ = try? connection.send(.cancelChanges(number)) as Bool }

    func commit(_ steps: [ChangeStep]) throws(PhotoLibraryError) -> [String] {
        do { return try connection.send(.commit(steps, changes: number)) } catch {
            // The connection may have ended after the commit.
            guard error.code == .libraryUnavailable, try wasCommitted() else { throw error }
            return steps.compactMap(\.deletedOrRestoredAsset)
        }
    }

    private func wasCommitted() throws(PhotoLibraryError) -> Bool {
        do { return try connection.send(.wasCommitted(id)) } catch {
            throw PhotoLibraryError(
                error.code,
                "The connection to the broker ended during the change, and the outcome cannot be asked for: the change may "
                    + "have been made. Look for it before you make it again.", cause: error)
        }
    }

    func discard() { _ = try? connection.send(.discardChanges(number)) as Bool }

    // MARK: Sending files

    /// The number of bytes of a request.
    private static let chunk = 1 << 20

    /// Sends a file: the other process may not be able to open the app's files, and must not trust its paths.
    private func upload(
        _ content: AssetCreationRequest.Content, as kind: AssetResource.Kind, _ name: FilePath.Component? = nil,
        _ mediaType: Asset.MediaType? = nil
    ) throws(PhotoLibraryError) -> UploadedFile {
        let upload = try beginUpload()
        let contentName: FilePath.Component?
        switch content {
        case .data(let data, let filename):
            contentName = FilePath.Component(filename)
            for start in stride(from: 0, to: data.count, by: Self.chunk) {
                let bytes = data.dropFirst(start).prefix(Self.chunk)
                try append(Data(bytes), toUpload: upload)
            }
        case .file(let path):
            contentName = path.lastComponent
            try send(path, toUpload: upload)
        }
        return UploadedFile(
            upload: upload, kind: kind, name: (name ?? contentName).map { Data(FilePath(root: nil, [$0]).bytes) },
            mediaType: mediaType)
    }

    private func send(_ path: FilePath, toUpload upload: Int) throws(PhotoLibraryError) {
        try PhotoLibraryError.converting {
            let source = try LocalFiles().open(path)
            let before = try source.version()
            var bytes = Data(count: Self.chunk)
            while case let count = try bytes.withUnsafeMutableBytes({ try source.read(into: $0) }), count > 0 {
                try append(bytes.prefix(count), toUpload: upload)
            }
            guard try source.version() == before else {
                throw PhotoLibraryError(
                    .sourceChanged, "The file was changed while it was read. Try again.", path: path.string)
            }
        }
    }
}

extension ChangeStep {
    /// The asset in the result of a committed step; see ``ChangeSession/commit(_:)``.
    fileprivate var deletedOrRestoredAsset: String? {
        switch self {
        case .change(.delete(let asset, _)), .change(.restore(let asset, _)): asset
        default: nil
        }
    }
}
