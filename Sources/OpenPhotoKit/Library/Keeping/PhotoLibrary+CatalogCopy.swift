internal import AssetLoading
public import Foundation
internal import LibraryStorage
internal import PhotoCatalog
public import PhotoModel
internal import SystemPackage

/// The condition of the copy of a library's catalogue.
public enum CatalogCopyCondition: Sendable, Hashable {
    /// The copy has the data that the catalogue had at this date.
    case sound(Date)
    /// There is no copy.
    case missing
    /// The copy cannot be used. The text says why, for a person. The next copy replaces it.
    case damaged(String)

    /// The date of a sound copy; `nil` for another condition.
    public var date: Date? { if case .sound(let date) = self { date } else { nil } }
}

extension PhotoLibrary {
    /// The date of the copy of the catalogue; `nil` if there is no copy, or its date cannot be read.
    ///
    /// The copy is in the library's folder. If the catalogue is lost,
    /// ``repair(at:rebuild:allowingSyncedFolder:ioJobs:jobs:decoding:progress:onFile:)`` restores the albums,
    /// favourites, texts, decisions and the history of this date. A new copy is made at the end of an import, shortly
    /// after another change, and shortly after the library was opened, if the last copy is older than
    /// ``catalogCopyInterval``.
    public var catalogCopyDate: Date? {
        get throws {
            try checkIsOwners()
            return try CatalogExamination(folder: local.folder.catalogCopy, extent: .properties).copyDate
        }
    }

    /// Why this process failed to make the last copy of the catalogue that was due; `nil` if there was no failure.
    ///
    /// The copy before that is still there. After an hour the library tries again.
    public var catalogCopyFailure: PhotoLibraryError? { (try? local)?.copier.failure }

    /// The number of hours after which a new copy of the catalogue is due; `nil` if no copies are made.
    ///
    /// 24 if the owner did not set another number.
    public var catalogCopyInterval: Int? {
        get throws {
            try checkIsOwners()
            return try catalog.copyInterval()
        }
    }

    /// Sets the number of hours after which a new copy of the catalogue is due, at least 1; `nil` for no copies.
    ///
    /// `nil` does not delete the last copy.
    ///
    /// - Throws: ``PhotoLibraryError``: `changeNotSupported` for fewer hours than 1; `libraryUnavailable`,
    ///   `libraryReadOnly`, `libraryInFileProviderSyncRoot`, `libraryBusy`, `accessUserDenied` for an app, `ioFailure`.
    public func setCatalogCopyInterval(_ hours: Int?) throws {
        try catalog.perform([.setCopyInterval(hours)])
        try local.copier.intervalHasChanged()
    }

    /// Makes a new copy of the catalogue now, even if none is due.
    ///
    /// When this returns, the new copy was read back and checked, and is on the disk. The last copy stays until then,
    /// and stays if the task is cancelled. Other processes can read and change the library meanwhile.
    ///
    /// - Throws: ``PhotoLibraryError``: `libraryDamaged` if the new copy is damaged, or if the catalogue is older than
    ///   the last copy; `notEnoughSpace`, `cancelled`, `libraryReadOnly`, `libraryUnavailable`,
    ///   `libraryInFileProviderSyncRoot`, `ioFailure`.
    public func copyCatalog() async throws {
        try checkIsOwners()
        let copier = try local.copier
        let loading = LoadProgress()
        try await loading.run("copy") { try copier.makeNow { loading.isCancelled } }
    }

    /// Makes the copy of the catalogue that is due after the changes of this process.
    ///
    /// A command calls this before it ends. Blocks.
    ///
    /// - Throws: ``PhotoLibraryError``: the reason why the copy that was due was not made.
    package func finishCatalogCopy() throws { try local.copier.finish() }

    /// Reads the whole copy of the catalogue and checks it.
    ///
    /// Changes nothing.
    ///
    /// - Throws: ``PhotoLibraryError``: `accessUserDenied` for an app.
    public func verifyCatalogCopy() async throws -> CatalogCopyCondition {
        try checkIsOwners()
        let library = try local
        return await LoadProgress().run("verify-copy") {
            CatalogCopyCondition(of: library.folder, library: library.libraryID)
        }
    }
}

extension CatalogCopyCondition {
    init(of folder: LibraryFolder, library: UUID) {
        guard folder.hasCatalogCopy else {
            self = .missing
            return
        }
        do {
            let found = try CatalogExamination(folder: folder.catalogCopy, extent: .structure)
            self.init(found, library: library)
        } catch let error as PhotoLibraryError { self = .damaged(error.message) } catch { self = .damaged("\(error)") }
    }

    /// - Parameter library: The identifier of the library whose catalogue the copy should hold.
    init(_ found: CatalogExamination, library: UUID) {
        if let damage = found.damage {
            self = .damaged(damage.replacing("The catalogue", with: "The copy", maxReplacements: 1))
        } else if found.libraryID != library {
            self = .damaged("The copy is that of another library's catalogue.")
        } else if let date = found.copyDate {
            self = .sound(date)
        } else {
            self = .damaged("The copy has no date.")
        }
    }
}
