public import Foundation
public import OpenPhotoKit
internal import Synchronization

/// A library of photos.
///
/// ``shared()`` is the owner's. What the class methods of ``PHAsset`` and of the collections fetch is of the shared library;
/// another becomes it for the length of a call: ``performAsShared(_:)``. Objects stay with the library that they came from.
/// Safe for several threads.
public final class PHPhotoLibrary: NSObject, Sendable {
    @TaskLocal static var current: PHPhotoLibrary?
    private static let owners = PHPhotoLibrary(path: PhotoLibrary.defaultPath)

    let path: FilePath
    let observation = Observation()
    private let opened: Mutex<PhotoLibrary?>

    /// The owner's library, which the command `photos` opens: `$PHOTOS_LIBRARY`, else the one in the user's data folder.
    ///
    /// If it cannot be opened, ``unavailabilityReason`` says why, fetches are empty and have an error, and all else throws;
    /// each of these tries again. Inside ``performAsShared(_:)`` and blocks of changes it is their library.
    public class func shared() -> PHPhotoLibrary { current ?? owners }

    /// A library that is opened when it is first asked for something.
    package init(path: FilePath, opened: PhotoLibrary? = nil) {
        self.path = path
        self.opened = Mutex(opened)
    }

    /// Opens the library in a folder.
    ///
    /// - Parameters:
    ///   - url: The library's folder.
    ///   - creatingIfAbsent: Whether an empty library is made where there is none.
    /// - Throws: ``PHPhotosError``.
    public convenience init(at url: URL, creatingIfAbsent: Bool = false) throws {
        let library = try PHPhotosError.mapping {
            try PhotoLibrary(at: FilePath(url.path), opening: creatingIfAbsent ? .creatingIfAbsent : .existing)
        }
        self.init(library)
    }

    /// The library, with PhotoKit's names.
    public convenience init(_ library: PhotoLibrary) { self.init(path: library.path, opened: library) }

    /// The library with all that it can do.
    ///
    /// - Throws: `PhotoLibraryError` if it is the owner's and cannot be opened.
    public var photoLibrary: PhotoLibrary {
        get throws {
            try opened.withLock { opened in
                if let opened { return opened }
                let library = try PhotoLibrary(at: path)
                opened = library
                return library
            }
        }
    }

    /// Looks whether this process may read the library, or add to it too; opens nothing.
    ///
    /// - Throws: `PhotoLibraryError`: `accessUserDenied`, `accessRestricted`.
    func checkAccess(writing: Bool) throws {
        if let library = opened.withLock({ $0 }) {
            try library.checkAccess(writing: writing)
        } else {
            try PhotoLibrary.checkAccess(at: path, writing: writing)
        }
    }

    /// Calls `body`, for which this is the shared library; also in the tasks that `body` starts.
    public func performAsShared<Value>(_ body: () throws -> Value) rethrows -> Value {
        try Self.$current.withValue(self, operation: body)
    }

    /// Calls `body`, for which this is the shared library; also in the tasks that `body` starts.
    public func performAsShared<Value>(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Value
    ) async rethrows -> Value {
        try await Self.$current.withValue(self, operation: body, isolation: isolation)
    }

    /// Why the library cannot be used, as ``PHPhotosError``; `nil` if it can.
    public var unavailabilityReason: (any Error)? {
        do {
            let library = try photoLibrary
            guard !FileManager.default.fileExists(atPath: library.path.string) else { return nil }
            return PHPhotosError(
                PhotoLibraryError(
                    .libraryUnavailable, "The library is not where it was: it was moved, renamed or removed.",
                    path: library.path.string))
        } catch { return PHPhotosError.of(error) }
    }

    /// Whether the other is a library in the same folder.
    override public func isEqual(_ object: Any?) -> Bool { (object as? PHPhotoLibrary)?.path == path }

    /// Hashes the folder.
    override public var hash: Int { path.hashValue }
}
