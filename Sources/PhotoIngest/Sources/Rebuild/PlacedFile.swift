internal import CLinux
internal import Foundation
internal import Glibc
internal import LibraryStorage
internal import PhotoCatalog
internal import PhotoModel
internal import SystemPackage

/// A file in the library's folder, with its role by its path.
struct PlacedFile: Sendable {
    /// The role of a file by its path.
    enum Role: Sendable, Equatable {
        /// The original of an asset.
        case original
        /// The same picture as another file's, in other bytes.
        case alternate
        /// A file of the photo with this original.
        case attached(toOriginal: FilePath, as: AssetResource.Kind)
        /// A file of the asset, whose original is outside the library's folder.
        case attachedElsewhere(to: String, as: AssetResource.Kind)
    }

    /// The path relative to the library's folder.
    let path: FilePath
    let role: Role
    /// The name that the file had at import, as far as its path contains it.
    let originalName: FilePath.Component?

    /// - Parameter path: Relative to the library's folder, in one of its subfolders.
    init(_ path: FilePath) {
        self.path = path
        let components = Array(path.components)
        let name = path.lastComponent?.string ?? ""
        let parts = name.split(separator: "-", maxSplits: 1)
        let kind = AssetResource.Kind.allCases.first { $0.isAttached && parts.first.map(String.init) == "\($0)" }
        switch components.first?.string {
        case LibraryFolder.Subfolder.alternates.rawValue:
            role = .alternate
        case LibraryFolder.Subfolder.attached.rawValue where components.count > 2 && kind != nil && parts.count == 2:
            let kind = kind ?? .sidecar
            let owner = components.dropFirst().dropLast()
            role =
                owner.first == "elsewhere" && owner.count == 2
                ? .attachedElsewhere(to: components[2].string, as: kind)
                : .attached(
                    toOriginal: FilePath(root: nil, [FilePath.Component(LibraryFolder.Subfolder.originals)] + owner),
                    as: kind)
            originalName = FilePath.Component(String(parts[1]))
            return
        default:
            role = .original
        }
        originalName = path.lastComponent
    }

    /// The creation time of the file, or its modification time if the file system does not store the creation time.
    ///
    /// Source: statx(2), `stx_btime`.
    static func addedDate(of path: FilePath) -> Date? {
        var status = statx()
        guard
            statx(AT_FDCWD, path.platform, AT_SYMLINK_NOFOLLOW, UInt32(STATX_BTIME) | UInt32(STATX_MTIME), &status) == 0
        else {
            return nil
        }
        let time = status.stx_mask & UInt32(STATX_BTIME) != 0 ? status.stx_btime : status.stx_mtime
        return Date(timeIntervalSince1970: Double(time.tv_sec) + Double(time.tv_nsec) / 1e9)
    }
}

extension FilePath.Component {
    fileprivate init(_ subfolder: LibraryFolder.Subfolder) {
        switch subfolder {
        case .originals: self = "originals"
        case .alternates: self = "alternates"
        case .attached: self = "attached"
        }
    }
}
