internal import Foundation
internal import PhotoCatalog
internal import PhotoInspection
internal import PhotoModel
internal import SystemPackage

/// An export of Google Photos by Google Takeout.
///
/// The files beside the photos are classified by what they contain, because their names are in the owner's language.
struct TakeoutExport: CloudExport {
    static let kind = SourceLibraryKind.googlePhotos

    private let tree: ExportTree
    private let store: ArchiveStore
    private let checkCancellation: @Sendable () throws -> Void

    /// The maximum number of files of each folder that are read to recognise an export.
    ///
    /// Other services of Google write thousands of JSON files to folders before that of the photos.
    private static let probes = 100

    /// The export in a tree; `nil` if no file in it describes a photo.
    ///
    /// - Throws: The error of `checkCancellation`.
    init?(
        _ tree: ExportTree, in store: ArchiveStore, checkCancellation: @escaping @Sendable () throws -> Void
    ) throws {
        let hasPhotos = try tree.sortedFolders.contains { _, files in
            try files.lazy.filter(\.isJSON).prefix(Self.probes).contains { file in
                try checkCancellation()
                return Self.describesPhoto(file, in: store)
            }
        }
        guard hasPhotos else { return nil }
        self.tree = tree
        self.store = store
        self.checkCancellation = checkCancellation
    }

    private static func describesPhoto(_ file: ExportFile, in store: ArchiveStore) -> Bool {
        if case .photo = Description(file, in: store) { true } else { false }
    }

    /// What a JSON file describes.
    private enum Description {
        case photo(TakeoutFile)
        case album(String)
        case other

        init(_ file: ExportFile, in store: ArchiveStore) {
            self = .other
            guard let bytes = try? store.bytes(of: file.path, upTo: Sidecar.maxBytes) else { return }
            if let photo = TakeoutFile(bytes) {
                self = .photo(photo)
            } else if let title = TakeoutAlbum(bytes)?.name {
                self = .album(title)
            }
        }
    }

    func visitAssets(_ visit: (CloudExportAsset) throws -> Bool) throws {
        for (folder, files) in tree.sortedFolders {
            guard try visitAssets(of: files, in: folder, visit) else { return }
        }
    }

    /// - Parameter folder: The path in the export.
    private func visitAssets(
        of files: [ExportFile], in folder: FilePath, _ visit: (CloudExportAsset) throws -> Bool
    ) throws -> Bool {
        var sidecars: [(file: ExportFile, content: TakeoutFile)] = []
        var albums: [AlbumPlace] = []
        var others: [CloudExportAsset] = []
        for file in files where !file.isMedia {
            try checkCancellation()
            switch file.isJSON ? Description(file, in: store) : .other {
            case .photo(let content): sidecars.append((file, content))
            case .album(let title):
                // The folder of an album may be in several parts, but its description is in one.
                if albums.isEmpty { albums = [AlbumPlace(in: Self.kind, folder, title: title)] }
                others.append(CloudExportAsset(.table, file))
            case .other: others.append(CloudExportAsset(.other, file))
            }
        }
        let media = files.filter(\.isMedia).sorted { $0.isInOrder(before: $1) }
        let pairing = TakeoutPairing(
            media: media.map(\.name), sidecars: sidecars.map { ($0.file.name, $0.content.title) })
        let parts = Dictionary(grouping: pairing.parts.sorted { $0.key < $1.key }, by: \.value.original)
        for (index, file) in media.enumerated() where pairing.parts[index] == nil {
            var asset = CloudExportAsset(file)
            asset.albums = albums
            asset.parts = parts[index, default: []].map { (kind: $0.value.kind, file: media[$0.key]) }
            if let sidecar = pairing.sidecars[index].map({ sidecars[$0] }) {
                asset.sidecar = sidecar.file
                asset.take(sidecar.content)
            }
            guard try visit(asset) else { return false }
        }
        let paired = Set(pairing.sidecars.values)
        for index in sidecars.indices where !paired.contains(index) {
            guard try visit(CloudExportAsset(.loneSidecar, sidecars[index].file)) else { return false }
        }
        for other in others { guard try visit(other) else { return false } }
        return true
    }
}

extension CloudExportAsset {
    /// Takes over what a sidecar states.
    fileprivate mutating func take(_ content: TakeoutFile) {
        description = AssetDescription(content)
        isTrashed = content.trashed == true
        isArchived = content.archived == true
        isPartners = content.googlePhotosOrigin?.fromPartnerSharing != nil
        // The owner's name of the photo, which the file's name may be a part of.
        guard let name = FilePath.Component(content.title), name.kind == .regular, !content.title.contains("/"),
            name.extension?.lowercased() == original.path.extension?.lowercased()
        else { return }
        self.name = name
    }
}

extension AssetDescription {
    /// What a sidecar of Google's export states.
    fileprivate init(_ file: TakeoutFile) {
        self.init()
        captureTime = file.captureTime
        place = file.location.map { .at($0) } ?? .unknown
        caption = file.caption
        keywords = file.persons.map(PersonKeyword.keyword)
        isFavorite = file.favorited == true
        // Google Photos shows archived photos in albums and searches only, as PhotoKit does hidden ones.
        isHidden = file.archived == true
    }
}
