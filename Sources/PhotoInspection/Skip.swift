package import PhotoModel
package import SystemPackage

/// A file or folder that is left out: the reason, and what the sentence about it names.
///
/// The walk, the reading or the commit decides it, and the result of the file has it unchanged.
package enum Skip: Sendable, Equatable {
    case notAPhoto
    /// The photo of the bytes, which can be restored, was deleted.
    case deletedBefore(asset: String)
    case deletedInPhotos(name: String)
    case inTrash(of: SourceLibraryKind)
    case inCloudOnly(name: String)
    case inSharedAlbum(name: String)
    case outsideSource(name: String, at: String)
    case unknownToSource
    case metadataOnly
    /// - Parameter isOfLibrary: Whether another photo library or an export states the file.
    case photoNotFound(isSidecar: Bool, isOfLibrary: Bool)
    case emptyFile
    case housekeeping(isArchived: Bool)
    case deletedOnDevice(isArchived: Bool)
    case incomplete(isArchived: Bool)
    case systemFile
    case systemFolder
    case hiddenFolder
    case inHiddenFolder(name: String)
    case linkToFolder
    case linkToSpecialFile
    case linkToMovedFile
    case specialFile
    case library
    case store
    case repeatedFolder
    case excluded
    case excludedPhoto

    /// The reason alone.
    package var reason: SkipReason {
        switch self {
        case .notAPhoto: .notAPhoto
        case .deletedBefore: .deletedBefore
        case .deletedInPhotos, .inTrash: .deletedInSource
        case .inCloudOnly: .inCloudOnly
        case .inSharedAlbum: .inSharedAlbum
        case .outsideSource: .outsideSource
        case .unknownToSource: .unknownToSource
        case .metadataOnly: .metadataOnly
        case .photoNotFound: .photoNotFound
        case .emptyFile: .emptyFile
        case .housekeeping: .housekeeping
        case .deletedOnDevice: .deletedOnDevice
        case .incomplete: .incomplete
        case .systemFile: .systemFile
        case .systemFolder: .systemFolder
        case .hiddenFolder: .hiddenFolder
        case .inHiddenFolder: .inHiddenFolder
        case .linkToFolder, .linkToSpecialFile, .linkToMovedFile: .link
        case .specialFile: .specialFile
        case .library: .library
        case .store: .store
        case .repeatedFolder: .repeatedFolder
        case .excluded, .excludedPhoto: .excluded
        }
    }
}

extension Skip {
    /// The error that says why the file at the path is left out.
    package func error(_ path: FilePath) -> PhotoLibraryError {
        guard case .deletedBefore(let asset) = self else {
            return PhotoLibraryError(reason.code, sentence, path: path.string)
        }
        return PhotoLibraryError(reason.code, sentence, remedy: .restoreDeleted, path: path.string, identifier: asset)
    }

    /// The sentence for a person.
    private var sentence: String {
        switch self {
        case .notAPhoto: "Not a photo or video, and skipped."
        case .deletedBefore: "You deleted this photo from the library. It can be restored."
        case .deletedInPhotos(let name): "\(name) was deleted in Photos, so it was not imported."
        case .inTrash(let library): "It is in the trash of \(library.service), so it was not imported."
        case .inCloudOnly(let name):
            "The original of \(name) is missing in the Photos library. If you use iCloud Photos, let Photos download it."
        case .inSharedAlbum(let name):
            "\(name) is in a shared album of iCloud, and no original of this library. It was not imported."
        case .outsideSource(let name, let place):
            "The original of \(name) is not in the Photos library, but at “\(place)”. Import that file too."
        case .unknownToSource:
            "The database of the Photos library does not name this file. Import the file itself if you want to keep it."
        case .metadataOnly: "The import read the albums or metadata in this file and does not store the file."
        case .photoNotFound(let isSidecar, let isOfLibrary):
            "No photo beside this \(isSidecar ? "sidecar" : "file"), in this import or the library, is its photo. "
                + "The \(isSidecar ? "sidecar" : "file") was skipped."
                // The parts of an export that are imported one after the other do not know each other's photos.
                + (isOfLibrary ? " Name all parts of an export in one import." : "")
        case .emptyFile: "The file is empty, so it was skipped."
        case .housekeeping(let isArchived):
            "A camera wrote this file for itself. "
                + (isArchived ? "Unpack the archive, and name the file to import it." : "Name the file to import it.")
        case .deletedOnDevice(let isArchived):
            "This file is in the phone's trash" + Self.remedy(isArchived)
        case .incomplete(let isArchived):
            "An app of the phone has not completed this file" + Self.remedy(isArchived)
        case .systemFile, .systemFolder: "A file that a system or an export wrote for itself, not a photo."
        case .hiddenFolder: "A hidden folder, which was skipped. Name this folder to import it."
        case .inHiddenFolder(let name):
            "It is in the hidden folder “\(name)” of the archive, so it was skipped. Unpack the archive and import that "
                + "folder if you want to keep it."
        case .linkToFolder: "A link to a folder is not followed. Name the folder itself to import it."
        case .linkToMovedFile:
            "The file that this link led to is no longer there, because an import moved it. The link stays."
        case .linkToSpecialFile, .specialFile: "This is a pipe, a socket or a device. It cannot be imported."
        case .library: "This folder is the library itself, and was skipped."
        case .store:
            "This is a store of originals. Its files are copies of a library's photos, so they were left there. Restore "
                + "the library of the store, or add the store to this library and import the originals of the store."
        case .repeatedFolder: "This folder is mounted inside itself. It is read only once."
        case .excluded: "A filter excludes this file."
        case .excludedPhoto: "A filter excludes this photo."
        }
    }

    /// The end of the sentence about a file of a phone.
    private static func remedy(_ isArchived: Bool) -> String {
        isArchived ? ", so it was skipped." : ". Name the file to import it."
    }
}

extension SkipReason {
    /// The code of the error that says why a file is left out.
    fileprivate var code: PhotoLibraryError.Code {
        switch self {
        case .notAPhoto, .systemFile, .systemFolder, .library, .store: .notAPhoto
        case .deletedBefore: .deletedByOwner
        case .deletedInSource: .deletedInSource
        case .inCloudOnly: .networkAccessRequired
        case .inSharedAlbum: .inSharedAlbum
        case .outsideSource: .missingResource
        case .unknownToSource: .invalidResource
        case .metadataOnly: .metadataOnly
        case .photoNotFound: .photoNotFound
        case .emptyFile: .emptyFile
        case .housekeeping: .housekeeping
        case .deletedOnDevice: .deletedOnDevice
        case .incomplete: .fileBusy
        case .hiddenFolder, .link, .specialFile, .repeatedFolder: .notARegularFile
        case .inHiddenFolder: .unsupportedFile
        case .excluded: .excluded
        }
    }
}

extension SourceLibraryKind {
    /// The name of the program or service whose trash a photo is in.
    fileprivate var service: String {
        switch self {
        case .applePhotos: "Photos"
        case .googlePhotos: "Google Photos"
        case .iCloud: "iCloud"
        }
    }
}
