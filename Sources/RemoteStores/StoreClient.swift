package import Originals
package import SystemSupport

/// One kind of service that keeps the objects of a store: a folder, WebDAV or S3.
///
/// An object is a sequence of bytes with a key. It never changes after it was written. Thread-safe. Functions wait for
/// the service, on the caller's thread, and end within 200 ms when they are cancelled (`cancelled`).
///
/// Errors are of type `PhotoLibraryError`: `networkError` if the service cannot be reached, fails, or is a folder whose
/// disk is not mounted; `accessUserDenied` if it refuses the credentials or the user; `notEnoughSpace` if it is full;
/// `ioFailure` for other failures. No error contains a credential.
package protocol StoreClient: Sendable {
    /// The object of a key; `nil` if the service says that it has none.
    func object(of key: StoreKey, _ cancellation: Cancellation) throws -> StoreObject?

    /// The bytes of an object, or the part of them in the range.
    ///
    /// Returns at once: the service is asked when the bytes are read. Reading throws `missingResource` if the service
    /// says that it has no such object, and `sourceChanged` if the object does not have the version.
    ///
    /// - Parameters:
    ///   - range: A part of the object's bytes, not empty.
    ///   - version: The version of an earlier part, so that both are parts of the same bytes; `nil` for the first part.
    func open(_ key: StoreKey, _ range: Range<Int64>, version: ByteVersion?) -> any ByteSource

    /// Calls `body` with each object whose key begins with the prefix, in no order.
    ///
    /// Objects that are not whole yet are left out. Memory does not grow with their number.
    func list(_ prefix: StoreKey, _ cancellation: Cancellation, _ body: (StoreObject) throws -> Void) throws

    /// Writes an object, which has its key only when all its bytes are durable, as far as the service can tell.
    ///
    /// The caller reads the object back before it counts as a copy, because services accept less than they were sent.
    ///
    /// - Parameter existing: What happens to an object that has the key already.
    /// - Returns: Whether this call wrote the object; false if there is one already that is kept.
    func write(
        _ key: StoreKey, _ upload: Upload, existing: ExistingObject, _ cancellation: Cancellation
    ) throws -> Bool

    /// Whether a write that keeps an existing object finds the object before it reads the upload.
    ///
    /// The default is false: a service answers a write after it has all bytes.
    var looksBeforeWriting: Bool { get }

    /// Removes an object. An object that does not exist is no error.
    func remove(_ key: StoreKey, _ cancellation: Cancellation) throws

    /// Makes the next reading of an object read the store's disk, if this machine keeps its bytes in memory.
    ///
    /// The default does nothing.
    ///
    /// - Throws: `cancelled`.
    func dropCache(of key: StoreKey, _ cancellation: Cancellation) throws

    /// Removes what writers that were killed more than a day ago left behind, if the service shows it.
    func removeAbandonedParts(_ cancellation: Cancellation) throws
}

extension StoreClient {
    package var looksBeforeWriting: Bool { false }

    /// Does nothing: a service on another machine is asked for the bytes each time.
    package func dropCache(of key: StoreKey, _ cancellation: Cancellation) throws {}
}

/// What a write does with an object that has the key already.
package enum ExistingObject: Sendable {
    /// It is kept, and nothing is written.
    case kept
    /// It is replaced. The caller has read it and found wrong bytes.
    case replaced
}

/// The bytes of an object to write.
package struct Upload: Sendable {
    /// The number of bytes.
    package let length: Int64
    /// Opens the bytes.
    ///
    /// A service that is told their digest first reads them twice.
    package let open: @Sendable () throws -> any ByteSource
    /// Called with the number of bytes before they are sent, not before they are read for a digest.
    ///
    /// It waits while the rate of transfers is limited, and throws `cancelled`.
    package let willSend: @Sendable (Int) throws -> Void

    package init(
        length: Int64, willSend: @escaping @Sendable (Int) throws -> Void = { _ in },
        open: @escaping @Sendable () throws -> any ByteSource
    ) {
        self.length = length
        self.willSend = willSend
        self.open = open
    }
}
