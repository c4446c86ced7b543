internal import Foundation
internal import LibraryStorage
internal import PhotoCatalog
internal import PhotoModel
internal import SystemPackage
internal import SystemSupport

extension LibraryFolder {
    /// Checks that the folder of the originals is there, because a disk that is not mounted is one fault and not one
    /// per file.
    ///
    /// - Throws: `missingResource` if the folder of the originals is missing or empty and the catalogue lists files in
    ///   it.
    func checkOriginalsAreThere(by catalog: PhotoCatalog) throws {
        let subfolder = Subfolder.originals.rawValue
        let originals = path.appending(subfolder)
        guard !originals.hasEntries, try catalog.hasStoredFile(below: FilePath(subfolder)) else { return }
        throw PhotoLibraryError(
            .missingResource,
            "The library's folder of originals is gone or empty. If it is on a disk of its own, mount that; else restore "
                + "the folder from a backup.", path: originals.string)
    }
}

extension FilePath {
    /// Whether the path is a folder that is not empty.
    fileprivate var hasEntries: Bool {
        (try? FolderStream(self).nextName()) != nil
    }
}
