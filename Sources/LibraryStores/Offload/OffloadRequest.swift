public import Foundation
public import PhotoModel

/// Which originals leave this device, and on what conditions.
public struct OffloadRequest: Sendable {
    /// The photos to offload.
    public enum Selection: Sendable {
        /// The photos of these local identifiers.
        case assets([String])
        /// All photos that were taken, or without a date were added, before this date, the oldest first; `nil` for all.
        case before(Date?)
    }

    /// The photos to offload.
    public var selection: Selection
    /// The work ends when the library's disk has so many free bytes, or would have them without snapshots that keep
    /// the removed files; `nil` to offload the whole selection.
    public var freeBytes: Int64?
    /// The number of copies, each at another site, that a file must have: at least 1.
    public var copies = defaultCopies
    static let defaultCopies = 2
    /// Whether nothing is removed, and the result says what would be.
    public var isRehearsal = false

    /// Removes the originals of photos that have copies at two sites.
    public init(_ selection: Selection) { self.selection = selection }
}

/// What was done with the files of a photo.
public struct OffloadedItem: Sendable {
    /// The result for a photo.
    public enum Outcome: Sendable {
        /// Its files were removed from this device, which has so many bytes more; in a rehearsal they would be.
        case offloaded(bytes: Int64)
        /// Its files stay, for this reason.
        case kept(OffloadObstacle)
        /// Something failed, and its files stay.
        case failed(PhotoLibraryError)
    }

    /// The local identifier of the photo.
    public let localIdentifier: String
    /// The name of its original at import; the identifier if it is unknown.
    public let name: String
    /// What was done with its files.
    public let outcome: Outcome
}

/// Why the files of a photo stay on this device.
public enum OffloadObstacle: Sendable, Hashable {
    /// There is no such photo in the library.
    case notFound
    /// The photo is recently deleted.
    case deleted
    /// The owner wants its originals on this device.
    case pinned
    /// None of its files is in the library's folder: they are in stores already.
    case alreadyElsewhere
    /// One of its files is a reference to a file outside the library.
    case reference
    /// A check found one of its files damaged.
    case damaged
    /// One of its files has copies at fewer sites than the request asks for.
    case tooFewCopies(found: Int, needed: Int)
    /// A store does not have a copy that the catalogue lists, or has other bytes.
    case copyMissing(store: String)
    /// A store cannot be asked, so its copies do not count.
    case storeUnavailable(store: String)
    /// The store is on the disk of the library, so both could be lost together.
    case sameDisk(store: String)
    /// The exported key of an encrypted store was not given back yet, so its copies do not count.
    case keyNotConfirmed(store: String)
    /// No preview of its picture can be made, and without one it could not be seen.
    case noPreview
    /// Its picture has no signature of this version, and without one it could not be compared with others.
    case notSigned
}

/// The numbers of an offload.
public struct OffloadSummary: Sendable, Hashable {
    /// The photos whose files were removed from this device.
    public internal(set) var offloaded = 0
    /// The bytes of these files.
    public internal(set) var freedBytes: Int64 = 0
    /// The photos whose files stay for a reason.
    public internal(set) var kept = 0
    /// The photos whose files stay because of an error.
    public internal(set) var failed = 0
    /// The free bytes that the request asked for and that the disk still lacks after the work; 0 if it lacks none.
    public internal(set) var lackingBytes: Int64 = 0

    /// Nothing was done.
    public init() {}
}
