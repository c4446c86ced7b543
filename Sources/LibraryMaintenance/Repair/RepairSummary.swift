public import Foundation
public import PhotoIngest
public import PhotoModel
public import SystemPackage

/// What a repair would find.
public struct RepairExamination: Sendable, Hashable {
    /// What is wrong with the catalogue, for a person; `nil` if it is sound.
    public let damage: String?
    /// Whether an earlier version made the catalogue, which a repair brings over to this version.
    public let isEarlier: Bool
    /// Whether library.json is missing or cannot be decoded.
    public let isManifestLost: Bool
    /// The condition of the copy of the catalogue, which a repair of a damaged catalogue restores.
    public let copy: CatalogCopyCondition
    /// Whether the log outside of the catalogue has everything that a person set in the library, or gets it from the
    /// sound catalogue.
    public let isLogComplete: Bool
    /// The data that a new catalogue would lack: those that this library has, or all if the catalogue is damaged
    /// or of an older version.
    public let losses: [RepairLoss]
}

/// The result of a repair.
public struct RepairSummary: Sendable {
    /// What was wrong with the catalogue, for a person; `nil` if it was sound.
    public package(set) var damage: String?
    /// Whether a new catalogue was made.
    public package(set) var isRebuilt = false
    /// Whether an earlier version made the catalogue, which was brought over to this version.
    public package(set) var isConverted = false
    /// The data that only the old catalogue had and that the new catalogue lacks; empty if no catalogue was made.
    ///
    /// If the old catalogue was damaged, its data are unknown, and these are all.
    public package(set) var losses: [RepairLoss] = []
    /// The date of the copy that became the catalogue; `nil` if no copy was restored.
    ///
    /// Changes of the catalogue after this date are lost, except photos whose files are in the library's folder, and
    /// what the log has.
    public package(set) var restoredCopyDate: Date?
    /// The condition of the copy of the catalogue.
    ///
    /// A damaged copy was moved to the folder `damaged`.
    public package(set) var copy: CatalogCopyCondition = .missing
    /// What a new or restored catalogue got from the log; `nil` if the library has no log, or its catalogue stayed.
    public package(set) var log: LogSummary?
    /// The path to which the old catalogue was moved; `nil` if no catalogue was replaced.
    public package(set) var oldCatalog: FilePath?
    /// Whether a new library.json was made.
    public package(set) var isManifestRestored = false
    /// Whether the library's identifier was lost, so that all local identifiers are new.
    public package(set) var hasNewIdentifiers = false
    /// Whether the search index was damaged.
    ///
    /// It was deleted then, and the next search makes a new one.
    public package(set) var isSearchIndexDiscarded = false
    /// The number of assets in the catalogue now, without the recently deleted ones.
    public package(set) var assets = 0
    /// The number of files of each status.
    public package(set) var files: [RepairedFile.Status: Int] = [:]
    /// The number of files that are unreadable, changed or missing.
    public var faults: Int {
        files[.unreadable, default: 0] + files[.changed, default: 0] + files[.missing, default: 0]
    }
    /// The duration in seconds.
    public package(set) var seconds = 0.0
}
