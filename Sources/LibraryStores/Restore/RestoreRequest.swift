public import Foundation

/// Which copy of a catalogue a restore takes from a store.
public struct RestoreRequest: Sendable {
    /// The store; its name becomes that of the library's store.
    public var store: NewStore
    /// The library, if the store has copies of several; `nil` to take the only one.
    public var library: UUID?
    /// The writer of the copy, if several computers wrote copies lately; `nil` to take the only one.
    public var writer: UUID?

    /// Asks for the only library of a store.
    public init(_ store: NewStore) { self.store = store }
}

/// The result of a restore.
public struct RestoreSummary: Sendable, Hashable {
    /// The name of the store in the library.
    public let store: String
    /// The date of the catalogue; `nil` if the store has none, so that the library has no photos yet.
    public let catalogDate: Date?
    /// The number of photos, with the recently deleted ones.
    public let assets: Int
    /// The number of files that the store has.
    public let filesInStore: Int
    /// The number of files that the store lacks, and that other stores may have or that are lost.
    public let missingFiles: Int
    /// The number of originals in the store that the catalogue does not name.
    ///
    /// They were added after the date of the catalogue, or belong to another library:
    /// `OwnedLibrary.importOriginals(_:progress:onItem:)` tells them apart, and imports the former.
    public let unknownOriginals: Int
    /// The number of newer copies of the catalogue that are damaged.
    public let damagedCopies: Int
}
