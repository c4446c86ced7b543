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
    private let archivedFiles: ArchivedFiles
    private let checkCancellation: @Sendable () throws -> Void

    /// The maximum number of files of each folder that are read to recognise an export.
    ///
    /// Other services of Google write thousands of JSON files to folders before that of the photos.
    private static let probes = 100

    /// The export in a tree; `nil` if no file in it describes a photo.
    ///
    /// - Throws: The error of `checkCancellation`.
    init?(
        _ tree: ExportTree, in archivedFiles: ArchivedFiles, checkCancellation: @escaping @Sendable () throws -> Void
    ) throws {
        let hasPhotos = try tree.sortedFolders.contains { _, files in
            try files.lazy.filter(\.isJSON).prefix(Self.probes).contains { file in
                try checkCancellation()
                return Self.describesPhoto(file, in: archivedFiles)
            }
        }
        guard hasPhotos else { return nil }
        self.tree = tree
        self.archivedFiles = archivedFiles
        self.checkCancellation = checkCancellation
    }

    private static func describesPhoto(_ file: ExportFile, in archivedFiles: ArchivedFiles) -> Bool {
        if case .photo = document(file, in: archivedFiles) { true } else { false }
    }

    private static func document(_ file: ExportFile, in archivedFiles: ArchivedFiles) -> TakeoutDocument {
        (try? archivedFiles.bytes(of: file.path, upTo: Sidecar.maxBytes)).map { TakeoutDocument($0) } ?? .other
    }

    func visitAssets(_ visit: (CloudExportAsset) throws -> Bool) throws {
        /// The folders with descriptions of photos or albums, and the folders that they are in.
        var described: Set<FilePath> = []
        var others: [(file: ExportFile, folder: FilePath)] = []
        for (path, files) in tree.sortedFolders {
            let folder = try read(files, in: path)
            if !folder.sidecars.isEmpty || !folder.albums.isEmpty {
                var above = path
                while described.insert(above).inserted, above.removeLastComponent() {}
            }
            others += folder.others.map { ($0, path) }
            guard try self.visit(folder, visit) else { return }
        }
        for (file, folder) in others {
            // Google adds lists of comments, orders and memories, and a page with an overview.
            let isOfService = (file.isJSON || file.isHTML) && described.contains(folder)
            guard try visit(CloudExportAsset(isOfService ? .serviceFile : .other, file)) else { return }
        }
    }

    /// The files of a folder by what they are.
    private struct Folder {
        var media: [ExportFile] = []
        var sidecars: [(file: ExportFile, content: TakeoutFile)] = []
        var albums: [DestinationAlbum] = []
        /// The descriptions of albums.
        var tables: [ExportFile] = []
        var others: [ExportFile] = []
    }

    /// - Parameter path: The path in the export.
    private func read(_ files: [ExportFile], in path: FilePath) throws -> Folder {
        var folder = Folder()
        var rest: [ExportFile] = []
        for file in files {
            try checkCancellation()
            switch file.isJSON ? Self.document(file, in: archivedFiles) : .other {
            case .photo(let content): folder.sidecars.append((file, content))
            case .album(let title):
                // The folder of an album may be in several parts, but its description is in one.
                if folder.albums.isEmpty { folder.albums = [DestinationAlbum(in: Self.kind, path, title: title)] }
                folder.tables.append(file)
            case .other: rest.append(file)
            }
        }
        // A title without an extension may become a file without one.
        let described = Set(folder.sidecars.flatMap { TakeoutNames.readings(ofSidecar: $0.file.name).map(\.name) })
        for file in rest {
            let isPhoto = file.isMedia || file.path.extension == nil && described.contains(file.name)
            if isPhoto { folder.media.append(file) } else { folder.others.append(file) }
        }
        folder.media.sort { $0.isInOrder(before: $1) }
        return folder
    }

    /// Visits the photos of a folder, and the files that describe photos and albums.
    private func visit(_ folder: Folder, _ visit: (CloudExportAsset) throws -> Bool) throws -> Bool {
        let (media, sidecars) = (folder.media, folder.sidecars)
        let pairing = TakeoutPairing(
            media: media.map(\.name), sidecars: sidecars.map { ($0.file.name, $0.content.title) },
            stateTheSame: { sidecars[$0].content.statesTheSame(as: sidecars[$1].content) })
        let parts = Dictionary(grouping: pairing.parts.sorted { $0.key < $1.key }, by: \.value.original)
        for (index, file) in media.enumerated() where pairing.parts[index] == nil {
            var asset = CloudExportAsset(file)
            asset.albums = folder.albums
            asset.parts = parts[index, default: []].map { (kind: $0.value.kind, file: media[$0.key]) }
            if let sidecar = pairing.sidecars[index].map({ sidecars[$0] }) {
                asset.sidecar = sidecar.file
                asset.take(sidecar.content)
            } else if let sidecar = pairing.probableSidecars[index].map({ sidecars[$0] }) {
                // What is only probable replaces nothing that the file states.
                var description = AssetDescription()
                description.captureTime = sidecar.content.captureTime
                asset.description = description
            }
            guard try visit(asset) else { return false }
        }
        let paired = Set(pairing.sidecars.values)
        // A sidecar that repeats what another one states was read, and has nothing more. One that contradicts another
        // one is not taken for a photo's either.
        let read = pairing.repeatedSidecars.union(pairing.undecidedSidecars)
        for index in sidecars.indices where !paired.contains(index) {
            let role: CloudExportAsset.Role = read.contains(index) ? .table : .loneSidecar
            guard try visit(CloudExportAsset(role, sidecars[index].file)) else { return false }
        }
        for table in folder.tables { guard try visit(CloudExportAsset(.table, table)) else { return false } }
        return true
    }
}

extension CloudExportAsset {
    /// Takes over what a sidecar states.
    fileprivate mutating func take(_ content: TakeoutFile) {
        description = AssetDescription(content)
        isTrashed = content.isTrashed
        isArchived = content.isArchived
        isPartners = content.isPartners
        // The owner's name of the photo, which the file's name may be a part of.
        guard let title = content.title, let name = FilePath.Component(title), name.kind == .regular,
            !title.contains("/"), name.extension?.lowercased() == original.path.extension?.lowercased()
        else { return }
        self.name = name
    }
}

extension TakeoutFile {
    /// Whether an import uses the same values of another sidecar.
    ///
    /// The number of views, and what else an import does not use, may differ.
    fileprivate func statesTheSame(as other: TakeoutFile) -> Bool {
        title == other.title && AssetDescription(self) == AssetDescription(other) && isTrashed == other.isTrashed
            && isPartners == other.isPartners
    }
}
