package import AssetLoading
internal import Foundation
package import LibraryInterface
internal import PhotoCatalog
public import PhotoModel
public import SystemPackage
internal import SystemSupport

/// A photo library: a folder of photos with a catalogue.
///
/// Thread-safe. Several processes may have the same library open.
public final class PhotoLibrary: Sendable {
    /// Reads and changes the library, in this process or another.
    package let service: any LibraryService
    /// The library, if it is in this process.
    private let localLibrary: LocalLibrary?
    /// The connection to the broker that serves the library; `nil` for the owner.
    let brokerConnection: BrokerConnection?
    /// Opens the files of resources.
    package let resourceStore: ResourceStore

    /// How ``PhotoLibrary/init(at:opening:allowingSyncedFolder:)`` opens a library.
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
    /// reading: see ``isReadOnly``. Blocks while a library of an older version is converted.
    ///
    /// - Parameters:
    ///   - path: The library's folder.
    ///   - opening: Whether to open for writing, and whether to make a missing library.
    ///   - allowsSyncedFolder: Whether the library may be changed, or made, in a folder that Syncthing, Nextcloud,
    ///     Dropbox or a similar program synchronises. Such a program may damage the library. Without this permission it
    ///     can only be read.
    /// - Throws: ``PhotoLibraryError``: `libraryNotFound`; `libraryInFileProviderSyncRoot` if a new library would be in
    ///   a synchronised folder; `libraryFormatTooNew`; `libraryDamaged`; `networkFileSystem` (the catalogue's locks do
    ///   not work there); `libraryBusy` (it is being repaired); `accessUserDenied` or `accessRestricted` (this user may
    ///   not read the library); `ioFailure`.
    public convenience init(
        at path: FilePath, opening: Opening = .existing, allowingSyncedFolder allowsSyncedFolder: Bool = false
    ) throws(PhotoLibraryError) {
        self.init(
            try PhotoLibraryError.converting {
                try LocalLibrary(at: path, opening: opening, allowingSyncedFolder: allowsSyncedFolder)
            })
    }

    private convenience init(_ library: LocalLibrary) { self.init(library, library) }

    /// Makes a library that another process has open.
    ///
    /// - Parameter service: Carries requests to that process.
    package convenience init(_ service: any LibraryService) { self.init(service, nil) }

    /// Makes a library that a broker serves.
    convenience init(_ service: any LibraryService, _ connection: BrokerConnection) {
        self.init(service, nil, connection)
    }

    private init(_ service: any LibraryService, _ library: LocalLibrary?, _ connection: BrokerConnection? = nil) {
        self.service = service
        brokerConnection = connection
        localLibrary = library
        resourceStore = service.resources
        isReadOnly = library?.isReadOnly ?? false
        path = library?.folder.path ?? FilePath()
    }

    /// The library with the access of an app.
    ///
    /// Every read gives only the objects that the app may see, and every change checks the app's access.
    ///
    /// - Throws: `accessUserDenied` if this object does not have the owner's access; `ioFailure`.
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
        try checkIsOwners()
        return try PhotoLibraryError.converting {
            PhotoLibrary(
                try LocalLibrary(local, boundTo: access, decidedOn: machine, confirming: confirmation))
        }
    }

    /// Checks that this object has the owner's access.
    ///
    /// - Throws: `accessUserDenied` otherwise.
    func checkIsOwners() throws(PhotoLibraryError) {
        guard try local.catalog.access == .owner else { throw Self.ownerOnly }
    }

    private static let ownerOnly = PhotoLibraryError(
        .accessUserDenied, "Only the owner of a library can do this.")

    /// Reads assets, collections and the change history.
    var reader: any LibraryReader { service.reader }

    /// The library in this process.
    ///
    /// - Throws: `accessUserDenied` if another process has the library, because only the owner's process has its files.
    var local: LocalLibrary {
        get throws(PhotoLibraryError) {
            guard let localLibrary else { throw Self.ownerOnly }
            return localLibrary
        }
    }

    /// The catalogue.
    ///
    /// - Throws: As ``local``.
    var catalog: PhotoCatalog { get throws(PhotoLibraryError) { try local.catalog } }

    /// Whether the library is read-only: it was opened for reading, or this process may not write its folder.
    ///
    /// Every change then throws `libraryReadOnly`.
    public let isReadOnly: Bool

    /// The library's folder; empty if another process has the library.
    public let path: FilePath

    /// The path of the owner's library: `$PHOTOS_LIBRARY`; otherwise `openphotokit/Photos.library` in `$XDG_DATA_HOME`,
    /// or in `~/.local/share` if that is not set or is a relative path (XDG Base Directory Specification 0.8).
    public static var defaultPath: FilePath {
        let environment = ProcessInfo.processInfo.environment
        if let path = environment["PHOTOS_LIBRARY"], !path.isEmpty { return FilePath(path) }
        return UserFolder.data.path().appending("openphotokit").appending("Photos.library")
    }
}
