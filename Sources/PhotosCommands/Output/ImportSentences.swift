internal import OpenPhotoKitOwner
internal import PhotoInspection
internal import PhotoModel

extension SkipReason {
    /// A part of the summary.
    ///
    /// - Parameter paths: The first of the files and folders.
    func text(for count: Int, _ paths: [FilePath]) -> String {
        let isOne = count == 1
        var names: String {
            let more = count > paths.count ? [counted(count - paths.count, "more", plural: "more")] : []
            let shown = paths.compactMap { $0.lastComponent.map { Terminal.safe($0.string) } }
            return " (\((shown + more).joined(separator: ", ")))"
        }
        return switch self {
        case .notAPhoto: "\(count) skipped because \(isOne ? "it is not a photo" : "they are not photos")\(names)"
        case .deletedBefore:
            "\(count) skipped because you deleted \(isOne ? "it" : "them") before "
                + "(--restore-deleted imports \(isOne ? "it" : "them"))"
        case .deletedInSource:
            "\(count) skipped because \(isOne ? "it was" : "they were") deleted in the other photo library"
        case .inCloudOnly:
            "\(count) skipped because \(isOne ? "its original is" : "their originals are") missing in the Photos library"
        case .inSharedAlbum: "\(count) skipped because \(isOne ? "it is" : "they are") in shared albums of iCloud"
        case .outsideSource: "\(count) skipped because \(isOne ? "it is" : "they are") outside of the Photos library"
        case .unknownToSource:
            "\(count) skipped because the database of the Photos library does not name \(isOne ? "it" : "them")"
        case .metadataOnly: counted(count, "file") + " with albums or metadata read"
        case .photoNotFound:
            "\(count) skipped because \(isOne ? "its photo is" : "their photos are") neither here nor in the library\(names)"
        case .emptyFile: counted(count, "empty file") + " skipped"
        case .housekeeping: counted(count, "file") + " that the camera wrote for itself skipped"
        case .deletedOnDevice: "\(count) skipped because \(isOne ? "it is" : "they are") in the phone's trash"
        case .incomplete: counted(count, "incomplete file") + " of the phone skipped"
        case .systemFile: counted(count, "file") + " that the system or an export wrote for itself skipped"
        case .systemFolder: counted(count, "folder") + " of the operating system skipped"
        case .hiddenFolder: counted(count, "hidden folder") + " skipped"
        case .inHiddenFolder:
            "\(count) skipped because \(isOne ? "it is" : "they are") in a hidden folder of an archive\(names)"
        case .link: counted(count, "link") + " skipped"
        case .specialFile: counted(count, "pipe, socket or device", plural: "pipes, sockets or devices") + " skipped"
        case .library: counted(count, "folder") + " skipped because \(isOne ? "it is" : "they are") the library itself"
        case .store:
            counted(count, "folder") + " skipped because \(isOne ? "it is a store" : "they are stores") of originals"
        case .repeatedFolder:
            counted(count, "folder") + " skipped because \(isOne ? "it contains itself" : "they contain themselves")"
        case .excluded:
            "Filters left out " + counted(count, "more file or folder", plural: "more files or folders")
        }
    }
}

extension ImportWarning {
    /// Whether the import changes a photo of the library because of it.
    var changesLibrary: Bool {
        switch self {
        case .restored, .copied, .broughtBack, .followed, .updated, .undeleted: true
        case .decoding, .replaced, .elsewhere, .sourceKept: false
        }
    }

    /// One sentence for a person, or the decoding library's own words.
    var sentence: String {
        switch self {
        case .decoding(let warning): warning.message
        case .restored: "The library's own file was missing or damaged. The import replaces it with this file."
        case .copied: "The library had only a reference to this photo. The import stores a copy."
        case .broughtBack:
            "The original of this photo was in a remote store only. The import stores a copy on this computer."
        case .followed:
            "The file that the library referred to was moved or replaced. The import makes the library refer to this file."
        case .updated:
            "The library referred to this file, which was changed since. The import makes the photo describe it as it is now."
        case .replaced(let asset):
            "The library refers to another photo at this path, \(asset), and the file of that photo is nowhere else. Restore "
                + "that file from a backup and import it, or delete that photo from the library."
        case .elsewhere: "The original of this photo is in a remote store, and not on this computer."
        case .undeleted: "This photo was recently deleted. The import restores it."
        case .sourceKept(let reason): reason.sentence
        }
    }
}

extension KeptSource {
    /// Why the file was not removed.
    var sentence: String {
        switch self {
        case .onlyReference: "The library keeps no copy of its own."
        case .librarysOwnFile: "It is the library's own file."
        case .copyDiffers: "The library's copy is not equal: verify the library."
        case .copyUnreadable(let error): "The library's copy cannot be read back: \(error.message)"
        case .onlyElsewhere: "The library's copy is in a remote store, and no store shows it now."
        case .link: "A link is not removed, nor what it leads to."
        case .changed: "It changed after it was read."
        case .notRemovable(let errno): "It cannot be removed: \(errno)."
        }
    }
}
