/// What only a catalogue knows, and a new one that is made of the files does not.
public enum RepairLoss: String, Sendable, CaseIterable, CustomStringConvertible {
    /// Albums and folders.
    case albums
    /// Favourites.
    case favorites
    /// Hidden photos.
    case hidden
    /// What the owner said of photos.
    case edits
    /// Which of the edited pictures were made here.
    case ownEdits
    /// What was deleted.
    case deletions
    /// Decisions on look-alikes.
    case decisions
    /// Pending identifiers.
    case references
    /// Photos outside the library's folder.
    case outside
    /// Names that the file system or other files did not allow.
    case names
    /// When photos came into the library.
    case addedDates
    /// Modification dates.
    case modificationDates
    /// The change history.
    case history

    /// What is lost, for a person: a part of a sentence.
    public var description: String {
        switch self {
        case .albums: "albums that no sidecar names, the order in albums, and folders"
        case .favorites: "favourites that no sidecar tells"
        case .hidden: "what is hidden"
        case .edits: "titles, captions, keywords, dates and places that you gave"
        case .ownEdits:
            "which edited pictures were made here (a revert keeps them beside the photo), unless the old catalogue is sound"
        case .deletions: "what was deleted: photos still on the disk are back, and an import takes the others again"
        case .decisions: "decisions on look-alikes"
        case .references: "the identifiers whose photos are not here yet"
        case .outside: "photos outside the library's folder"
        case .names:
            "the exact names of files that were renamed or numbered, unless the old catalogue is sound"
        case .addedDates: "when photos were added, if their files were copied since, unless the old catalogue is sound"
        case .modificationDates: "when photos were last changed"
        case .history: "the history of changes, and how long it is kept"
        }
    }
}
