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
        /// The folders with descriptions of photos or albums, and the folders that they are in.
        var described: Set<FilePath> = []
        var others: [(file: ExportFile, folder: FilePath)] = []
        for (folder, files) in tree.sortedFolders {
            guard try visitPhotos(of: files, in: folder, &described, &others, visit) else { return }
        }
        for (file, folder) in others {
            // Google adds lists of comments, orders and memories, and a page with an overview.
            let isOfService = (file.isJSON || file.isHTML) && described.contains(folder)
            guard try visit(CloudExportAsset(isOfService ? .serviceFile : .other, file)) else { return }
        }
    }

    /// - Parameters:
    ///   - folder: The path in the export.
    ///   - others: Gets the files that are neither photos nor descriptions of photos or albums.
    private func visitPhotos(
        of files: [ExportFile], in folder: FilePath, _ described: inout Set<FilePath>,
        _ others: inout [(file: ExportFile, folder: FilePath)], _ visit: (CloudExportAsset) throws -> Bool
    ) throws -> Bool {
        var sidecars: [(file: ExportFile, content: TakeoutFile)] = []
        var albums: [AlbumPlace] = []
        var tables: [ExportFile] = []
        for file in files where !file.isMedia {
            try checkCancellation()
            switch file.isJSON ? Description(file, in: store) : .other {
            case .photo(let content): sidecars.append((file, content))
            case .album(let title):
                // The folder of an album may be in several parts, but its description is in one.
                if albums.isEmpty { albums = [AlbumPlace(in: Self.kind, folder, title: title)] }
                tables.append(file)
            case .other: others.append((file, folder))
            }
        }
        if !sidecars.isEmpty || !albums.isEmpty {
            var above = folder
            while described.insert(above).inserted, above.removeLastComponent() {}
        }
        let media = files.filter(\.isMedia).sorted { $0.isInOrder(before: $1) }
        let pairing = TakeoutPairing(
            media: media.map(\.name), sidecars: sidecars.map { ($0.file.name, $0.content.title) },
            stateTheSame: { sidecars[$0].content.statesTheSame(as: sidecars[$1].content) })
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
        // A sidecar that repeats what another one states was read, and has nothing more. One that contradicts another one is
        // not taken for a photo's either.
        let read = pairing.repeatedSidecars.union(pairing.undecidedSidecars)
        for index in sidecars.indices where !paired.contains(index) {
            let role: CloudExportAsset.Role = read.contains(index) ? .table : .loneSidecar
            guard try visit(CloudExportAsset(role, sidecars[index].file)) else { return false }
        }
        for table in tables { guard try visit(CloudExportAsset(.table, table)) else { return false } }
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

extension TakeoutFile {
    /// Whether an import uses the same values of another sidecar.
    ///
    /// The number of views, and what else an import does not use, may differ.
    fileprivate func statesTheSame(as other: TakeoutFile) -> Bool {
        title == other.title && AssetDescription(self) == AssetDescription(other)
            && (trashed == true) == (other.trashed == true)
            && (googlePhotosOrigin?.fromPartnerSharing != nil) == (other.googlePhotosOrigin?.fromPartnerSharing != nil)
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
