internal import Foundation
package import PhotoModel
package import SystemPackage

/// A photo or video of an Apple Photos library.
package struct ApplePhotosAsset: Sendable {
    /// Whether the asset can be imported.
    package enum State: Sendable, Hashable {
        /// The original is in the library.
        case present
        /// The owner deleted the asset, and Photos has not yet removed it.
        case trashed
        /// The library does not have the original, which may be in iCloud only.
        case inCloudOnly
        /// The asset is in a shared album of iCloud, where every photo is a smaller copy, and has no original here.
        case ofSharedAlbum
        /// The original is at this path outside of the library.
        case elsewhere(String)
    }

    /// One file of an asset.
    package struct File: Sendable, Hashable {
        package let path: FilePath
        package let kind: AssetResource.Kind
        /// The name that the owner knows.
        package let name: FilePath.Component
    }

    /// The identifier in the library.
    package let uuid: String
    package let state: State
    /// The name of the original when Photos imported it.
    package let originalName: FilePath.Component
    /// The path at which the original is, or would be if it were in the library.
    package let originalPath: FilePath
    /// The files, the original first; empty unless the asset is present.
    package let files: [File]
    package let description: AssetDescription
    package let isVideo: Bool
    /// Whether the owner edited the photo or video.
    package let isEdited: Bool

    package var isLive: Bool { files.contains { $0.kind == .pairedVideo } }
}

extension ApplePhotosAsset {
    /// The value of `ZSAVEDASSETTYPE` for assets of shared albums.
    private static let savedFromSharedAlbum: Int64 = 4

    init(_ record: PhotosAssetRecord, files: [PhotosFile], in library: FilePath) {
        let name = Self.name(of: record)
        let path = library.pushing(record.originalPath ?? FilePath(record.originals).appending(name))
        state =
            if record.isTrashed { .trashed } else if !files.isEmpty { .present } else {
                Self.stateOfMissing(record, path)
            }
        originalName = name
        originalPath = path
        self.files =
            state == .present
            ? files.compactMap { file in
                let own = [name.stem, file.path.extension].compactMap { $0 }.joined(separator: ".")
                return (file.kind == .original ? name : FilePath.Component(own)).map {
                    File(path: library.pushing(file.path), kind: file.kind, name: $0)
                }
            } : []
        uuid = record.uuid
        description = record.description
        isVideo = record.isVideo
        isEdited = record.isEdited
    }

    /// The last component of the name that the database states, which may contain slashes; otherwise that of the file.
    private static func name(of record: PhotosAssetRecord) -> FilePath.Component {
        for text in [record.originalFilename, record.file, record.uuid] {
            let last = text?.split(separator: "/").last.map(String.init)
            if let name = last.flatMap({ FilePath.Component($0) }), name.kind == .regular { return name }
        }
        return "photo"
    }

    private static func stateOfMissing(_ record: PhotosAssetRecord, _ path: FilePath) -> State {
        if record.savedType == savedFromSharedAlbum { return .ofSharedAlbum }
        guard record.originalPath != nil else {
            return record.file.map { .elsewhere($0) } ?? .inCloudOnly
        }
        // The listing leaves out what a link leads to.
        var status = stat()
        return lstat(path.platform, &status) == 0 ? .elsewhere(path.string) : .inCloudOnly
    }
}
