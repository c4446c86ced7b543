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
        /// It could not be read: left where it is. If the old catalogue was sound, the new one says of it what that
        /// said.
        case unreadable
        /// The sound catalogue, or the restored copy, lists other bytes at its place. The file stays, and the catalogue
        /// still lists the other bytes.
        case changed
        /// The sound catalogue, or the restored copy, lists it, and it is missing. The catalogue still lists it.
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
    /// The condition of the copy of the catalogue, which a repair of a damaged catalogue restores.
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
    /// The date of the copy that became the catalogue; `nil` if none did.
    ///
    /// Changes of the catalogue after this date are lost, except photos whose files are in the library's folder.
    public internal(set) var restoredCopyDate: Date?
    /// The condition of the copy of the catalogue.
    ///
    /// A damaged copy was moved to the folder `damaged`.
    public internal(set) var copy: CatalogCopyCondition = .missing
    /// Where the old catalogue was put, if there was one and it was replaced.
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
