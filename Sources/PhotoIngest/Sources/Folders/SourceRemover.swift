internal import AssetLoading
internal import Foundation
package import LibraryStorage
internal import PhotoCatalog
package import PhotoModel
internal import SystemPackage
internal import SystemSupport

/// Removes the sources of an import that moves.
///
/// A source is removed only if its bytes are stored, were read back from the library and are equal, and the source has
/// not changed since it was read.
package struct SourceRemover {
    /// The result for a source.
    package enum Outcome {
        case removed
        /// The source was not removed, for this reason.
        case kept(KeptSource)
    }

    private let store: LibraryStore

    package init(_ store: LibraryStore) { self.store = store }

    /// Removes a file whose bytes the library has.
    ///
    /// - Throws: Errors of the catalogue.
    package func remove(_ file: AnalysedFile) throws -> Outcome {
        guard let stored = try store.catalog.storedFile(with: file.sha256) else {
            return .kept(.onlyReference)
        }
        var own = stat()
        // The source is in the library's own folder, or is a hard link to the library's file, so it is not a separate
        // copy.
        guard stat(store.folder.path.pushing(stored).platform, &own) == 0,
            own.st_dev != dev_t(truncatingIfNeeded: file.identity.device)
                || own.st_ino != ino_t(truncatingIfNeeded: file.identity.inode)
        else { return .kept(.librarysOwnFile) }
        do {
            guard try ReadBack.sha256(of: store.folder.path.pushing(stored)) == file.sha256 else {
                return .kept(.copyDiffers)
            }
        } catch {
            return .kept(.copyUnreadable(error))
        }
        var status = stat()
        guard lstat(file.source.platform, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return .kept(.link)
        }
        guard FileIdentity(status) == file.identity else { return .kept(.changed) }
        guard unlink(file.source.platform) == 0 else {
            return .kept(.notRemovable(Errno(rawValue: errno)))
        }
        return .removed
    }
}
