internal import Foundation
public import OpenPhotoKit
internal import PhotoCatalog
internal import PhotoModel
public import SystemPackage
internal import SystemSupport

/// A photo library as its owner uses it: a folder of photos with a catalogue, opened in this process.
///
/// The owner imports, checks, repairs, exports and decides, and does all that an app does with a `PhotoLibrary`.
/// Thread-safe. Several processes may have the same library open.
public final class OwnedLibrary: PhotoLibraryProtocol {
    /// The library in this process, with the owner's access.
    let local: LocalLibrary

    /// The library as apps use it, with the owner's access.
    public let photoLibrary: PhotoLibrary

    /// How ``OwnedLibrary/init(at:opening:allowingSyncedFolder:)`` opens a library.
    public enum Opening: Sendable {
        /// For reading and writing; throws `libraryNotFound` if there is no library.
        case existing
        /// For reading and writing; makes an empty library if there is no library.
        case creatingIfAbsent
        /// For reading; throws `libraryNotFound` if there is no library.
        case readOnly
    }

    /// Opens the library in the folder `path`.
    ///
    /// A library that this process may not write, on a read-only disk or in another user's folder, is opened for
    /// reading: see ``isReadOnly``.
    ///
    /// - Parameters:
    ///   - path: The library's folder.
    ///   - opening: Whether to open for writing, and whether to make a missing library.
    ///   - allowsSyncedFolder: Whether the library may be changed, or made, in a folder that Syncthing, Nextcloud,
    ///     Dropbox or a similar program synchronises. Such a program may damage the library. Without this permission it
    ///     can only be read.
    /// - Throws: `PhotoLibraryError`: `libraryNotFound`; `libraryInFileProviderSyncRoot` if a new library would be in
    ///   a synchronised folder; `libraryFormatTooNew`; `libraryDamaged`; `networkFileSystem` (the catalogue's locks do
    ///   not work there); `libraryBusy` (it is being repaired); `accessUserDenied` or `accessRestricted` (this user may
    ///   not read the library); `ioFailure`.
    public init(
        at path: FilePath, opening: Opening = .existing, allowingSyncedFolder allowsSyncedFolder: Bool = false
    ) throws(PhotoLibraryError) {
        local = try PhotoLibraryError.converting {
            try LocalLibrary(at: path, opening: opening, allowingSyncedFolder: allowsSyncedFolder)
        }
        photoLibrary = PhotoLibrary(local)
    }

    /// The same library.
    ///
    /// It is read and changed through `photoLibrary`.
    package init(_ library: OwnedLibrary, over photoLibrary: PhotoLibrary) {
        local = library.local
        self.photoLibrary = photoLibrary
    }

    /// The library with the access of an app.
    ///
    /// Every read gives only the objects that the app may see, and every change checks the app's access.
    ///
    /// - Throws: `ioFailure`.
    public func bound(to access: LibraryAccess) throws(PhotoLibraryError) -> PhotoLibrary {
        try bound(to: access, decidedOn: nil)
    }

    /// The library with the access of an app.
    ///
    /// - Parameters:
    ///   - machine: The machine on which the owner's decision must give this access at each change; `nil` to check no
    ///     decision.
    ///   - confirmation: Asks the owner about the app's changes of photos that it did not add; `nil` to refuse them.
    package func bound(
        to access: LibraryAccess, decidedOn machine: String?, confirming confirmation: ChangeConfirmation? = nil
    ) throws(PhotoLibraryError) -> PhotoLibrary {
        try PhotoLibraryError.converting {
            PhotoLibrary(try LocalLibrary(local, boundTo: access, decidedOn: machine, confirming: confirmation))
        }
    }

    var catalog: PhotoCatalog { local.catalog }

    /// Whether the library is read-only: it was opened for reading, or this process may not write its folder.
    ///
    /// Every change then throws `libraryReadOnly`.
    public var isReadOnly: Bool { local.isReadOnly }

    /// The library's folder.
    public var path: FilePath { local.folder.path }

    /// The path of the owner's library: `$PHOTOS_LIBRARY`; otherwise `openphotokit/Photos.library` in `$XDG_DATA_HOME`,
    /// or in `~/.local/share` if that is not set or is a relative path (XDG Base Directory Specification 0.8).
    public static var defaultPath: FilePath {
        let environment = ProcessInfo.processInfo.environment
        if let path = environment["PHOTOS_LIBRARY"], !path.isEmpty { return FilePath(path) }
        return UserFolder.data.path().appending("openphotokit").appending("Photos.library")
    }
}
