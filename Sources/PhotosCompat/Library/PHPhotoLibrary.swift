public import Foundation
public import OpenPhotoKit
package import OpenPhotoKitOwner
internal import Synchronization

/// A library of photos.
///
/// ``shared()`` is the owner's library, or the one that a broker serves to this app. The class methods of ``PHAsset``
/// and of the collections fetch from the shared library. ``performAsShared(_:)`` makes another library the shared one
/// during a call. An object belongs to the library it was fetched from. Safe for several threads.
public final class PHPhotoLibrary: NSObject, Sendable {
    @TaskLocal static var current: PHPhotoLibrary?
    private static let owners = PHPhotoLibrary(path: OwnedLibrary.defaultPath)
    private static let served = PHPhotoLibrary(path: FilePath(), isServed: true)

    /// A library that is open.
    private enum Opened {
        case owned(OwnedLibrary)
        case served(PhotoLibrary)
    }

    let path: FilePath
    /// Whether the library is served by a broker and never opened by this process.
    let isServed: Bool
    let observation = Observation()
    private let opened: Mutex<Opened?>
    private let openPictures = Mutex<LibraryPictures?>(nil)

    /// The owner's library, which the command `photos` opens: `$PHOTOS_LIBRARY`, otherwise the library in the user's
    /// data folder.
    ///
    /// If `$PHOTOS_SOCKET` is set, it is the library that the broker serves at that socket, with the access that the
    /// owner gives this app; the process then never opens a library itself.
    ///
    /// If it cannot be opened, ``unavailabilityReason`` gives the error, fetches are empty and have an error, and other
    /// calls throw. Each call tries again to open it. Inside ``performAsShared(_:)`` and blocks of changes, it is the
    /// library of that call.
    public class func shared() -> PHPhotoLibrary { current ?? (PhotoLibrary.hasBrokerSocket ? served : owners) }

    private init(path: FilePath, isServed: Bool, _ opened: Opened?) {
        self.path = path
        self.isServed = isServed
        self.opened = Mutex(opened)
    }

    /// A library that is opened at its first use.
    package convenience init(path: FilePath, isServed: Bool = false) {
        self.init(path: path, isServed: isServed, nil)
    }

    /// Opens the library in a folder.
    ///
    /// - Parameters:
    ///   - url: The library's folder.
    ///   - creatingIfAbsent: Whether to make an empty library if no library is at the path.
    /// - Throws: ``PHPhotosError``.
    public convenience init(at url: URL, creatingIfAbsent: Bool = false) throws {
        let library = try PHPhotosError.mapping {
            try OwnedLibrary(at: FilePath(url.path), opening: creatingIfAbsent ? .creatingIfAbsent : .existing)
        }
        self.init(library)
    }

    /// PhotoKit's interface to the owner's open library.
    package convenience init(_ library: OwnedLibrary) {
        self.init(path: library.path, isServed: false, .owned(library))
    }

    /// PhotoKit's interface to an open library, with the access of that object.
    public convenience init(_ library: PhotoLibrary) {
        self.init(path: FilePath(), isServed: true, .served(library))
    }

    /// The library with OpenPhotoKit's interface.
    ///
    /// - Throws: `PhotoLibraryError` if it is the owner's library and cannot be opened.
    public var photoLibrary: PhotoLibrary {
        get throws {
            switch try open() {
            case .owned(let library): library.photoLibrary
            case .served(let library): library
            }
        }
    }

    /// The owner's library, which this process opens; `nil` if a broker serves the library.
    ///
    /// - Throws: `PhotoLibraryError` if it cannot be opened.
    var ownedLibrary: OwnedLibrary? {
        get throws { if case .owned(let library) = try open() { library } else { nil } }
    }

    /// The pictures of the library's photos.
    ///
    /// - Throws: `PhotoLibraryError` if the library cannot be opened.
    var pictures: LibraryPictures {
        get throws {
            try openPictures.withLock { pictures in
                if let pictures { return pictures }
                let new = try LibraryPictures(self)
                pictures = new
                return new
            }
        }
    }

    private func open() throws -> Opened {
        try opened.withLock { opened in
            if let opened { return opened }
            let new = try isServed ? Opened.served(.connectAndWait()) : .owned(OwnedLibrary(at: path))
            opened = new
            return new
        }
    }

    /// Checks that this process may read the library, or may also add to it, without opening it.
    ///
    /// - Throws: `PhotoLibraryError`: `accessUserDenied`, `accessRestricted`.
    func checkAccess(writing: Bool) throws {
        if case .owned(let library) = opened.withLock({ $0 }) {
            try library.checkAccess(writing: writing)
        } else {
            try OwnedLibrary.checkAccess(at: path, writing: writing)
        }
    }

    /// Calls `body` with this as the shared library, also in the tasks that `body` starts.
    public func performAsShared<Value>(_ body: () throws -> Value) rethrows -> Value {
        try Self.$current.withValue(self, operation: body)
    }

    /// Calls `body` with this as the shared library, also in the tasks that `body` starts.
    public func performAsShared<Value>(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Value
    ) async rethrows -> Value {
        try await Self.$current.withValue(self, operation: body, isolation: isolation)
    }

    /// The ``PHPhotosError`` why the library cannot be used; `nil` if it can.
    public var unavailabilityReason: (any Error)? {
        do {
            guard let library = try ownedLibrary else {
                return try photoLibrary.unavailability.map(PHPhotosError.of)
            }
            guard !FileManager.default.fileExists(atPath: library.path.string) else { return nil }
            return PHPhotosError(
                PhotoLibraryError(
                    .libraryUnavailable, "The library is no longer at its path: it was moved, renamed or removed.",
                    path: library.path.string))
        } catch { return PHPhotosError.of(error) }
    }

    /// Whether the other object is a library in the same folder, or the same library of another process.
    override public func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? PHPhotoLibrary, other.path == path else { return false }
        // The folder of another process's library is unknown.
        return !path.isEmpty || self === other || (try? photoLibrary === other.photoLibrary) == true
    }

    /// Hashes the folder.
    override public var hash: Int { path.hashValue }
}
