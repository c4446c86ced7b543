package import AgeEncryption
package import Foundation
package import Originals
package import PhotoModel
package import SystemSupport

/// A store of originals, previews and copies of catalogues, on a disk or a service of the network.
///
/// Several devices may use it at once: objects are named by their content and never change. Thread-safe. Functions wait
/// for the store on the caller's thread, end within 200 ms when they are cancelled (`cancelled`), and throw the errors
/// of ``StoreClient`` and of ``StoreFailure``.
package final class OriginalStore: RemoteStore {
    /// The name that the store has on this device.
    package let name: String
    /// What all devices know the store by.
    package let id: UUID
    /// The public key to which the objects are encrypted; `nil` if they are not.
    package let recipient: AgeRecipient?
    package let client: any StoreClient
    /// The limits of the rates at which bytes are sent and received.
    package let limits: (sent: TransferLimit, received: TransferLimit)
    let identity: AgeIdentity?
    let names: StoreNames

    private init(
        _ client: any StoreClient, _ name: String, _ description: StoreDescription, _ identity: AgeIdentity?
    ) throws(PhotoLibraryError) {
        (self.client, self.name, self.identity) = (client, name, identity)
        id = description.id
        recipient = identity?.recipient
        names = try StoreNames(identity)
        limits = (TransferLimit(), TransferLimit())
    }

    /// Makes a store where there is none.
    ///
    /// - Parameters:
    ///   - name: The name that the store gets on this device.
    ///   - identity: The key of the store, to which all its objects are encrypted; `nil` for a store that is not
    ///     encrypted.
    /// - Throws: Also the error of ``StoreFailure/storeExists``.
    package static func create(
        _ client: any StoreClient, name: String, identity: AgeIdentity?, _ cancellation: Cancellation
    ) throws -> OriginalStore {
        let upload = Upload(try StoreDescription(recipient: identity?.recipient).bytes)
        guard try client.write(.description, upload, existing: .kept, cancellation) else {
            throw StoreFailure.storeExists.error(name)
        }
        return try open(client, name: name, identity: identity, cancellation)
    }

    /// Opens a store.
    ///
    /// - Parameters:
    ///   - identity: The key of an encrypted store.
    ///   - expected: The identifier that the store had before; `nil` if it was not used before.
    /// - Throws: Also the errors of all other cases of ``StoreFailure``, except ``StoreFailure/wrongBytes``.
    package static func open(
        _ client: any StoreClient, name: String, identity: AgeIdentity?, expecting expected: UUID? = nil,
        _ cancellation: Cancellation
    ) throws -> OriginalStore {
        let description = try description(client, name, expected, cancellation)
        switch (description.recipient, identity) {
        case (nil, nil): break
        case (nil, _?): throw StoreFailure.notEncrypted.error(name)
        case (_?, nil): throw StoreFailure.keyRequired.error(name)
        case (let recipient?, let identity?):
            guard identity.recipient.description == recipient else { throw StoreFailure.wrongKey.error(name) }
        }
        return try OriginalStore(client, name, description, identity)
    }

    /// Asks the store whether it is still the same one.
    ///
    /// - Throws: Also the errors of ``StoreFailure/noStore`` and ``StoreFailure/exchanged(expected:found:)``.
    package func checkIdentity(_ cancellation: Cancellation) throws {
        _ = try Self.description(client, name, id, cancellation)
    }

    private static func description(
        _ client: any StoreClient, _ name: String, _ expected: UUID?, _ cancellation: Cancellation
    ) throws -> StoreDescription {
        guard let object = try client.object(of: .description, cancellation) else {
            throw StoreFailure.noStore.error(name)
        }
        guard (1...StoreDescription.maximumSize).contains(object.size) else {
            throw StoreFailure.damagedDescription.error(name)
        }
        let source = client.open(.description, 0..<object.size, version: object.version)
        let bytes = try source.readAll(atMost: Int(object.size), cancellation)
        let description = try StoreDescription(bytes, of: name)
        if let expected, description.id != expected {
            throw StoreFailure.exchanged(expected: expected, found: description.id).error(name)
        }
        return description
    }

    // MARK: Reading objects

    package func open(_ sha256: Digest, _ range: Range<Int64>, size: Int64) -> any ByteSource {
        open(sha256, range, size: size, version: nil)
    }

    /// The bytes of an original, or the part of them in the range.
    ///
    /// Returns at once: the store is asked when the bytes are read.
    ///
    /// - Parameters:
    ///   - size: The number of bytes of the whole original.
    ///   - version: The version of an earlier part; `nil` for the first one. Reading throws `sourceChanged` if the
    ///     object has another one now.
    package func open(_ sha256: Digest, _ range: Range<Int64>, size: Int64, version: ByteVersion?) -> any ByteSource {
        do {
            let key = try names.key(.originals, sha256)
            return open(key, range, .plain(size), version: version)
        } catch { return FailingSource(error, length: Int64(range.count)) }
    }

    /// The bytes of an object in the range, decrypted if the store is encrypted.
    func open(
        _ key: StoreKey, _ range: Range<Int64>, _ length: EncryptedFile.Length, version: ByteVersion?
    ) -> any ByteSource {
        guard let identity else {
            return range.isEmpty ? BytesSource([]) : metered(client.open(key, range, version: version))
        }
        let file = EncryptedFile(length) { [self] in metered(client.open(key, $0, version: version)) }
        return DecryptingByteSource(file, range, with: identity)
    }

    private func metered(_ source: any ByteSource) -> any ByteSource { MeteredByteSource(source, limits.received) }

    /// The bytes of a whole object, which are compared with the size that the store states.
    func openWhole(_ object: StoreObject) throws -> any ByteSource {
        let length = EncryptedFile.Length.encrypted { object.size }
        guard let identity else { return open(object.key, 0..<object.size, length, version: object.version) }
        let file = EncryptedFile(length) { [client] in client.open(object.key, $0, version: object.version) }
        let count = try DecryptingByteSource.length(of: file, with: identity)
        return open(object.key, 0..<count, length, version: object.version)
    }
}
