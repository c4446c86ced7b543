internal import PhotoCatalog
internal import SystemPackage

/// The albums that an import makes of folders.
struct FolderAlbums: Sendable {
    private let makesAlbums: Bool
    /// The index of each path of the request.
    private let roots: [FilePath: Int]

    /// - Parameter here: The folder that the paths of the request are relative to.
    init(_ request: ImportRequest, here: FilePath) {
        makesAlbums = request.makesAlbums
        let paths = makesAlbums ? request.paths : []
        roots = Dictionary(
            paths.enumerated().map { (here.pushing($0.element), $0.offset) }, uniquingKeysWith: { first, _ in first })
    }

    /// The albums to which a file's photo is added.
    func albums(for path: FilePath) -> [DestinationAlbum] {
        let folder = path.removingLastComponent()
        guard makesAlbums, let name = folder.lastComponent else { return [] }
        var outer = folder
        // A path that is a file gives no folders.
        _ = outer.removePrefix(root(of: folder) ?? folder)
        return [DestinationAlbum(folder: folder, title: name.string, in: outer.components.dropLast().map(\.string))]
    }

    /// The first path of the request that the folder is, or is in.
    private func root(of folder: FilePath) -> FilePath? {
        var found: (path: FilePath, place: Int)?
        var next = folder
        repeat {
            if let place = roots[next], place < found?.place ?? .max { found = (next, place) }
        } while next.removeLastComponent()
        return found?.path
    }
}
