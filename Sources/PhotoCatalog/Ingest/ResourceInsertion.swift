package import Foundation
package import PhotoModel
package import SystemPackage

/// A classified file that will be added to the catalogue.
package struct ResourceInsertion: Sendable {
    /// The data of the file that was read.
    package let file: AnalysedFile
    /// The relation of the file to the library.
    package var disposition = IngestDisposition.new
    /// The reference to the file's path of which the bytes are lost, because the file has other bytes now and belongs
    /// to another resource; `nil` if there is none.
    package var replaced: FileReference?
    /// Whether the asset that the file belongs to has the bytes in a remote store only.
    package var isElsewhere = false
    /// The local identifier of the asset if the file makes a new asset.
    package var localIdentifier: String
    /// The path of the bytes: relative to the library's folder, or the absolute path of a reference.
    package var path: FilePath
    package var isReference: Bool
    /// The name that the file had when it was imported.
    package var originalFilename: FilePath.Component?
    /// The photo that the file belongs to; `nil` if the file is a photo of its own.
    package var attachment: Attachment?
    /// The number of this copy of the same bytes; `nil` unless the owner requested copies.
    package var copy: Int?
    /// The stable id that the asset of an original had in an earlier catalogue; `nil` to make it.
    package var stableID: [UInt8]?
    /// Whether an app added the file.
    ///
    /// Such a file may have the bytes of an asset that the app does not see. It then becomes another resource of these
    /// bytes, and changes no other asset.
    package var isAddedByApp = false
    /// Whether a numbered picture or adjustment of an edit was not made in this library.
    package var isImportedEdit = false
    /// Whether the photo was marked as a favourite in another program; only sidecars state this.
    package var isFavorite = false
    /// Whether the photo was hidden in another library; only sidecars state this.
    package var isHidden = false
    /// The albums to which its photo is added.
    package var albums: [DestinationAlbum] = []
    /// The properties that another photo library states for its asset.
    package var description: AssetDescription?
    /// The date at which the file was added to the library's folder, if it was read there; `nil` for a newly imported
    /// file.
    ///
    /// A file that was read in the library's folder has no source to record.
    package var addedDate: Date?

    package init(_ file: AnalysedFile, localIdentifier: String, path: FilePath, isReference: Bool) {
        self.file = file
        self.localIdentifier = localIdentifier
        self.path = path
        self.isReference = isReference
        originalFilename = file.source.lastComponent
    }

    /// The stable id of a new asset: that of an earlier catalogue, or that of its bytes and its number among doubles.
    func makeStableID() throws -> [UInt8] {
        try stableID ?? StableID.ofAsset(sha256Prefix: file.sha256.prefix128, copyNumber: copy ?? 0)
    }

    var location: LocationState { isReference ? .reference : .library }

    /// The burst that a new asset joins; `nil` for a file of an app, because a burst shows one of its frames only.
    var burstIdentifier: String? { isAddedByApp ? nil : file.metadata.burstIdentifier }

    /// Whether the file may be the picture of a Live Photo whose video is a separate asset.
    ///
    /// The file of an app changes no other asset.
    var isOfLivePhoto: Bool {
        guard file.format != .video, !isAddedByApp else { return false }
        return switch disposition {
        case .new, .alternate: true
        case .attached, .duplicate, .restored, .relocated, .updated, .deleted, .undeleted: false
        }
    }

    /// The asset that has the file.
    package var asset: String { disposition.asset ?? localIdentifier }
}

/// Classified files that are added to the library together.
package struct IngestBatch: Sendable {
    /// The files.
    ///
    /// The bytes of stored files are durable at their paths.
    package var insertions: [ResourceInsertion]
    /// The assets that were found to be frames of bursts by their capture times, with the identifiers of the bursts.
    ///
    /// A burst that the photo or a sidecar states comes first.
    package var bursts: [String: String]
    /// Whether a repair read the files in the library's folder.
    let isOfRepair: Bool

    package init(_ insertions: [ResourceInsertion], bursts: [String: String] = [:], isOfRepair: Bool = false) {
        self.insertions = insertions
        self.bursts = bursts
        self.isOfRepair = isOfRepair
    }
}

/// The photo that a file belongs to.
package struct Attachment: Sendable, Hashable {
    /// The asset of the photo.
    package let localIdentifier: String
    /// The kind of resource that the file is.
    package let kind: AssetResource.Kind

    package init(to localIdentifier: String, as kind: AssetResource.Kind) {
        self.localIdentifier = localIdentifier
        self.kind = kind
    }
}

/// An album to which an import adds photos, and which is made for the first photo.
package struct DestinationAlbum: Sendable, Hashable, Codable {
    /// The folder that the album represents, or its path in an export of an online library after the name of the
    /// service, such as `googlePhotos:/Google Photos/Rome`; `nil` for an album that another program named.
    package let folder: FilePath?
    /// The title with which it is made.
    package let title: String
    /// The titles of the folders in which it is made, the outermost first.
    package let folders: [String]

    package init(folder: FilePath?, title: String, in folders: [String] = []) {
        self.folder = folder
        self.title = title
        self.folders = folders
    }
}
