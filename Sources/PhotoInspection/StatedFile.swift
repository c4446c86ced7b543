package import PhotoCatalog
package import PhotoModel
package import SystemPackage

/// What another photo library states about one of its files.
package struct StatedFile: Sendable, Equatable, Codable {
    /// The program or service that the library belongs to.
    package let library: SourceLibraryKind
    /// The kind of resource that the file is.
    package let kind: AssetResource.Kind
    /// The path of the asset's original, which may be this file.
    package let original: FilePath
    /// The file name that the owner knows.
    package let name: FilePath
    /// The properties of the asset; only for its original and its sidecar.
    package let description: AssetDescription?
    /// The albums of the asset, if the library names them with each file.
    package let albums: [DestinationAlbum]

    package init(
        in library: SourceLibraryKind, kind: AssetResource.Kind, original: FilePath, name: FilePath,
        description: AssetDescription?, albums: [DestinationAlbum] = []
    ) {
        self.library = library
        self.kind = kind
        self.original = original
        self.name = name
        self.description = description
        self.albums = albums
    }
}

/// The programs and services whose photo libraries an import reads with their own metadata.
public enum SourceLibraryKind: String, Sendable, Codable, CaseIterable {
    /// A library of Apple's Photos.
    case applePhotos
    /// An export of Google Photos by Google Takeout.
    case googlePhotos
    /// An export of iCloud Photos by Apple's page for data and privacy.
    case iCloud
}
