package import Foundation
package import PhotoModel

/// What is wrong with a store or an object in it: the cause of the error that is thrown.
package enum StoreFailure: Error, Sendable, Hashable {
    /// There is no `store.json`.
    case noStore
    /// There is a store already.
    case storeExists
    /// `store.json` cannot be read.
    case damagedDescription
    /// A newer version of the program made the store.
    case newerVersion(Int)
    /// The store has another identifier than the one that was here before.
    case exchanged(expected: UUID, found: UUID)
    /// The store is encrypted, and no key was given.
    case keyRequired
    /// The key is not that of the store.
    case wrongKey
    /// A key was given for a store that is not encrypted.
    case notEncrypted
    /// The object of a file has other bytes than the file, or cannot be decrypted.
    case wrongBytes

    /// The error with a message and a remedy.
    ///
    /// - Parameter store: The name of the store.
    package func error(_ store: String) -> PhotoLibraryError {
        let (code, message): (PhotoLibraryError.Code, String) =
            switch self {
            case .noStore:
                (
                    .missingResource,
                    "The address of the store “\(store)” has no store. Look for the store elsewhere, or make one."
                )
            case .storeExists:
                (.changeNotSupported, "The store “\(store)” exists already. Add it instead of making one.")
            case .damagedDescription:
                (
                    .unsupportedFile,
                    "The file store.json of the store “\(store)” is damaged. Restore it from a backup."
                )
            case .newerVersion(let version):
                (
                    .unsupportedFile,
                    "The store “\(store)” has version \(version), which needs a newer version of this program."
                )
            case .exchanged(let expected, let found):
                (
                    .invalidResource,
                    "The address of the store “\(store)” has another store (\(found.uuidString)) than before "
                        + "(\(expected.uuidString)). Connect the one of before, or add this one under a name of its own."
                )
            case .keyRequired: (.accessUserDenied, "The store “\(store)” is encrypted. Give its key.")
            case .wrongKey:
                (.accessUserDenied, "This is not the key of the store “\(store)”. Give the key that was exported.")
            case .notEncrypted:
                (.changeNotSupported, "The store “\(store)” is not encrypted. Open it without a key.")
            case .wrongBytes:
                (
                    .invalidResource,
                    "The copy in the store “\(store)” does not have the bytes of the file. Use another copy, and mirror "
                        + "again."
                )
            }
        return PhotoLibraryError(
            code, message, remedy: self == .keyRequired || self == .wrongKey ? .giveKey : nil, cause: self)
    }
}

extension PhotoLibraryError {
    /// What is wrong with a store, if that is the cause.
    package var storeFailure: StoreFailure? { cause as? StoreFailure }

    /// The same error with a message that names the store in which it occurred.
    ///
    /// A message that names the store stays as it is, and so does `cancelled`.
    package func naming(store: String) -> PhotoLibraryError {
        guard code != .cancelled, !message.contains("“\(store)”") else { return self }
        return PhotoLibraryError(
            code, "The store “\(store)” failed: \(message)", remedy: remedy, path: path, identifier: identifier,
            cause: cause)
    }
}
