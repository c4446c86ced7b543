internal import LibraryStorage
internal import PhotoModel
internal import SystemPackage
internal import SystemSupport

/// The lock under which a library exchanges, joins and leaves: the file `sync-lock` in the library's folder.
///
/// It is not the lock of the library's log, because the folder of a registry can be on a disk that does not answer.
struct ExchangeLock {
    private let descriptor: FileDescriptor

    /// Waits until no other thread or process has the lock.
    ///
    /// - Throws: `ioFailure`.
    static func waiting(in library: LibraryFolder) throws -> ExchangeLock {
        let lock = try ExchangeLock(library)
        do { try lock.descriptor.lock() } catch { throw lock.closed(error, library) }
        return lock
    }

    /// - Returns: `nil` if another thread or process has the lock.
    /// - Throws: `ioFailure`.
    static func ifFree(in library: LibraryFolder) throws -> ExchangeLock? {
        let lock = try ExchangeLock(library)
        do {
            guard try lock.descriptor.lockIfFree() else {
                try? lock.descriptor.close()
                return nil
            }
        } catch { throw lock.closed(error, library) }
        return lock
    }

    private init(_ library: LibraryFolder) throws {
        let path = library.path.appending("sync-lock")
        do {
            descriptor = try FileDescriptor.open(
                path, .readWrite, options: [.create, .closeOnExec], permissions: .ownerReadWrite)
        } catch { throw PhotoLibraryError(error as? Errno ?? .ioError, couldNot: "open the file", path) }
    }

    private func closed(_ error: Errno, _ library: LibraryFolder) -> PhotoLibraryError {
        try? descriptor.close()
        return PhotoLibraryError(error, couldNot: "lock the file", library.path.appending("sync-lock"))
    }

    func release() { try? descriptor.close() }
}
