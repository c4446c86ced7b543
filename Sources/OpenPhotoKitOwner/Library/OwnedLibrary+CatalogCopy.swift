internal import AssetLoading
public import Foundation
internal import LibraryMaintenance
internal import LibraryStorage
internal import PhotoCatalog
public import PhotoModel
internal import SystemPackage

extension OwnedLibrary {
    /// The date of the copy of the catalogue; `nil` if there is no copy, or its date cannot be read.
    ///
    /// The copy is in the library's folder. If the catalogue is lost,
    /// ``repair(at:rebuild:allowingSyncedFolder:ioJobs:jobs:decoding:progress:onFile:)`` restores the albums,
    /// favourites, texts, decisions and the history of this date. A new copy is made at the end of an import, shortly
    /// after another change, and shortly after the library was opened, if the last copy is older than
    /// ``catalogCopyInterval``.
    public var catalogCopyDate: Date? {
        get throws {
            return try CatalogExamination(.copy, folder: local.folder.catalogCopy, extent: .properties).copyDate
        }
    }

    /// Why this process failed to make the last copy of the catalogue that was due; `nil` if there was no failure.
    ///
    /// The copy before that is still there. After an hour the library tries again.
    public var catalogCopyFailure: PhotoLibraryError? { local.copier.failure }

    /// Why this process failed to write the library's log the last time; `nil` if there was no failure.
    ///
    /// A repair restores what you set from the log. What the log lacks is in the catalogue. The library tries again
    /// half a minute after the failure.
    public var logFailure: PhotoLibraryError? { local.publisher.failure }

    /// The number of hours after which a new copy of the catalogue is due; `nil` if no copies are made.
    ///
    /// 24 if the owner did not set another number.
    public var catalogCopyInterval: Int? {
        get throws {
            return try catalog.copyInterval()
        }
    }

    /// Sets the number of hours after which a new copy of the catalogue is due, at least 1; `nil` for no copies.
    ///
    /// `nil` does not delete the last copy.
    ///
    /// - Throws: `PhotoLibraryError`: `changeNotSupported` for fewer hours than 1; `libraryUnavailable`,
    ///   `libraryReadOnly`, `libraryInFileProviderSyncRoot`, `libraryBusy`, `ioFailure`.
    public func setCatalogCopyInterval(_ hours: Int?) throws(PhotoLibraryError) {
        try catalog.perform([.setCopyInterval(hours)])
        local.copier.intervalHasChanged()
    }

    /// Makes a new copy of the catalogue now, even if none is due.
    ///
    /// When this returns, the new copy was read back and checked, and is on the disk. The last copy stays until then,
    /// and stays if the task is cancelled. Other processes can read and change the library meanwhile.
    ///
    /// - Throws: `PhotoLibraryError`: `libraryDamaged` if the new copy is damaged, or if the catalogue is older than
    ///   the last copy; `notEnoughSpace`, `cancelled`, `libraryReadOnly`, `libraryUnavailable`,
    ///   `libraryInFileProviderSyncRoot`, `ioFailure`.
    public func copyCatalog() async throws {
        let copier = local.copier
        let loading = LoadProgress()
        try await loading.run { try copier.makeNow { loading.isCancelled } }
    }

    /// Makes the copy of the catalogue that is due after the changes of this process.
    ///
    /// A command calls this before it ends. Blocks.
    ///
    /// - Throws: ``PhotoLibraryError``: the reason why the copy that was due was not made.
    package func finishCatalogCopy() throws { try local.copier.finish() }

    /// Writes what persons set to the library's log, which otherwise happens within a second.
    ///
    /// A command calls this before it ends. Blocks.
    ///
    /// - Throws: ``PhotoLibraryError``: the reason why the log could not be written. The library tries again while it
    ///   is open, and when it is opened again.
    package func finishLog() throws { try local.publisher.finish() }

    /// Exchanges what persons set with the registry, if the library joined one and its folder is there.
    ///
    /// A command calls this before it ends. Blocks. What the registry lacks is written the next time.
    package func finishSync() { if !isReadOnly { try? local.owners.sync.runIfNews() } }

    /// Reads the whole copy of the catalogue and checks it.
    ///
    /// Changes nothing.
    ///
    /// - Throws: `PhotoLibraryError`: `accessUserDenied` for an app.
    public func verifyCatalogCopy() async throws -> CatalogCopyCondition {
        let library = local
        return await LoadProgress().run {
            CatalogCopyCondition(of: library.folder, library: library.libraryID)
        }
    }
}
