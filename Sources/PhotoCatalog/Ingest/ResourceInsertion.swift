package import Foundation
package import PhotoModel
package import SystemPackage

/// A classified file on its way into the catalogue.
package struct ResourceInsertion: Sendable {
    /// What was read.
    package let file: AnalysedFile
    /// What the file is to the library.
    package var disposition = IngestDisposition.new
    /// Identifies the asset if the file makes a new one.
    package var localIdentifier: String
    /// Where the bytes are: relative to the library's folder, or the absolute path of a reference.
    package var path: FilePath
    package var isReference: Bool
    /// The name that the file had when it was imported.
    package var originalFilename: FilePath.Component?
    /// The photo it belongs to, as something other than a photo of its own.
    package var attachment: Attachment?
    /// Which copy of the same bytes the file is to be; `nil` unless the owner asked for copies.
    package var copy: Int?
    /// Whether a numbered picture or adjustment of an edit was not made in this library.
    package var isImportedEdit = false
    /// Whether the owner marked the photo elsewhere as a favourite; only sidecars say so.
    package var isFavorite = false
    /// The albums its photo is to be in.
    package var albums: [AlbumPlace] = []
    /// When the file came into the library's folder, for one that was read there; `nil` for one that comes now.
    ///
    /// The former has no source to be remembered.
    package var addedDate: Date?

    package init(_ file: AnalysedFile, localIdentifier: String, path: FilePath, isReference: Bool) {
        self.file = file
        self.localIdentifier = localIdentifier
        self.path = path
        self.isReference = isReference
        originalFilename = file.source.lastComponent
    }

    /// The asset that has the file.
    package var asset: String { disposition.asset ?? localIdentifier }
}

/// Classified files that become part of the library together.
package struct IngestBatch: Sendable {
    /// The files; the bytes of those that are stored are durable where they say.
    package var insertions: [ResourceInsertion]
    /// Assets found to be frames of bursts, with the bursts' identifiers.
    package var bursts: [String: String]

    package init(_ insertions: [ResourceInsertion], bursts: [String: String] = [:]) {
        self.insertions = insertions
        self.bursts = bursts
    }
}

/// The photo that a file belongs to.
package struct Attachment: Sendable, Hashable {
    /// The asset of the photo.
    package let localIdentifier: String
    /// What the file is to it.
    package let kind: AssetResource.Kind

    package init(to localIdentifier: String, as kind: AssetResource.Kind) {
        self.localIdentifier = localIdentifier
        self.kind = kind
    }
}

/// An album that an import puts photos into, made when the first one comes.
package struct AlbumPlace: Sendable, Hashable {
    /// The folder it is made of; `nil` for one that another program named.
    package let folder: FilePath?
    /// Its title when it is made.
    package let title: String

    package init(folder: FilePath?, title: String) {
        self.folder = folder
        self.title = title
    }
}
