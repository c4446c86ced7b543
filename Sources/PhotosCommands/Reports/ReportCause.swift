internal import OpenPhotoKit
internal import PhotoModel

/// Why files ended as they did: the sections of the page, in the order in which a person wants to read them.
enum ReportCause: Hashable, Sendable {
    case failed(PhotoLibraryError.Code)
    case damaged
    /// Left alone, but a photo may be lost by it.
    case worthALook(PhotoLibraryError.Code)
    case limited
    /// Kept but not decoded, by the name's ending.
    case unsupported(ending: String)
    case restored, alternate, duplicate, resumed
    case notAPhoto
    case planned, imported

    /// Stands for all endings that have no section of their own.
    static let otherUnsupported = ReportCause.unsupported(ending: "")

    init(_ item: ImportItem) {
        switch item.status {
        case .failed: self = .failed(item.error?.code ?? .internalError)
        case .skipped: self = item.isWorthNaming ? .worthALook(item.error?.code ?? .notARegularFile) : .notAPhoto
        case .duplicate:
            self =
                item.warnings.contains { $0.code == "restored" }
                ? .restored : item.match == .imageData ? .alternate : item.isResumed ? .resumed : .duplicate
        case .imported, .planned:
            switch item.condition {
            case .damaged: self = .damaged
            case .limited: self = .limited
            case .unsupported: self = .unsupported(ending: (item.path.extension ?? "").lowercased())
            case .ok, nil: self = item.status == .planned ? .planned : .imported
            }
        }
    }

    /// How the files of a section are shown.
    enum Style { case rows, gallery, cards }

    var style: Style {
        switch self {
        case .failed, .worthALook, .unsupported, .resumed, .notAPhoto: .rows
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
        case .limited, .unsupported, .restored: "note"
        case .alternate, .duplicate, .resumed: "known"
        case .notAPhoto: "left"
        case .planned, .imported: "good"
        }
    }

    /// Where the section stands on the page.
    var rank: Int {
        switch self {
        case .failed: 0
        case .damaged: 1
        case .worthALook: 2
        case .limited: 3
        case .unsupported(let ending): ending.isEmpty ? 5 : 4
        case .restored: 6
        case .alternate: 7
        case .imported, .planned: 8
        case .duplicate: 9
        case .resumed: 10
        case .notAPhoto: 11
        }
    }
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
        case .unsupported(let ending): ending.isEmpty ? "Other kinds, kept" : "Kept as they are: .\(ending)"
        case .restored: "Brought back"
        case .alternate: "Kept beside a photo already there"
        case .duplicate: "Already there"
        case .resumed: "Known from an earlier import"
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
        case .unsupported:
            "Every byte is kept. Pictures of this kind are not decoded yet, so they are recognised by their bytes only."
        case .restored: "The library had lost its file of these photos; now it has this one."
        case .alternate:
            "The same picture as a photo in the library, with other metadata: both files are kept, as one photo."
        case .duplicate: "The library has exactly these bytes already; they were not stored twice."
        case .resumed: "Unchanged since then, so they were not read again."
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
        case .unsupported(let ending): ending.isEmpty ? "of other kinds" : ".\(ending), not decoded"
        case .restored: "brought back"
        case .alternate: "kept beside another"
        case .duplicate: "already there"
        case .resumed: "known before"
        case .notAPhoto: "not photos"
        case .planned: "would be imported"
        case .imported: "imported"
        }
    }
}
