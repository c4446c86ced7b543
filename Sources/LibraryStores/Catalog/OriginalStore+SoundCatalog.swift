internal import AgeEncryption
internal import Glibc
internal import PhotoCatalog
internal import PhotoModel
internal import RemoteStores
internal import SystemPackage
internal import SystemSupport

extension OriginalStore {
    /// Fetches the newest copy of a catalogue that is sound, as the catalogue of a folder.
    ///
    /// - Parameter copies: The newest first.
    /// - Returns: The copy, and the number of newer ones that are damaged; `nil` if all are.
    func fetchSoundCatalog(
        _ copies: [CatalogCopy], to folder: FilePath, _ cancellation: Cancellation
    ) throws -> (copy: CatalogCopy, damaged: Int)? {
        for (damaged, copy) in copies.enumerated() {
            try cancellation.check()
            let file = folder.appending(PhotoCatalog.databaseName)
            do {
                guard let bytes = try open(copy, cancellation) else { continue }
                try CompressedCatalog.expand(bytes, to: file, until: cancellation)
                let examination = try CatalogExamination(.copy, folder: folder, extent: .indexes)
                if examination.damage == nil, examination.libraryID == copy.library { return (copy, damaged) }
            } catch let error as PhotoLibraryError
                // The key is that of the store, because the name of the copy was decrypted with it. So an encrypted
                // copy that cannot be decrypted is damaged.
                where error.code == .invalidResource || error.cause is AgeFailure
            {}
            unlink(file.platform)
        }
        return nil
    }
}
