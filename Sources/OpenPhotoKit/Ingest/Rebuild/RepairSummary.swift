public import Foundation
public import PhotoModel
public import SystemPackage

/// What a repair did with one file that lies in the library's folder.
public struct RepairedFile: Sendable {
    /// What became of the file.
    public enum Status: String, Sendable, CaseIterable {
        /// It is in the new catalogue.
        case rebuilt
        /// It belonged to no asset, and belongs to one now.
        case adopted
        /// The library has its bytes already, or their owner deleted them: moved to the folder `damaged`.
        case setAside
        /// It is no photo, or tells of one that is not there: left where it is.
        case left
        /// It could not be read: left where it is. If the old catalogue was sound, the new one says of it what that said.
        case unreadable
        /// The sound catalogue that was there, or the copy that was brought back, knew other bytes at its place: left where
        /// it is, and the catalogue knows the other bytes still.
        case changed
        /// The sound catalogue that was there, or the copy that was brought back, knew it, and it is gone; the catalogue
        /// knows it still.
        case missing
    }

    /// Where the file was found.
    public let path: FilePath
    /// What became of it.
    public let status: Status
    /// The asset it belongs to; `nil` if to none.
    public let localIdentifier: String?
    /// Why it belongs to none, or what is wrong with it and what can be done.
    public let error: PhotoLibraryError?
}

extension RepairedFile {
    /// A file that is not as the old catalogue has it.
    init(_ fault: VerifiedFile, of localIdentifier: String?) {
        let status: Status =
            switch fault.status {
            case .missing: .missing
            case .changed: .changed
            case .ok, .unreadable, .orphan: .unreadable
            }
        self.init(path: fault.path, status: status, localIdentifier: localIdentifier, error: fault.error)
    }
}

/// What a repair would find.
public struct RepairExamination: Sendable, Hashable {
    /// What is wrong with the catalogue, for a person; `nil` if it is sound.
    public let damage: String?
    /// Whether library.json is gone or cannot be understood.
    public let isManifestLost: Bool
    /// How the copy of the catalogue is: a repair of a damaged catalogue uses it.
    public let copy: CatalogCopyCondition
}

/// What a repair found and did.
public struct RepairSummary: Sendable {
    /// What was wrong with the catalogue, for a person; `nil` if it was sound.
    public internal(set) var damage: String?
    /// Whether a new catalogue was made.
    ///
    /// What the old one alone knew is then lost: ``RepairLoss``.
    public internal(set) var isRebuilt = false
    /// The date of the copy that was brought back to be the catalogue; `nil` if none was.
    ///
    /// What was changed in the catalogue after this date is lost, but for photos whose files are in the library's folder.
    public internal(set) var restoredCopyDate: Date?
    /// How the copy of the catalogue was; one that is damaged was put into the folder `damaged`.
    public internal(set) var copy: CatalogCopyCondition = .missing
    /// Where the old catalogue was put, if there was one and another took its place.
    public internal(set) var oldCatalog: FilePath?
    /// Whether library.json was made again.
    public internal(set) var isManifestRestored = false
    /// Whether nothing told the library's identifier any more: all local identifiers are new.
    public internal(set) var hasNewIdentifiers = false
    /// Whether the search index was damaged: it was discarded, and the next search makes it anew.
    public internal(set) var isSearchIndexDiscarded = false
    /// Assets in the catalogue now, without those recently deleted.
    public internal(set) var assets = 0
    /// How many files ended in each status.
    public internal(set) var files: [RepairedFile.Status: Int] = [:]
    /// How many files are not as they should be: unreadable, changed or missing.
    public var faults: Int {
        files[.unreadable, default: 0] + files[.changed, default: 0] + files[.missing, default: 0]
    }
    /// How long it took.
    public internal(set) var seconds = 0.0
}
