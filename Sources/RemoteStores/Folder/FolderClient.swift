internal import AgeEncryption
internal import Glibc
package import Originals
internal import PhotoModel
package import SystemPackage
package import SystemSupport

/// A store in a folder of a mounted disk.
///
/// The store's file `store.json` shows that the disk is mounted: without it the store is offline. Each call opens the
/// folder again, and works in the folder that it opened, so that a disk that is mounted or unmounted meanwhile never
/// mixes two disks. Symbolic links in the store are not followed.
package struct FolderClient: StoreClient {
    /// The store's folder.
    ///
    /// A link to a folder is followed.
    package let path: FilePath

    /// Threads that wait for the disk, which may sleep, while their callers can be cancelled.
    let threads = ThreadPool(width: Self.threadCount)
    static let threadCount = 16
    /// The same for writes, which also wait for the bytes of another store.
    private let writers = ThreadPool(width: 16)
    /// The number of files that are listed at a time.
    private static let listedTogether = 500

    package init(_ path: FilePath) { self.path = path }

    // MARK: Objects

    package func object(of key: StoreKey, _ cancellation: Cancellation) throws -> StoreObject? {
        try abandoning(cancellation) {
            try explaining(key) {
                guard let folder = try StoreFolder.mounted(path).folder(of: key) else { return nil }
                return try folder.status(of: key.name).flatMap { StoreObject(key, $0) }
            }
        }
    }

    package func open(_ key: StoreKey, _ range: Range<Int64>, version: ByteVersion?) -> any ByteSource {
        FolderObjectSource(self, key, range, version)
    }

    /// Opens the file of an object; `nil` if the store has none.
    func openFile(_ key: StoreKey) throws -> FileDescriptor? {
        try explaining(key) { try StoreFolder.mounted(path).folder(of: key)?.openFile(key.name) }
    }

    package func dropCache(of key: StoreKey, _ cancellation: Cancellation) throws {
        try abandoning(cancellation) {
            guard let file = try? openFile(key) else { return }
            defer { try? file.close() }
            // Dirty pages are not dropped: posix_fadvise(2).
            _ = fsync(file.rawValue)
            posix_fadvise(file.rawValue, 0, 0, POSIX_FADV_DONTNEED)
        }
    }

    package func remove(_ key: StoreKey, _ cancellation: Cancellation) throws {
        try abandoning(cancellation) {
            try explaining(key) {
                guard let folder = try StoreFolder.mounted(path).folder(of: key) else { return }
                if try folder.removeFile(key.name) { try folder.sync() }
            }
        }
    }

    // MARK: Lists

    package func list(_ prefix: StoreKey, _ cancellation: Cancellation, _ body: (StoreObject) throws -> Void) throws {
        let listing = try abandoning(cancellation) {
            try explaining(prefix) {
                try StoreFolder.mounted(path).folder(of: prefix).map { try StoreFolderListing($0) }
            }
        }
        guard let listing else { return }
        let parent = prefix.parent
        while true {
            let files = try abandoning(cancellation) {
                try explaining(prefix) { try listing.next(Self.listedTogether) }
            }
            guard !files.isEmpty else { return }
            for file in files where !file.isPart {
                try cancellation.check()
                let key = StoreKey(parent.isEmpty ? file.path : "\(parent)/\(file.path)")
                guard let key, key.text.hasPrefix(prefix.text), let object = StoreObject(key, file.status) else {
                    continue
                }
                try body(object)
            }
        }
    }

    /// Removes the `.part` files that writers left behind: those that no writer has open on this machine, and that were
    /// not written to for a day.
    package func removeAbandonedParts(_ cancellation: Cancellation) throws {
        try abandoning(cancellation) {
            try explaining(nil) {
                let dayAgo = time(nil) - 86_400
                let listing = try StoreFolderListing(.mounted(path))
                while case let files = try listing.next(Self.listedTogether), !files.isEmpty {
                    try cancellation.check()
                    for part in files where part.isPart && part.status.st_mtim.tv_sec < dayAgo {
                        guard let file = try part.folder.openFile(part.name) else { continue }
                        defer { try? file.close() }
                        // A file system without locks shows no writer.
                        guard (try? file.lockIfFree()) != false else { continue }
                        _ = try part.folder.removeFile(part.name)
                    }
                }
            }
        }
    }

    // MARK: Writing

    package var looksBeforeWriting: Bool { true }

    package func write(
        _ key: StoreKey, _ upload: Upload, existing: ExistingObject, _ cancellation: Cancellation
    ) throws -> Bool {
        try writers.wait(
            for: { try explaining(key) { try writeNow(key, upload, existing, cancellation) } }, cancellation)
    }

    private func writeNow(
        _ key: StoreKey, _ upload: Upload, _ existing: ExistingObject, _ cancellation: Cancellation
    ) throws -> Bool {
        let folder = try folder(toWrite: key).makeFolder(of: key)
        if existing == .kept, try folder.status(of: key.name) != nil {
            // Its writer may not have come to this.
            try folder.sync()
            return false
        }
        let part = try folder.makePart(of: key.name)
        defer { try? part.file.close() }
        do {
            try copy(upload, to: part.file, cancellation)
            try DurableFile.sync(part.file, at: path.appending(key.text))
            try cancellation.check()
            let isWritten = try part.rename(to: key.name, replacing: existing == .replaced)
            try folder.sync()
            return isWritten
        } catch {
            part.remove()
            throw error
        }
    }

    /// The store's folder.
    ///
    /// A folder that is no store gets only the file that makes it a store.
    private func folder(toWrite key: StoreKey) throws -> StoreFolder {
        try key == .description ? StoreFolder(path) : .mounted(path)
    }

    private func copy(_ upload: Upload, to file: FileDescriptor, _ cancellation: Cancellation) throws {
        var length: Int64 = 0
        try upload.open().forEachPiece(cancellation) { piece in
            try upload.willSend(piece.count)
            try file.writeAll(piece)
            length += Int64(piece.count)
            // The disk writes while the next bytes are read, so that the last sync takes less time.
            DurableFile.startWriting(file)
        }
        guard length == upload.length else {
            throw PhotoLibraryError(.sourceChanged, "The size of the file changed while it was copied. Try again.")
        }
    }

    // MARK: Errors and cancellation

    /// Does work on a thread of its own, and returns soon when the call is cancelled, although the disk may still work.
    func abandoning<Value: Sendable>(
        _ cancellation: Cancellation, _ work: @escaping @Sendable () throws -> Value
    ) throws -> Value {
        try threads.wait(for: work, cancellation)
    }

    /// Calls `body`.
    ///
    /// Errors of the system become those of ``StoreClient``, and any error becomes that of a store that is offline if
    /// its disk is no longer mounted.
    private func explaining<Value>(_ key: StoreKey?, _ body: () throws -> Value) throws -> Value {
        do { return try body() } catch {
            let errno = error as? Errno ?? (error as? PhotoLibraryError)?.cause as? Errno
            guard let errno else { throw error }
            throw self.error(errno, key)
        }
    }

    func error(_ errno: Errno, _ key: StoreKey?) -> PhotoLibraryError {
        let folder = try? key.map(folder(toWrite:)) ?? .mounted(path)
        guard folder != nil else { return StoreFolder.offline(path, errno) }
        let path = key.map { self.path.appending($0.text) } ?? self.path
        switch errno {
        case .readOnlyFileSystem:
            return PhotoLibraryError(
                .accessRestricted, "The disk is mounted read-only. Mount it for writing.",
                path: path.string, cause: errno)
        case .permissionDenied, .notPermitted:
            return PhotoLibraryError(
                .accessUserDenied, "This user may not use the file. Ask the owner of the disk.",
                path: path.string, cause: errno)
        case .tooManySymbolicLinkLevels, .notDirectory:
            return PhotoLibraryError(
                .ioFailure, "In the place of a folder is a link or file. Remove it.", path: path.string,
                cause: errno)
        default: return PhotoLibraryError(errno, couldNot: "use the store's file", path)
        }
    }
}

extension StoreObject {
    /// The object of a file; `nil` if it is no regular file.
    init?(_ key: StoreKey, _ status: stat) {
        guard status.st_mode & S_IFMT == S_IFREG else { return nil }
        self.init(key: key, size: Int64(status.st_size), version: .file(FileIdentity(status)))
    }
}

extension StoreKey {
    /// What follows the last `/`.
    var name: String { String(text[(text.lastIndex(of: "/").map { text.index(after: $0) } ?? text.startIndex)...]) }
    /// What precedes the last `/`; empty without one.
    var parent: String { text.lastIndex(of: "/").map { String(text[..<$0]) } ?? "" }
}
