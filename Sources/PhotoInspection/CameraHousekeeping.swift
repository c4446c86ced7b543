internal import Glibc
package import Originals
internal import PhotoModel
package import SystemPackage

/// Recognises the files that a camera writes for itself: indexes, print orders, and small copies of its videos.
///
/// A person may have given a file the same name. Therefore a small copy counts only if its video is there too, an index
/// counts only on a card and only if it is not a picture, and a folder `MISC` counts only beside `DCIM`. A file that is
/// not known to be of a camera never counts, whatever folder it is in.
package struct CameraHousekeeping: Sendable {
    /// The names of the files that an earlier import read from a folder, with this stem and any extension.
    package typealias NamesRead = @Sendable (_ folder: FilePath, _ stem: [UInt8]) -> [FilePath.Component]

    private let namesRead: NamesRead
    /// Whether a file or folder has the path.
    private let exists: @Sendable (FilePath) -> Bool
    private let store: any FileSource

    /// Makes the rules for files on the disk.
    ///
    /// - Parameter namesRead: Finds the videos that an import which moves has removed from the card.
    package init(namesRead: @escaping NamesRead = { _, _ in [] }) {
        self.namesRead = namesRead
        exists = { access($0.platform, F_OK) == 0 }
        store = LocalFiles()
    }

    /// Makes the rules for the files of an archive, which an import does not move.
    ///
    /// - Parameters:
    ///   - exists: Whether a file or folder of the archive has the path.
    ///   - store: Opens the files of the archive.
    package init(exists: @escaping @Sendable (FilePath) -> Bool, in store: any FileSource) {
        namesRead = { _, _ in [] }
        self.exists = exists
        self.store = store
    }

    /// The part of a card that a folder is.
    package func folderKind(of folder: FilePath) -> CardFolderKind { CardFolderKind(folder, exists: exists) }

    /// Whether the file is one that a camera writes for itself.
    ///
    /// - Parameter kind: The kind of the folder that the file is in.
    package func contains(_ path: FilePath, in kind: CardFolderKind) -> Bool {
        guard let name = path.lastComponent?.string, let dot = name.lastIndex(of: "."), dot > name.startIndex else {
            return false
        }
        let (stem, ending) = (String(name[..<dot]), name[name.index(after: dot)...].lowercased())
        if Self.copies.contains(ending) {
            return kind == .own || hasVideo(of: stem, in: path.removingLastComponent())
        }
        switch kind {
        case .elsewhere: return false
        case .card: return Self.indexes.contains(ending) && isNoPicture(path)
        case .own: return isOwn(name, ending) && isNoPicture(path)
        case .copies(let clips):
            guard FileKinds.isNamedLikePhoto(path) else { return isOwn(name, ending) && isNoPicture(path) }
            return Self.stemOfClip(stem).map { hasVideo(named: $0, in: clips) } ?? false
        }
    }

    /// The extensions of small copies of videos: JPEG (`THM`, `SCR`) and MP4 (`LRV`, `LRF`).
    private static let copies: Set<String> = ["thm", "scr", "lrv", "lrf"]

    /// The extensions of a camera's indexes: of Canon, AVCHD and SD-Video.
    private static let indexes: Set<String> = [
        "ctg", "inp", "cpi", "mpl", "bdm", "bdmv", "tdt", "tid", "pgi", "moi", "ind",
    ]

    /// The extensions of further files in the folders of a camera: print orders, DJI's indexes, and Sony's `AVF_INFO`.
    private static let ownFiles: Set<String> = ["mrk", "idx", "bnp", "int"]

    /// The names of files in the folders of a camera with an extension that other files have too: of GoPro and Sony.
    private static let ownNames: Set<String> = [
        "version.txt", "mediapro.xml", "cueup.xml", "discmeta.xml", "status.bin", "prv00001.bin",
    ]

    /// The extensions of files that have small copies.
    private static let videos = [
        "mp4", "mov", "avi", "m4v", "3gp", "mts", "mpg", "mpeg", "mod", "mxf", "360", "insv", "crw",
    ]

    private func isOwn(_ name: String, _ ending: String) -> Bool {
        Self.indexes.contains(ending) || Self.ownFiles.contains(ending) || Self.ownNames.contains(name.lowercased())
    }

    private func isNoPicture(_ path: FilePath) -> Bool {
        // A file that cannot be read may be a photo.
        (try? FileKinds.beginsLikePhoto(path, followsLinks: false, in: store)) == false
    }

    // MARK: Videos of small copies

    private func hasVideo(of stem: String, in folder: FilePath) -> Bool {
        Self.stemsOfVideos(of: stem).contains { hasVideo(named: $0, in: folder) }
    }

    private func hasVideo(named stem: String, in folder: FilePath) -> Bool {
        let isThere = Self.videos.flatMap { [$0.uppercased(), $0] }
            .contains { exists(folder.appending("\(stem).\($0)")) }
        // An import that moves removes a video only after its commit, so a video that is not there any more is known.
        return isThere
            || namesRead(folder, Array(stem.utf8)).contains { Self.videos.contains(($0.extension ?? "").lowercased()) }
    }

    /// The stems that the video of a small copy may have.
    private static func stemsOfVideos(of stem: String) -> [String] {
        // GoPro: GL010001.LRV for GX010001.MP4 (HEVC) or GH010001.MP4 (AVC).
        if stem.hasPrefix("GL") { return [stem] + ["GX", "GH"].map { $0 + stem.dropFirst(2) } }
        // Insta360: LRV_20240517_103000_01_001.lrv for VID_20240517_103000_00_001.insv or …_10_001.insv.
        if stem.hasPrefix("LRV_") {
            let video = "VID_" + stem.dropFirst(4)
            return [stem, video] + ["_00_", "_10_"].map { video.replacing("_01_", with: $0) }
        }
        return [stem]
    }

    /// `C0001` for Sony's proxy `C0001S03` and small picture `C0001T01`.
    private static func stemOfClip(_ stem: String) -> String? {
        let mark = stem.suffix(3)
        guard stem.count > 3, "ST".contains(mark.prefix(1)), mark.dropFirst().allSatisfy(\.isNumber) else { return nil }
        return String(stem.dropLast(3))
    }
}

/// The part of a memory card that a folder is, by the names of the folders that it is in and of their neighbours.
package enum CardFolderKind: Sendable, Equatable {
    /// No part of a card.
    case elsewhere
    /// A folder with the owner's photos or videos, or with indexes of them.
    case card
    /// A folder that the camera uses for itself.
    case own
    /// A folder with small copies of the clips in another folder.
    case copies(ofClipsIn: FilePath)

    fileprivate init(_ folder: FilePath, exists: (FilePath) -> Bool) {
        self = .elsewhere
        func has(_ name: FilePath.Component, in parent: FilePath) -> Bool { exists(parent.appending(name)) }
        let names = Array(folder.components)
        for index in names.indices {
            let parent = FilePath(root: folder.root, names[..<index])
            let next = index + 1 < names.count ? names[index + 1].string : nil
            switch names[index].string {
            case "DCIM", "AVCHD", "BDMV", "SD_VIDEO":
                self = .card
            case "PRIVATE" where has("DCIM", in: parent):
                self = .card
            case "MISC" where has("DCIM", in: parent), "AVF_INFO" where has("DCIM", in: parent):
                self = .own
            case "M4ROOT" where has("CLIP", in: parent.appending("M4ROOT")):
                let clips = parent.appending("M4ROOT").appending("CLIP")
                self = next == "CLIP" ? .card : next == "SUB" || next == "THMBNL" ? .copies(ofClipsIn: clips) : .own
            default: break
            }
        }
    }
}
