internal import AssetLoading
package import Originals
package import PhotoInspection
internal import PhotoModel
package import SystemPackage

/// Reads the other photo libraries and the archives among the paths of an import.
///
/// The walk of the folders asks for each folder whether it is one of them.
package final class SourceLibraries: Sendable {
    private let files: ArchivedFiles
    let appleLibraries: AppleLibraryImport
    private let exports: CloudExportImport

    init(
        _ request: ImportRequest, walk: FolderWalk, _ files: ArchivedFiles, scratch: FilePath,
        checkCancellation: @escaping @Sendable () throws -> Void
    ) {
        self.files = files
        appleLibraries = AppleLibraryImport(request, scratch: scratch)
        exports = CloudExportImport(
            request, walk: walk, files, appleLibraries, checkCancellation: checkCancellation)
    }

    /// Reads what an import of copies with this filter would read.
    ///
    /// - Parameters:
    ///   - walk: Walks the folders of exports.
    ///   - scratch: A folder for the copies of databases, which the caller removes.
    ///   - former: The result of another walk, whose archives are not opened again; `nil` for none.
    package convenience init(
        filter: PathFilter, walk: FolderWalk, scratch: FilePath, after former: SourceLibraries? = nil,
        checkCancellation: @escaping @Sendable () throws -> Void
    ) {
        var request = ImportRequest(paths: [])
        request.filter = filter
        self.init(
            request, walk: walk, former?.files ?? ArchivedFiles(), scratch: scratch,
            checkCancellation: checkCancellation)
    }

    /// The local files, and the files in the archives that were opened.
    package var fileSource: any FileSource { files }

    /// What the libraries and exports contain, in the order in which they were met.
    package var contents: [SourceLibrary] { appleLibraries.contents + exports.contents }

    /// Whether an archive or a folder was read as a part of an export.
    package func hasRead(_ path: FilePath) -> Bool { exports.hasRead(path) }

    /// Visits the files of the archives among these paths, and of the exports among them and directly in them, until
    /// `visit` returns false.
    ///
    /// - Returns: False if `visit` ended the walk.
    /// - Throws: The errors of `visit`; `cancelled`.
    package func walk(roots: [FilePath], _ visit: (SourceFinding) throws -> Bool) throws -> Bool {
        try exports.walk(roots: roots, visit)
    }

    /// Visits the files of a folder that is a library or a part of an export, and of the exports directly in it, until
    /// `visit` returns false.
    ///
    /// - Parameter root: The path of the request that the folder is below.
    /// - Returns: `nil` if the other files of the folder are to be walked; otherwise whether the walk goes on.
    /// - Throws: The errors of `visit`; `cancelled`.
    package func handle(
        _ folder: FilePath, below root: FilePath, _ visit: (SourceFinding) throws -> Bool
    ) throws -> Bool? {
        if exports.hasRead(folder) { return true }
        if appleLibraries.reads(folder) { return try appleLibraries.walk(folder, below: root, visit) }
        return try exports.walk(in: folder, below: root, visit) ? nil : false
    }
}
