internal import OpenPhotoKitOwner
internal import PhotoInspection
internal import PhotoModel

/// The results of files: the sections of the report, in their order on the page.
enum ReportCategory: Hashable, Sendable {
    case failed(PhotoLibraryError.Code)
    case damaged
    /// Skipped, but a photo may be missing because of it.
    case skippedFolderOrLink, emptyFile, outsideSource, unknownToSource
    case limited
    /// Stored, but the format is unknown.
    case unknown
    /// Stored but not decoded, by file extension.
    case unsupported(ending: String)
    /// Stored, but --move did not remove the source.
    case sourceKept
    /// Another photo, to which the library referred at this path, lost its file.
    case replaced
    case restored, updated, alternate, duplicate, resumed
    /// Stored as a further file of a photo: a video, raw file or sidecar.
    case attached
    case deletedBefore, deletedInSource, inCloudOnly, inSharedAlbum, notAPhoto
    /// Files beside photos: albums and metadata that were read, and files whose photos are not here.
    case metadataOnly, photoNotFound
    /// A camera's own files, and files that a phone has deleted or not completed.
    case housekeeping, leftOnPhone
    case planned, imported

    /// All file extensions without their own section.
    static let otherUnsupported = ReportCategory.unsupported(ending: "")

    init(_ item: ImportItem) {
        switch item.outcome {
        case .failed(let error): self = .failed(error.code)
        case .skipped(let skip): self = Self(skip.reason)
        case .duplicate(let match):
            self =
                switch match {
                case _ where item.replacement != nil: .replaced
                case _ where item.restoresFile: .restored
                case .imageData: .alternate
                case .path: .updated
                case .bytes: item.isResumed ? .resumed : .duplicate
                }
        case .imported, .planned:
            switch item.condition {
            case .damaged: self = .damaged
            case _ where item.replacement != nil: self = .replaced
            case _ where item.keptSource != nil: self = .sourceKept
            case _ where item.role != .original && item.status == .imported: self = .attached
            case .limited: self = .limited
            case .unsupported where item.format == .unknown: self = .unknown
            case .unsupported where item.format != .video:
                self = .unsupported(ending: (item.path.extension ?? "").lowercased())
            // A video has no picture to decode, and the report shows a frame of it.
            case .unsupported, .ok, nil: self = item.status == .planned ? .planned : .imported
            }
        }
    }

    private init(_ reason: SkipReason) {
        self =
            switch reason {
            case .deletedBefore: .deletedBefore
            case .deletedInSource: .deletedInSource
            case .inCloudOnly: .inCloudOnly
            case .inSharedAlbum: .inSharedAlbum
            case .outsideSource: .outsideSource
            case .unknownToSource: .unknownToSource
            case .metadataOnly: .metadataOnly
            case .photoNotFound: .photoNotFound
            case .emptyFile: .emptyFile
            case .housekeeping: .housekeeping
            case .deletedOnDevice, .incomplete: .leftOnPhone
            case .hiddenFolder, .link, .specialFile, .store, .repeatedFolder: .skippedFolderOrLink
            case .notAPhoto, .systemFile, .systemFolder, .inHiddenFolder, .library, .excluded: .notAPhoto
            }
    }

    /// The layout of a section.
    enum Style { case rows, gallery, cards }

    var style: Style {
        switch self {
        case .failed, .skippedFolderOrLink, .emptyFile, .outsideSource, .unknownToSource, .unknown, .unsupported,
            .sourceKept, .resumed, .attached, .deletedBefore,
            .deletedInSource, .inCloudOnly, .inSharedAlbum, .notAPhoto, .metadataOnly, .photoNotFound, .housekeeping,
            .leftOnPhone:
            .rows
        case .damaged, .limited, .replaced: .cards
        case .restored, .updated, .alternate, .duplicate, .planned, .imported: .gallery
        }
    }

    /// Whether a person should check these files before the source is erased.
    var needsAttention: Bool {
        switch self {
        case .failed, .damaged, .replaced, .skippedFolderOrLink, .emptyFile, .outsideSource, .unknownToSource: true
        default: false
        }
    }

    /// The CSS class for the colour of the section.
    var tone: String {
        switch self {
        case .failed: "bad"
        case .damaged, .replaced, .skippedFolderOrLink, .emptyFile, .outsideSource, .unknownToSource: "warn"
        case .limited, .unknown, .unsupported, .sourceKept, .restored, .updated: "note"
        case .alternate, .duplicate, .resumed: "known"
        case .deletedBefore, .deletedInSource, .inCloudOnly, .inSharedAlbum, .notAPhoto, .metadataOnly, .photoNotFound,
            .housekeeping, .leftOnPhone:
            "left"
        case .planned, .imported, .attached: "good"
        }
    }

    /// The position of the section on the page.
    var rank: Int {
        switch self {
        case .failed: 0
        case .damaged, .replaced: 1
        case .skippedFolderOrLink, .emptyFile, .outsideSource, .unknownToSource: 2
        case .limited: 3
        case .unknown: 4
        case .unsupported(let ending): ending.isEmpty ? 6 : 5
        case .sourceKept: 7
        case .restored, .updated: 8
        case .alternate: 9
        case .imported, .planned: 10
        case .attached: 11
        case .duplicate: 12
        case .resumed: 13
        case .deletedBefore: 14
        case .inCloudOnly: 15
        case .inSharedAlbum: 16
        case .deletedInSource: 17
        case .leftOnPhone: 18
        case .photoNotFound: 19
        case .notAPhoto: 20
        case .metadataOnly: 21
        case .housekeeping: 22
        }
    }
}

extension ImportItem {
    /// Whether the file takes the place of a lost file, a reference, or a file in a remote store.
    fileprivate var restoresFile: Bool {
        warnings.contains { [.restored, .copied, .broughtBack, .followed].contains($0) }
    }
}

// MARK: Texts

extension ReportCategory {
    var title: String {
        switch self {
        case .failed(.unreadable): "Could not be read"
        case .failed(.sourceChanged): "Changed during the import"
        case .failed(.fileTooLarge): "Larger than the limit for files"
        case .failed(.ioFailure): "Failed with an error of the disk"
        case .failed: "Failed"
        case .damaged: "Stored, but damaged"
        case .emptyFile: "Empty files"
        case .outsideSource: "Skipped: outside of their Photos library"
        case .unknownToSource: "Skipped: unknown to their Photos library"
        case .skippedFolderOrLink: "Skipped: not regular files"
        case .limited: "Stored, too large to decode"
        case .unknown: "Stored, but of an unknown format"
        case .unsupported(let ending):
            ending.isEmpty ? "Stored, other formats that cannot be decoded" : "Stored, cannot be decoded: .\(ending)"
        case .sourceKept: "Imported, but not removed at the source"
        case .replaced: "In the place of another photo, which lost its file"
        case .restored: "Restored"
        case .updated: "Changed, and read again"
        case .alternate: "Stored with a photo of the same picture"
        case .duplicate: "Already in the library"
        case .resumed: "Unchanged since an earlier import"
        case .attached: "Stored with the photos to which they belong"
        case .deletedBefore: "Skipped: you deleted them before"
        case .deletedInSource: "Skipped: deleted in the other photo library"
        case .inCloudOnly: "Skipped: original missing in the Photos library"
        case .inSharedAlbum: "Skipped: in shared albums of iCloud"
        case .notAPhoto: "Not photos: skipped"
        case .metadataOnly: "Albums and metadata: read"
        case .photoNotFound: "Files of photos that are not here: skipped"
        case .housekeeping: "Files that the camera wrote for itself: skipped"
        case .leftOnPhone: "In the phone’s trash, or incomplete: skipped"
        case .planned: "Would be imported"
        case .imported: "Imported"
        }
    }

    /// What the import did with the files.
    var done: String {
        switch self {
        case .failed: "These files are not in the library."
        case .damaged:
            "Every byte is stored, but the picture is incomplete or corrupt. The page shows what can be decoded."
        case .emptyFile: "They have no bytes."
        case .outsideSource: "The Photos library only refers to these originals."
        case .unknownToSource: "The database of the Photos library does not name these files."
        case .skippedFolderOrLink: "Hidden folders, links to folders, pipes and devices are not read."
        case .limited:
            "Every byte is stored. The picture exceeds a limit that protects this computer, so it was not decoded and can only "
                + "be recognised by its bytes."
        case .unknown: "Every byte is stored. The names are names of photos, but the format of the bytes is unknown."
        case .unsupported:
            "Every byte is stored. This format is not decoded yet, so these pictures can only be recognised by their bytes."
        case .sourceKept: "Every byte is in the library. The source was not removed, for the reason given."
        case .restored:
            "The library’s file of these photos was missing, or outside the library. Now the library has this file."
        case .replaced:
            "The library referred to another photo at this path. The file of that photo has other bytes now, and is nowhere else."
        case .updated:
            "The library referred to these files, which were changed since. The photos describe them as they are now."
        case .alternate:
            "The same picture as a photo in the library, with other metadata. Both files are stored, as one photo."
        case .duplicate: "The library has exactly these bytes already, so they were not stored again."
        case .resumed: "These files have not changed, so they were not read again."
        case .attached:
            "Raw files, videos, edited copies and sidecars. Every byte is stored, as one photo with the picture."
        case .deletedBefore: "You deleted these photos from the library, so they were not imported again."
        case .deletedInSource: "They are in the trash of the other photo library, so they were not imported."
        case .inCloudOnly: "The Photos library does not have their originals, so they were not imported."
        case .inSharedAlbum: "They are no originals of the Photos library, so they were not imported."
        case .notAPhoto:
            "These are neither photos nor videos, but other files, files and folders of operating systems, or the library’s "
                + "own folder."
        case .metadataOnly:
            "These files of another photo library state its albums and metadata. The import read them and does not store them."
        case .photoNotFound: "They describe or belong to photos that are neither in this import nor in the library."
        case .housekeeping:
            "A camera wrote these files for itself: indexes, and small copies of videos that are stored."
        case .leftOnPhone: "The phone deletes these files later, or an app has not completed them."
        case .planned: "This is a dry run, so nothing was stored."
        case .imported: "These files are new in the library. Every byte is on the disk."
        }
    }

    /// What the owner can do; `nil` for nothing.
    var advice: String? {
        switch self {
        case .failed(.sourceChanged): "Wait until no program writes to them, then run the same command again."
        case .failed(.fileTooLarge): "Keep these files where they are, or import them with a higher limit."
        case .failed:
            "Check that the card or disk has no fault and that you may read the files, then run the same command again. "
                + "Do not erase the source before."
        case .damaged:
            "Look for an undamaged copy before you erase the source. The damaged file stays in the library."
        case .replaced:
            "Restore the earlier files from a backup and import them, or delete the photos that “photos verify” names."
        case .emptyFile:
            "An interrupted copy often leaves empty files. Look for the complete files."
        case .deletedBefore: "“photos import --restore-deleted” restores them."
        case .outsideSource: "Import the files at the named paths too."
        case .unknownToSource: "Import these files themselves if you want to keep them."
        case .inCloudOnly:
            "If you use iCloud Photos, let Photos download the originals to the Mac (in its settings), copy the library again, "
                + "and import it again."
        case .photoNotFound: "If the photos are in another part of an export, import all parts together."
        case .skippedFolderOrLink: "If they contain photos, name the folder itself: photos import FOLDER."
        default: nil
        }
    }

    /// The text after the number in the overview.
    var label: String {
        switch self {
        case .failed: "failed"
        case .damaged: "damaged"
        case .emptyFile: "empty"
        case .outsideSource: "outside of their library"
        case .unknownToSource: "unknown to their library"
        case .skippedFolderOrLink: "not regular files"
        case .limited: "too large to decode"
        case .unknown: "of an unknown format"
        case .unsupported(let ending): ending.isEmpty ? "of other formats" : ".\(ending), not decoded"
        case .sourceKept: "not removed"
        case .replaced: "in the place of another"
        case .restored: "restored"
        case .updated: "changed"
        case .alternate: "stored with another"
        case .duplicate: "already in the library"
        case .resumed: "unchanged"
        case .attached: "stored with photos"
        case .deletedBefore: "deleted before"
        case .deletedInSource: "deleted in the other library"
        case .inCloudOnly: "without their originals"
        case .inSharedAlbum: "in shared albums"
        case .notAPhoto: "not photos"
        case .metadataOnly: "with metadata, read"
        case .photoNotFound: "without their photos"
        case .housekeeping: "written by the camera for itself"
        case .leftOnPhone: "left on the phone"
        case .planned: "would be imported"
        case .imported: "imported"
        }
    }
}
