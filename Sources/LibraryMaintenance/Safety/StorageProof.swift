internal import AssetLoading
internal import LibraryStorage
internal import Originals
internal import PhotoCatalog
internal import PhotoModel
internal import Synchronization
internal import SystemPackage
internal import SystemSupport

/// Proves that the library has the bytes of files that were read, by reading the library's own files back.
final class StorageProof: Sendable {
    private let library: LibraryContext
    /// Ends the wait for a remote store.
    private let cancellation: Cancellation
    private let sidecars: ExportedSidecars
    /// The results of the library's files that were read back, by their row in the catalogue, so that each file is read
    /// once.
    private let known = Mutex<[Int64: SafeFile.Reason?]>([:])

    init(_ library: LibraryContext, _ sidecars: ExportedSidecars, until cancellation: Cancellation) {
        self.library = library
        self.cancellation = cancellation
        self.sidecars = sidecars
    }

    /// Checks whether the library has an undamaged file with the same bytes.
    ///
    /// - Parameters:
    ///   - isPhoto: Whether the file is a photo or belongs to one, as far as its name and its first bytes show.
    ///   - isInSystemFolder: Whether the file, or a folder that it is in, has the name of a system file or folder. Such
    ///     a file is ignored if it is not a photo.
    ///   - isReachedByImport: Whether an import takes the file, of a path that can be named.
    /// - Throws: `cancelled`; errors of the catalogue.
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
        var fault: SafeFile?
        for own in try library.catalog.ownFiles(with: file.sha256) {
            let (reason, isOnSameDisk) = try reasonOfDoubt(own, file)
            guard let reason else {
                return safeFile(.safe, nil, asset: own.asset, isOnLibrarysDisk: isOnSameDisk)
            }
            fault = fault ?? safeFile(.notSafe, reason, asset: own.asset)
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

    /// Why the library's file does not prove that the bytes are stored, and whether it is on the disk of the checked
    /// file; no reason if it proves that.
    private func reasonOfDoubt(
        _ own: PhotoCatalog.OwnFile, _ file: LoadedFile
    ) throws(PhotoLibraryError) -> (reason: SafeFile.Reason?, isOnSameDisk: Bool) {
        let state = library.originals.state(of: own.content)
        if case .elsewhere = state {
            // A store may have the checked file itself, and another store another copy of the same bytes.
            let isSafe = try library.originals.areSafeElsewhere(
                own.content, without: file.sourceIdentity, until: cancellation)
            return (isSafe ? nil : .onlyElsewhere, false)
        }
        guard case .here(_, let identity) = state else { return (reasonAfterReadingBack(own), false) }
        let isOnSameDisk = identity.device == file.sourceIdentity.device
        // The same path, or a hard link: erasing the disk of one file erases the other file too.
        let isSameFile = identity.isOfSameFile(as: file.sourceIdentity)
        return (isSameFile ? .sameFile : reasonAfterReadingBack(own), isOnSameDisk)
    }

    private func reasonAfterReadingBack(_ own: PhotoCatalog.OwnFile) -> SafeFile.Reason? {
        if let known = known.withLock({ $0[own.row] }) { return known }
        let reason: SafeFile.Reason? =
            switch library.originals.stateAfterReadingBack(own.content) {
            case .here: nil
            case .damaged(let error) where error.code == .invalidResource: .libraryCopyChanged
            case .damaged, .withheld: .libraryCopyUnreadable
            case .absent: .libraryCopyMissing
            case .elsewhere: .onlyElsewhere
            }
        known.withLock { $0[own.row] = .some(reason) }
        return reason
    }
}
