internal import OpenPhotoKit
internal import PhotoModel

/// Why files ended as they did: the sections of the page, in the order in which a person wants to read them.
enum ReportCause: Hashable, Sendable {
    case failed(PhotoLibraryError.Code)
    case damaged
    /// Left alone, but a photo may be lost by it.
    case worthALook(PhotoLibraryError.Code)
    case limited
    /// Kept, though its bytes are of no kind that is known, whatever its name says.
    case unknown
    /// Kept but not decoded, by the name's ending.
    case unsupported(ending: String)
    /// Stored, but --move left the source where it is.
    case sourceKept
    case restored, alternate, duplicate, resumed
    /// Stored as another file of a photo: its film, raw file, sidecar….
    case attached
    case deletedBefore, notAPhoto
    case planned, imported

    /// Stands for all endings that have no section of their own.
    static let otherUnsupported = ReportCause.unsupported(ending: "")

    init(_ item: ImportItem) {
        switch item.status {
        case .failed: self = .failed(item.error?.code ?? .internalError)
        case .skipped:
            self =
                item.isWorthNaming
                ? .worthALook(item.error?.code ?? .notARegularFile)
                : item.error?.code == .deletedByOwner ? .deletedBefore : .notAPhoto
        case .duplicate:
            self =
                item.hasWarning("restored")
                ? .restored : item.match == .imageData ? .alternate : item.isResumed ? .resumed : .duplicate
        case .imported, .planned:
            switch item.condition {
            case .damaged: self = .damaged
            case _ where item.hasWarning("sourceKept"): self = .sourceKept
            case _ where item.role != .original && item.status == .imported: self = .attached
            case .limited: self = .limited
            case .unsupported where item.format == .unknown: self = .unknown
            case .unsupported: self = .unsupported(ending: (item.path.extension ?? "").lowercased())
            case .ok, nil: self = item.status == .planned ? .planned : .imported
            }
        }
    }

    /// How the files of a section are shown.
    enum Style { case rows, gallery, cards }

    var style: Style {
        switch self {
        case .failed, .worthALook, .unknown, .unsupported, .sourceKept, .resumed, .attached, .deletedBefore, .notAPhoto:
            .rows
        case .damaged, .limited: .cards
        case .restored, .alternate, .duplicate, .planned, .imported: .gallery
        }
    }

    /// Whether a person should look at these files before the source is wiped.
    var needsALook: Bool {
        switch self {
        case .failed, .damaged, .worthALook: true
        default: false
        }
    }

    /// The colour of the section, a class of the style sheet.
    var tone: String {
        switch self {
        case .failed: "bad"
        case .damaged, .worthALook: "warn"
        case .limited, .unknown, .unsupported, .sourceKept, .restored: "note"
        case .alternate, .duplicate, .resumed: "known"
        case .deletedBefore, .notAPhoto: "left"
        case .planned, .imported, .attached: "good"
        }
    }

    /// Where the section stands on the page.
    var rank: Int {
        switch self {
        case .failed: 0
        case .damaged: 1
        case .worthALook: 2
        case .limited: 3
        case .unknown: 4
        case .unsupported(let ending): ending.isEmpty ? 6 : 5
        case .sourceKept: 7
        case .restored: 8
        case .alternate: 9
        case .imported, .planned: 10
        case .attached: 11
        case .duplicate: 12
        case .resumed: 13
        case .deletedBefore: 14
        case .notAPhoto: 15
        }
    }
}

extension ImportItem {
    fileprivate func hasWarning(_ code: String) -> Bool { warnings.contains { $0.code == code } }
}

// MARK: Words

extension ReportCause {
    var title: String {
        switch self {
        case .failed(.unreadable): "Could not be read"
        case .failed(.sourceChanged): "Changed while they were read"
        case .failed(.fileTooLarge): "Over the limit for files"
        case .failed(.ioFailure): "Stopped by an error of the disk"
        case .failed: "Failed"
        case .damaged: "Kept, but damaged"
        case .worthALook(.emptyFile): "Empty files"
        case .worthALook: "Not files: passed by"
        case .limited: "Kept, too large to decode"
        case .unknown: "Kept, but no picture that is known"
        case .unsupported(let ending): ending.isEmpty ? "Other kinds, kept" : "Kept as they are: .\(ending)"
        case .sourceKept: "Imported, but not removed where they were"
        case .restored: "Brought back"
        case .alternate: "Kept beside a photo of the same picture"
        case .duplicate: "Already there"
        case .resumed: "Known from an earlier import"
        case .attached: "Kept with the photos they belong to"
        case .deletedBefore: "Deleted by you before: left alone"
        case .notAPhoto: "Not photos: left alone"
        case .planned: "Would be imported"
        case .imported: "Imported"
        }
    }

    /// What was done with the files.
    var done: String {
        switch self {
        case .failed: "Nothing of these files is in the library."
        case .damaged:
            "Every byte is kept, but the picture is cut off or corrupt. This is what can be seen of it."
        case .worthALook(.emptyFile): "There is nothing in them to keep."
        case .worthALook: "Hidden folders, links to folders, pipes and devices were not entered."
        case .limited:
            "Every byte is kept. The picture is over a limit that protects this computer, so it was not looked at and is "
                + "recognised by its bytes only."
        case .unknown: "Every byte is kept. The names are those of photos, but the bytes are of no kind that is known."
        case .unsupported:
            "Every byte is kept. Pictures of this kind are not decoded yet, so they are recognised by their bytes only."
        case .sourceKept: "Every byte is in the library. The source stays, for the reason beside each."
        case .restored: "The library had lost its file of these photos, or had none of its own; now it has this one."
        case .alternate:
            "The same picture as a photo in the library, with other metadata: both files are kept, as one photo."
        case .duplicate: "The library has exactly these bytes already; they were not stored twice."
        case .resumed: "Unchanged since then, so they were not read again."
        case .attached:
            "Raw files, films, edited copies and sidecars: every byte is kept, as one photo with the picture."
        case .deletedBefore: "You deleted these photos from the library, so they did not come back."
        case .notAPhoto: "Neither photos nor films by their content."
        case .planned: "A dry run: nothing was stored."
        case .imported: "New in the library, every byte on the disk."
        }
    }

    /// What the owner can do; `nil` if there is nothing.
    var advice: String? {
        switch self {
        case .failed(.sourceChanged): "Wait until nothing writes to them, then run the same command again."
        case .failed(.fileTooLarge): "Keep these files where they are, or import them with a higher limit."
        case .failed:
            "Check that the card or disk is sound and that you may read the files, then run the same command again: what "
                + "is stored is not read again. Do not wipe the source before."
        case .damaged:
            "Look for a sound copy before you wipe the source. The damaged file stays until you decide."
        case .worthALook(.emptyFile): "They are often what an interrupted copy left. Look for the real files."
        case .deletedBefore: "photos import --restore-deleted brings them back."
        case .worthALook: "If photos are in there, name the folder itself: photos import FOLDER."
        default: nil
        }
    }

    /// What follows a number in the overview.
    var label: String {
        switch self {
        case .failed: "failed"
        case .damaged: "damaged"
        case .worthALook(.emptyFile): "empty"
        case .worthALook: "passed by"
        case .limited: "too large to decode"
        case .unknown: "of no known kind"
        case .unsupported(let ending): ending.isEmpty ? "of other kinds" : ".\(ending), not decoded"
        case .sourceKept: "not removed"
        case .restored: "brought back"
        case .alternate: "kept beside another"
        case .duplicate: "already there"
        case .resumed: "known before"
        case .attached: "kept with others"
        case .deletedBefore: "deleted before"
        case .notAPhoto: "not photos"
        case .planned: "would be imported"
        case .imported: "imported"
        }
    }
}
