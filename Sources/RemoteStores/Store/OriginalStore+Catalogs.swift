internal import AgeEncryption
package import Originals
internal import PhotoModel
package import SystemSupport

/// Copies of catalogues.
extension OriginalStore {
    /// Writes a copy of a catalogue and reads it back.
    ///
    /// - Parameter upload: The bytes of the copy. They are read once more to compute their digest.
    package func put(_ copy: CatalogCopy, _ upload: Upload, _ cancellation: Cancellation) throws {
        let (digest, _) = try upload.open().digest(cancellation)
        _ = try put(try names.catalogKey(copy.name), digest, upload, cancellation) { _ in }
    }

    /// All copies of all libraries and writers, in no order.
    package func catalogs(_ cancellation: Cancellation) throws -> [CatalogCopy] {
        var copies: [CatalogCopy] = []
        try client.list(StoreNames.catalogs, cancellation) { object in
            if let copy = names.catalogName(of: object.key).flatMap(CatalogCopy.init(name:)) { copies.append(copy) }
        }
        return copies
    }

    /// The bytes of a copy.
    ///
    /// Waits for the store.
    ///
    /// - Returns: `nil` if there is no such copy.
    package func open(_ copy: CatalogCopy, _ cancellation: Cancellation) throws -> (any ByteSource)? {
        guard let object = try client.object(of: try names.catalogKey(copy.name), cancellation) else { return nil }
        return try openWhole(object)
    }

    /// Gives a copy the name of one that no rule removes.
    ///
    /// A copy that does not exist or cannot be decrypted stays as it is.
    package func keep(_ copy: CatalogCopy, _ cancellation: Cancellation) throws {
        guard !copy.isKept, let object = try client.object(of: try names.catalogKey(copy.name), cancellation) else {
            return
        }
        let kept = CatalogCopy(library: copy.library, writer: copy.writer, date: copy.date, isKept: true)
        do {
            let upload = Upload(length: try openWhole(object).length) { [self] in try openWhole(object) }
            try put(kept, upload, cancellation)
        } catch let error as PhotoLibraryError where error.cause is AgeFailure { return }
        try remove(copy, cancellation)
    }

    /// Removes a copy.
    ///
    /// A copy that does not exist is no error.
    package func remove(_ copy: CatalogCopy, _ cancellation: Cancellation) throws {
        try client.remove(try names.catalogKey(copy.name), cancellation)
    }
}
