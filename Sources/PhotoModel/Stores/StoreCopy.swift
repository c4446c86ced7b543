package import Foundation

/// A copy of an original in a store, as the catalogue records it.
///
/// The record is no proof that the store has the bytes.
package struct StoreCopy: Sendable, Hashable {
    /// What is known of the copy.
    ///
    /// The raw values are stored.
    package enum State: Int, Sendable {
        /// The bytes are being written, or were written and not read back.
        case uploading = 0
        /// The bytes were read back whole and are those of the original.
        case present = 1
        /// The store gave other bytes, or none, when it was last asked.
        case suspect = 2
        /// The original was purged, and the copy will be removed from the store.
        case leaving = 3
        /// The store lists an object of the right size, which this library has not read back.
        ///
        /// The original can be loaded from it, but it does not count as a copy.
        case listed = 4

        /// Whether the original can be loaded from the copy, as far as is known.
        package var isLoadable: Bool { self == .present || self == .listed }
    }

    /// The store.
    package let store: UUID
    /// The SHA-256 of the original.
    package let sha256: Digest
    package var state: State
    /// The number of bytes of the object in the store when it was last read back.
    package var storedSize: Int64?
    /// The version of the object when it was last read back, as text.
    package var version: String?
    /// When the bytes were last read back.
    package var checkedDate: Date?
    /// The day of use on which the bytes were last read back.
    package var checkedDay: Int?

    package init(store: UUID, sha256: Digest, state: State) {
        (self.store, self.sha256, self.state) = (store, sha256, state)
    }
}

/// A store of originals, as the catalogue records it.
package struct StoreRecord: Sendable, Hashable {
    package let id: UUID
    /// The name that the owner gave it.
    package var name: String
    /// The place where it stands: copies at one site may be lost together.
    package var site: String
    package let addedDate: Date
    /// Whether a person gave the exported key back.
    package var isKeyConfirmed = false
    /// When the store last answered.
    package var successDate: Date?
    /// When the store last failed, and how.
    package var failureDate: Date?
    package var failure: String?
    /// When a copy of the catalogue was last written to it and read back.
    package var catalogCopyDate: Date?

    package init(id: UUID, name: String, site: String, addedDate: Date) {
        (self.id, self.name, self.site, self.addedDate) = (id, name, site, addedDate)
    }
}
