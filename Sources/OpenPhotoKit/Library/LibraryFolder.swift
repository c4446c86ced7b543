internal import AssetLoading
internal import Foundation
internal import PhotoModel
internal import SystemPackage

/// The library on disk.
///
///     library.json            format version and the library's own identifier
///     catalog.sqlite          what is known about the assets
///     originals/YYYY/MM/      the files as they were imported, by the camera's own month; undated ones in undated/
///     alternates/YYYY/MM/     the same pictures in other bytes
///     incoming/RUN/           files of an import that is running
struct LibraryFolder: Sendable {
    let path: FilePath

    var incoming: FilePath { path.appending("incoming") }
    var manifestPath: FilePath { path.appending("library.json") }

    /// The first part of the path of every file that belongs to an asset.
    enum Shelf: String, CaseIterable {
        case originals, alternates
    }

    /// The folder, relative to the library's, for a file captured then.
    static func shelf(_ shelf: Shelf, for time: CaptureTime?) -> FilePath {
        guard let time else { return FilePath(shelf.rawValue).appending("undated") }
        let month = time.month < 10 ? "0\(time.month)" : "\(time.month)"
        let year = String(repeating: "0", count: 4 - "\(time.year)".count) + "\(time.year)"
        return FilePath(shelf.rawValue).appending(year).appending(month)
    }

    /// Makes a folder inside the library and all its missing parents, each one durable in the one above.
    func makeFolder(_ relative: FilePath) throws {
        var folder = path
        for component in relative.components {
            let parent = folder
            folder.append(component)
            guard mkdir(folder.platform, 0o777) == 0 else {
                guard errno == EEXIST else {
                    throw PhotoLibraryError(Errno(rawValue: errno), couldNot: "make the folder", folder)
                }
                continue
            }
            try DurableFile.syncFolder(parent)
        }
    }
}
