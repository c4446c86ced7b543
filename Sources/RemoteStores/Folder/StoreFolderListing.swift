internal import Glibc
internal import SystemPackage
internal import SystemSupport

/// Lists the files in a folder of a store and in its subfolders, a few at a time.
///
/// Its functions throw `Errno`. Invariant of `@unchecked Sendable`: one thread at a time uses it, and a call that is
/// abandoned is the last one.
final class StoreFolderListing: @unchecked Sendable {
    struct File: Sendable {
        /// The folder of the file.
        let folder: StoreFolder
        /// The name in its folder.
        let name: String
        /// The path below the listed folder.
        let path: String
        let status: stat

        /// Whether the file is not whole.
        var isPart: Bool { name.hasSuffix(StoreFolder.partEnding) }
    }

    /// The folders from the listed one to the current one, with the names that were not read.
    private var levels: [(folder: StoreFolder, names: FolderStream, path: String)]

    init(_ folder: StoreFolder) throws { levels = [(folder, try folder.names(), "")] }

    /// The next files, at most so many, in no order; none only at the end.
    func next(_ count: Int) throws -> [File] {
        var files: [File] = []
        while files.count < count, let level = levels.last {
            guard let name = try level.names.nextName()?.string else {
                levels.removeLast()
                continue
            }
            guard let status = try level.folder.status(of: name) else { continue }
            let path = level.path + name
            switch status.st_mode & S_IFMT {
            case S_IFREG: files.append(File(folder: level.folder, name: name, path: path, status: status))
            case S_IFDIR:
                // Another writer or a person may have removed the folder.
                guard let folder = try? level.folder.subfolder(name) else { continue }
                levels.append((folder, try folder.names(), path + "/"))
            default: continue
            }
        }
        return files
    }
}
