internal import AgeEncryption
package import Originals
package import PhotoModel
internal import Synchronization
package import SystemPackage
package import SystemSupport

/// A copy of an original, as the store states it.
package struct StoredCopy: Sendable, Hashable {
    /// The number of bytes in the store: of an encrypted store that of the encrypted bytes.
    package let storedSize: Int64
    package let version: ByteVersion

    init(_ object: StoreObject) { (storedSize, version) = (object.size, object.version) }
}

/// An original in the list of a store.
package struct ListedOriginal: Sendable, Hashable {
    package let object: StoreObject
    /// The digest in its name; `nil` in an encrypted store.
    package let sha256: Digest?
}

extension OriginalStore {
    /// Copies an original to the store, unless it is there already, and reads the copy back.
    ///
    /// A copy that is there and has other bytes is replaced.
    ///
    /// - Parameters:
    ///   - upload: The bytes of the original.
    ///   - progress: Called with the number of bytes of each piece that was sent or read back: in all twice the length.
    ///     The bytes of a copy that is there are not sent, unless another device wrote it meanwhile. Those of a copy
    ///     that is replaced are sent and read back once more.
    /// - Throws: Also the error of ``StoreFailure/wrongBytes`` if the copy has other bytes again.
    package func put(
        _ sha256: Digest, _ upload: Upload, _ cancellation: Cancellation, progress: @escaping @Sendable (Int64) -> Void
    ) throws -> StoredCopy {
        try put(
            try names.key(.originals, sha256), sha256, upload, cancellation, progress: progress)
    }

    /// The state of a copy, without reading it; `nil` if there is none.
    package func check(_ sha256: Digest, _ cancellation: Cancellation) throws -> StoredCopy? {
        try client.object(of: try names.key(.originals, sha256), cancellation).map(StoredCopy.init)
    }

    /// The number of bytes of the copy of an original in the store.
    package func storedSize(of length: Int64) -> Int64 { recipient == nil ? length : AgeFile.size(of: length) }

    /// Reads a copy back from the store's disk, as far as this machine can tell, and compares it with its digest.
    ///
    /// - Parameter length: The number of bytes of the original.
    /// - Throws: Also `missingResource` if there is no copy, and the error of ``StoreFailure/wrongBytes``.
    package func readBack(
        _ sha256: Digest, length: Int64, _ cancellation: Cancellation,
        progress: @escaping @Sendable (Int64) -> Void = { _ in }
    ) throws -> StoredCopy {
        try readBack(try names.key(.originals, sha256), sha256, length, cancellation, progress)
    }

    /// Removes a copy.
    ///
    /// A copy that does not exist is no error.
    package func remove(_ sha256: Digest, _ cancellation: Cancellation) throws {
        try client.remove(try names.key(.originals, sha256), cancellation)
    }

    // MARK: Lists

    /// Calls `body` with each original in the store, in no order.
    package func listOriginals(_ cancellation: Cancellation, _ body: (ListedOriginal) throws -> Void) throws {
        try client.list(StoreNames.Kind.originals.folder, cancellation) { object in
            let digest = names.digest(.originals, of: object.key)
            // Other files in the folder are not the store's.
            guard digest != nil || recipient != nil else { return }
            try body(ListedOriginal(object: object, sha256: digest))
        }
    }

    /// Those of these originals that the store lists.
    ///
    /// Memory grows with their number.
    package func listed(
        _ digests: some Sequence<Digest>, _ cancellation: Cancellation
    ) throws -> [Digest: StoredCopy] {
        var names: [StoreKey: Digest] = [:]
        for digest in digests { names[try self.names.key(.originals, digest)] = digest }
        var copies: [Digest: StoredCopy] = [:]
        try client.list(StoreNames.Kind.originals.folder, cancellation) { object in
            if let digest = names[object.key] { copies[digest] = StoredCopy(object) }
        }
        return copies
    }

    /// The copy of an original, as the store would list it; `nil` if the store does not have it.
    ///
    /// - Parameter length: The number of bytes of the original. A copy of another size has other bytes.
    package func find(
        _ sha256: Digest, length: Int64, _ cancellation: Cancellation
    ) throws -> ListedOriginal? {
        let object = try client.object(of: try names.key(.originals, sha256), cancellation)
        guard let object, length <= Self.greatestLength, object.size == storedSize(of: length) else { return nil }
        return ListedOriginal(object: object, sha256: sha256)
    }

    /// No disk has larger files.
    private static let greatestLength: Int64 = 1 << 56

    /// Recognises these originals among the listed ones, also in an encrypted store.
    ///
    /// Memory grows with their number.
    package func recognizer(of digests: Set<Digest>) throws -> (ListedOriginal) -> Bool {
        guard recipient != nil else { return { $0.sha256.map(digests.contains) ?? false } }
        let keys = try Set(digests.map { try names.key(.originals, $0) })
        return { keys.contains($0.object.key) }
    }

    /// Copies a listed original to a new file, and compares its bytes with its name.
    ///
    /// The file is not durable when this returns.
    ///
    /// - Parameter progress: Called with the number of bytes so far.
    /// - Returns: The digest of the bytes.
    /// - Throws: Also the error of ``StoreFailure/wrongBytes``, and errors of this device's disk.
    package func fetch(
        _ listed: ListedOriginal, to path: FilePath, _ cancellation: Cancellation, _ progress: (Int64) -> Void
    ) throws -> Digest {
        let file: FileDescriptor
        do {
            file = try .open(
                path, .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec], permissions: .ownerReadWrite)
        } catch let errno as Errno { throw PhotoLibraryError(errno, couldNot: "make the file", path) }
        defer { try? file.close() }
        let (digest, count): (Digest, Int64)
        do {
            (digest, count) = try openWhole(listed.object).digest(cancellation) { piece, done in
                do { try file.writeAll(piece) } catch let errno as Errno {
                    throw PhotoLibraryError(errno, couldNot: "write the file", path)
                }
                progress(done)
            }
        } catch let error as PhotoLibraryError where error.cause is AgeFailure {
            throw StoreFailure.wrongBytes.error(name)
        }
        guard identity != nil || count == listed.object.size else { throw Self.endedEarly(name) }
        guard try names.key(.originals, digest) == listed.object.key else { throw StoreFailure.wrongBytes.error(name) }
        return digest
    }

    // MARK: Objects

    /// Writes an object and reads it back, and replaces it once if it has other bytes.
    func put(
        _ key: StoreKey, _ sha256: Digest, _ upload: Upload, _ cancellation: Cancellation,
        progress: @escaping @Sendable (Int64) -> Void
    ) throws -> StoredCopy {
        try write(key, upload, existing: .kept, cancellation, progress)
        do { return try readBack(key, sha256, upload.length, cancellation, progress) } catch let error
            where (error as? PhotoLibraryError)?.storeFailure == .wrongBytes
        {
            try write(key, upload, existing: .replaced, cancellation, progress)
            return try readBack(key, sha256, upload.length, cancellation, progress)
        }
    }

    private func write(
        _ key: StoreKey, _ upload: Upload, existing: ExistingObject, _ cancellation: Cancellation,
        _ progress: @escaping @Sendable (Int64) -> Void
    ) throws {
        if existing == .kept, !client.looksBeforeWriting, try client.object(of: key, cancellation) != nil { return }
        let keys = try recipient.map { try AgeFileKeys(for: $0) }
        let sent = Mutex<Int64>(0)
        let limit = limits.sent
        let encrypted = Upload(
            length: storedSize(of: upload.length),
            willSend: { count in
                try limit.wait(for: count, cancellation)
                try upload.willSend(count)
                // A service that fails and is asked again gets the first bytes twice, and encrypted bytes are more.
                let counted = sent.withLock { sent in
                    let end = min(upload.length, sent + Int64(count))
                    defer { sent = end }
                    return end - sent
                }
                if counted > 0 { progress(counted) }
            },
            open: {
                let source = try upload.open()
                return try keys.map { try EncryptingByteSource(source, with: $0) } ?? source
            })
        _ = try client.write(key, encrypted, existing: existing, cancellation)
    }

    func readBack(
        _ key: StoreKey, _ sha256: Digest, _ length: Int64, _ cancellation: Cancellation,
        _ progress: (Int64) -> Void
    ) throws -> StoredCopy {
        try client.dropCache(of: key, cancellation)
        guard let object = try client.object(of: key, cancellation) else {
            throw PhotoLibraryError(
                .missingResource, "The store “\(name)” does not have the file. Mirror the library again.")
        }
        do {
            guard identity != nil || object.size == length else { throw StoreFailure.wrongBytes.error(name) }
            let (digest, count) = try openWhole(object).digest(cancellation) { piece, _ in
                progress(Int64(piece.count))
            }
            // A connection that ended early says nothing about the object, whose size is right.
            guard identity != nil || count == length else { throw Self.endedEarly(name) }
            guard digest == sha256 else { throw StoreFailure.wrongBytes.error(name) }
        } catch let error as PhotoLibraryError where error.cause is AgeFailure {
            throw StoreFailure.wrongBytes.error(name)
        }
        return StoredCopy(object)
    }

    static func endedEarly(_ name: String) -> PhotoLibraryError {
        PhotoLibraryError(.networkError, "The store “\(name)” sent only a part of the file. Try again.")
    }
}
