internal import AssetLoading
internal import Foundation
internal import ImageDecoding
internal import PhotoCatalog
internal import PhotoModel
internal import Synchronization
internal import SystemPackage

/// Proves for files that have been read that the library keeps their bytes, by reading its own file back.
final class StorageProof: Sendable {
    private let library: PhotoLibrary
    /// What was found of the library's files: each is read once.
    private let known = Mutex<[Digest: SafeFile.Reason?]>([:])

    init(_ library: PhotoLibrary) { self.library = library }

    /// - Parameter isInLitter: Whether the file lies in a folder of an operating system's: what is no photo there is
    ///   ignored.
    /// - Throws: Errors of the catalogue.
    func judge(_ file: LoadedFile, isInLitter: Bool) throws -> SafeFile {
        let asset = try library.catalog.asset(withSHA256: file.sha256)
        func safeFile(_ status: SafeFile.Status, _ reason: SafeFile.Reason?) -> SafeFile {
            SafeFile(
                file.source, status, reason, localIdentifier: asset, sha256: file.sha256, bytes: file.size)
        }
        guard let stored = try library.catalog.storedFile(with: file.sha256) else {
            if asset != nil { return safeFile(.notSafe, .onlyReference) }
            if try library.catalog.copies(of: file.sha256) > 0 { return safeFile(.notSafe, .onlyDeleted) }
            guard isPhoto(file) else {
                return safeFile(isInLitter ? .ignored : .notSafe, isInLitter ? nil : .notAPhoto)
            }
            return safeFile(.notSafe, .notInLibrary)
        }
        let path = library.path.pushing(stored)
        var status = stat()
        // The same name, or a hard link on the same disk: wiping the one wipes the other.
        if stat(path.platform, &status) == 0 {
            let identity = FileIdentity(status)
            if identity.device == file.sourceIdentity.device, identity.inode == file.sourceIdentity.inode {
                return safeFile(.notSafe, .sameFile)
            }
        }
        let reason = known.withLock { $0[file.sha256] } ?? readBack(path, file.sha256)
        known.withLock { $0[file.sha256] = .some(reason) }
        return safeFile(reason == nil ? .safe : .notSafe, reason)
    }

    /// What is wrong with the library's file; `nil` if nothing is.
    private func readBack(_ path: FilePath, _ digest: Digest) -> SafeFile.Reason? {
        do { return try ReadBack.sha256(of: path) == digest ? nil : .libraryCopyChanged } catch {
            let isMissing = access(path.platform, F_OK) != 0 && (errno == ENOENT || errno == ENOTDIR)
            return isMissing ? .libraryCopyMissing : .libraryCopyUnreadable
        }
    }

    private func isPhoto(_ file: LoadedFile) -> Bool {
        if FileKinds.isNamedLikePhoto(file.source) { return true }
        var head = [UInt8](repeating: 0, count: 64)
        let count = pread(file.descriptor, &head, head.count, 0)
        // What cannot be looked at counts as a photo: that errs on the safe side.
        return count < 0 || imageFormat(ofFirstBytes: head.prefix(count)) != .unknown
    }
}
