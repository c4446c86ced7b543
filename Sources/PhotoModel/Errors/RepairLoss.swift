/// The data that a new catalogue may lack, because they are not in the files.
public enum RepairLoss: String, Sendable, CaseIterable, CustomStringConvertible {
    /// Albums and folders.
    case albums
    /// Favourites.
    case favorites
    /// Hidden photos.
    case hidden
    /// The owner's texts, keywords and other values of photos.
    case edits
    /// Values that an import took from another photo library, if a log has what was set here.
    case imported
    /// Which edits were made in this library.
    case ownEdits
    /// Which photos were deleted.
    case deletions
    /// Decisions about similar photos.
    case decisions
    /// Decisions about apps.
    case apps
    /// Cloud identifiers whose photos are not in the library yet.
    case references
    /// Photos outside the library's folder.
    case outside
    /// Photos whose files are in remote stores only.
    case elsewhere
    /// Original file names that the file system or other files did not allow.
    case names
    /// The dates at which photos were added to the library.
    case addedDates
    /// Modification dates.
    case modificationDates
    /// The change history.
    case history

    /// What a log outside of the catalogue keeps: what a person set here.
    package static let keptByLog: Set<RepairLoss> = [
        .albums, .favorites, .hidden, .edits, .deletions, .decisions,
    ]

    /// All losses, if the catalogue is unknown.
    ///
    /// - Parameter isLogComplete: Whether a log has everything that a person set in the library.
    package static func all(isLogComplete: Bool) -> [RepairLoss] {
        allCases.filter { isLogComplete ? !keptByLog.contains($0) : $0 != .imported }
    }

    /// What is lost, for a person: a part of a sentence.
    public var description: String {
        switch self {
        case .albums: "albums that no sidecar names, the order in albums, and folders"
        case .favorites: "favourites that no sidecar tells"
        case .hidden: "what is hidden"
        case .edits: "titles, captions, keywords, ratings, dates and places that you gave"
        case .imported: "favourites, titles and other values that an import took from another photo library"
        case .ownEdits:
            "which edited pictures were made here (a revert keeps them beside the photo)"
        case .deletions: "what was deleted: photos still on the disk are back, and an import takes the others again"
        case .decisions: "decisions on look-alikes"
        case .apps: "what apps may see: every app must ask again, also a denied one"
        case .references: "the identifiers whose photos are not here yet"
        case .outside: "photos outside the library's folder"
        case .elsewhere: "photos whose files are in remote stores only"
        case .names:
            "the exact names of files that were renamed or numbered"
        case .addedDates: "when photos were added, if their files were copied since"
        case .modificationDates: "when photos were last changed"
        case .history: "the history of changes, and how long it is kept"
        }
    }
}
