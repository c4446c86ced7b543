public import Foundation
internal import PhotoCatalog
public import PhotoModel
internal import Synchronization
internal import SystemPackage

/// How the copy of a library's catalogue is.
public enum CatalogCopyCondition: Sendable, Hashable {
    /// It is whole. It holds what the catalogue held at this date.
    case sound(Date)
    /// There is none yet.
    case missing
    /// It cannot be used; the text says why, for a person. The next copy replaces it.
    case damaged(String)

    /// The date of a copy that is whole.
    public var date: Date? { if case .sound(let date) = self { date } else { nil } }
}

extension PhotoLibrary {
    /// The date of the copy of the catalogue; `nil` if there is none, or it does not tell.
    ///
    /// A copy of the catalogue is kept in the library's folder, for ``repair(at:rebuild:allowingSyncedFolder:ioJobs:jobs:decoding:loading:onFile:)``:
    /// it brings back albums, favourites, texts, decisions and the history as they were then. A new copy is made at the end
    /// of an import and soon after another change or after the library is opened, if the copy there is is older than
    /// ``catalogCopyInterval``. Reads a few pages of the copy's file.
    public var catalogCopyDate: Date? {
        get throws {
            try checkIsOwners()
            return try CatalogExamination(folder: folder.catalogCopy, readsAllPages: false).copyDate
        }
    }

    /// Why the last copy of the catalogue that was due could not be made, in this process; `nil` if it could.
    ///
    /// The copy of before is then still there. After an hour the library tries again.
    public var catalogCopyFailure: PhotoLibraryError? { copier.failure }

    /// How many hours old the copy of the catalogue may become before a change of the library makes a new one; `nil` if no
    /// copies are made.
    ///
    /// 24 unless the owner set another number.
    public var catalogCopyInterval: Int? {
        get throws {
            try checkIsOwners()
            return try catalog.copyInterval()
        }
    }

    /// Sets how many hours old the copy of the catalogue may become, at least 1; `nil` for no copies.
    ///
    /// With `nil` the copy there is stays as it is.
    ///
    /// - Throws: ``PhotoLibraryError``: `changeNotSupported` for fewer hours than 1; `libraryUnavailable`,
    ///   `libraryReadOnly`,
    ///   `libraryInFileProviderSyncRoot`, `libraryBusy`, `accessUserDenied` for an app, `ioFailure`.
    public func setCatalogCopyInterval(_ hours: Int?) throws {
        try catalog.perform([.setCopyInterval(hours)])
        copier.intervalHasChanged()
    }

    /// Makes a new copy of the catalogue now, whatever the age of the copy there is.
    ///
    /// When this returns, the new copy is whole, was read back and checked, and is on the disk. Until then the copy of before
    /// stays. Others use the library meanwhile. Cancelling the task stops it, which leaves the copy of before.
    ///
    /// - Throws: ``PhotoLibraryError``: `libraryDamaged` if the new copy is damaged, or if the catalogue is older than the copy
    ///   there is; `notEnoughSpace`, `cancelled`, `libraryUnavailable`, `libraryInFileProviderSyncRoot`, `ioFailure`.
    public func copyCatalog() async throws {
        try checkIsOwners()
        let isCancelled = Mutex(false)
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                DispatchQueue(label: "openphotokit.copy").async { [self] in
                    continuation.resume(
                        with: Result { try copier.makeNow { isCancelled.withLock { $0 } } })
                }
            }
        } onCancel: {
            isCancelled.withLock { $0 = true }
        }
    }

    /// Makes the copy of the catalogue that is due after what this process changed: for a process that ends now.
    ///
    /// Blocks.
    ///
    /// - Throws: ``PhotoLibraryError``: why the copy that was due could not be made.
    package func finishCatalogCopy() throws { try copier.finish() }

    /// Reads the whole copy of the catalogue and checks it; changes nothing.
    ///
    /// Blocks.
    ///
    /// - Throws: ``PhotoLibraryError``: `accessUserDenied` for an app.
    public func verifyCatalogCopy() throws -> CatalogCopyCondition {
        try checkIsOwners()
        return CatalogCopyCondition(of: folder, library: manifest.libraryID)
    }
}

extension CatalogCopyCondition {
    init(of folder: LibraryFolder, library: UUID) {
        guard folder.hasCatalogCopy else {
            self = .missing
            return
        }
        do {
            let found = try CatalogExamination(folder: folder.catalogCopy)
            self.init(found, library: library)
        } catch let error as PhotoLibraryError { self = .damaged(error.message) } catch { self = .damaged("\(error)") }
    }

    /// - Parameter library: The library that the copy should be of.
    init(_ found: CatalogExamination, library: UUID) {
        if let damage = found.damage {
            self = .damaged(damage.replacing("The catalogue", with: "The copy", maxReplacements: 1))
        } else if found.libraryID != library {
            self = .damaged("The copy of the catalogue is that of another library.")
        } else if let date = found.copyDate {
            self = .sound(date)
        } else {
            self = .damaged("The copy of the catalogue does not tell its date.")
        }
    }
}
