internal import AssetLoading
internal import Foundation
internal import LibraryStorage
internal import PhotoCatalog
internal import PhotoModel
internal import Synchronization
internal import SystemPackage
internal import SystemSupport

/// Proves that the library has the bytes of files that were read, by reading the library's own files back.
final class StorageProof: Sendable {
    private let library: LibraryStore
    private let sidecars: ExportedSidecars
    /// The results of the library's files that were read back, by their row in the catalogue, so that each file is read
    /// once.
    private let known = Mutex<[Int64: SafeFile.Reason?]>([:])

    init(_ library: LibraryStore, _ sidecars: ExportedSidecars) {
        self.library = library
        self.sidecars = sidecars
    }

    /// Checks whether the library has an undamaged file with the same bytes.
    ///
    /// - Parameters:
    ///   - isPhoto: Whether the file is a photo or belongs to one, as far as its name and its first bytes show.
    ///   - isInSystemFolder: Whether the file, or a folder that it is in, has the name of a system file or folder. Such
    ///     a file is ignored if it is not a photo.
    ///   - isReachedByImport: Whether an import takes the file, of a path that can be named.
    /// - Throws: Errors of the catalogue.
    func check(
        _ file: LoadedFile, isPhoto: Bool, isInSystemFolder: Bool, isReachedByImport: Bool
    ) throws -> SafeFile {
        func safeFile(
            _ status: SafeFile.Status, _ reason: SafeFile.Reason?, asset: String?, isOnLibrarysDisk: Bool = false
        ) -> SafeFile {
            SafeFile(
                file.source, status, reason, localIdentifier: asset, sha256: file.sha256, bytes: file.size,
                isOnLibrarysDisk: isOnLibrarysDisk)
        }
        let copies = try library.catalog.storedFiles(with: file.sha256)
        var fault: SafeFile?
        for copy in copies {
            let path = library.folder.path.pushing(copy.path)
            var status = stat()
            let identity = stat(path.platform, &status) == 0 ? FileIdentity(status) : nil
            let isOnSameDisk = identity?.device == file.sourceIdentity.device
            // The same path, or a hard link: erasing the disk of one file erases the other file too.
            let isSameFile = isOnSameDisk && identity?.inode == file.sourceIdentity.inode
            let reason = isSameFile ? .sameFile : readBackOnce(copy, at: path, file.sha256)
            guard let reason else {
                return safeFile(.safe, nil, asset: copy.asset, isOnLibrarysDisk: isOnSameDisk)
            }
            fault = fault ?? safeFile(.notSafe, reason, asset: copy.asset)
        }
        if let fault { return fault }

        if let asset = try library.catalog.asset(withSHA256: file.sha256) {
            return safeFile(.notSafe, .onlyReference, asset: asset)
        }
        let holder = try library.catalog.holder(ofBytes: file.sha256)
        if holder?.state == .purged { return safeFile(.notSafe, .deletedBefore, asset: holder?.asset) }
        if try holder != nil || library.catalog.copies(of: file.sha256) > 0 {
            return safeFile(.notSafe, .onlyDeleted, asset: holder?.asset)
        }
        guard isPhoto else {
            if let asset = try sidecars.asset(ofSidecar: file.sha256) { return safeFile(.metadata, nil, asset: asset) }
            return safeFile(isInSystemFolder ? .ignored : .notSafe, isInSystemFolder ? nil : .notAPhoto, asset: nil)
        }
        return safeFile(.notSafe, isReachedByImport ? .notInLibrary : .skippedInArchive, asset: nil)
    }

    /// What is wrong with the library's file; `nil` if it is not damaged.
    private func readBackOnce(
        _ copy: PhotoCatalog.StoredFile, at path: FilePath, _ digest: Digest
    ) -> SafeFile.Reason? {
        if let known = known.withLock({ $0[copy.row] }) { return known }
        let reason = readBack(path, digest)
        known.withLock { $0[copy.row] = .some(reason) }
        return reason
    }

    private func readBack(_ path: FilePath, _ digest: Digest) -> SafeFile.Reason? {
        do { return try ReadBack.sha256(of: path) == digest ? nil : .libraryCopyChanged } catch {
            let isMissing = access(path.platform, F_OK) != 0 && (errno == ENOENT || errno == ENOTDIR)
            return isMissing ? .libraryCopyMissing : .libraryCopyUnreadable
        }
    }
}
