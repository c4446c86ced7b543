internal import Foundation
internal import PhotoCatalog
internal import PhotoInspection
internal import PhotoModel
internal import SystemPackage

/// An export of an online photo library: files, and other files that state the photos' metadata.
protocol CloudExport: Sendable {
    static var kind: SourceLibraryKind { get }

    /// Visits the photos and videos, and every other file, until `visit` returns false.
    func visitAssets(_ visit: (CloudExportAsset) throws -> Bool) throws
}

extension DestinationAlbum {
    /// An album of an export.
    ///
    /// The next export has archives and folders of other names, and the same album at the same path in them.
    ///
    /// - Parameter path: The path in the export.
    init(in kind: SourceLibraryKind, _ path: FilePath, title: String) {
        self.init(folder: FilePath("\(kind.rawValue):").pushing(path), title: title)
    }
}

/// A photo or video of an export, with the files that belong to it.
struct CloudExportAsset {
    /// What the first file is.
    enum Role {
        case photo
        /// Metadata whose photo is not in the export.
        case loneSidecar
        /// Albums, metadata of several photos, or metadata that another file states too, which were read.
        case table
        /// A file that the service adds about the library, such as a list of comments, which was not read.
        case serviceFile
        /// Another file.
        case other
    }

    let role: Role
    let original: ExportFile
    /// The other files of the photo, without its sidecar.
    var parts: [(kind: AssetResource.Kind, file: ExportFile)] = []
    /// The file with its metadata, if it has one of its own.
    var sidecar: ExportFile?
    /// What the export states about it; `nil` if nothing.
    var description: AssetDescription?
    /// The name that the owner knows.
    var name: FilePath.Component?
    var albums: [DestinationAlbum] = []
    var isTrashed = false
    var isArchived = false
    /// Whether a partner of the owner took it.
    var isPartners = false
    /// Why a file that the export needs cannot be read.
    var problem: PhotoLibraryError?

    init(_ original: ExportFile) { self.init(.photo, original) }

    init(_ role: Role, _ original: ExportFile) {
        self.role = role
        self.original = original
    }

    /// All files, the original first.
    var files: [ExportFile] { [original] + parts.map(\.file) + (sidecar.map { [$0] } ?? []) }

    var isVideo: Bool { SourceName(original.path.nameBytes).role == .video }

    /// The files as the import reads them.
    ///
    /// A photo about which the export states nothing is an ordinary file.
    func sourceFiles(_ kind: SourceLibraryKind) -> [SourceFile] {
        guard role == .photo, description != nil || !parts.isEmpty || !albums.isEmpty else {
            return files.map { $0.source() }
        }
        let own = name ?? original.path.lastComponent
        func source(_ file: ExportFile, _ resource: AssetResource.Kind) -> SourceFile {
            let name = resource == .original ? own : file.path.lastComponent
            let stated = StatedFile(
                in: kind, kind: resource, original: original.path, name: FilePath(root: nil, [name].compactMap(\.self)),
                // A sidecar that is imported later describes the photo too.
                description: resource == .original || resource == .sidecar ? description : nil,
                albums: resource == .original ? albums : [])
            return file.source(stated: stated)
        }
        return [source(original, .original)] + parts.map { source($0.file, $0.kind) }
            + (sidecar.map { [source($0, .sidecar)] } ?? [])
    }
}
