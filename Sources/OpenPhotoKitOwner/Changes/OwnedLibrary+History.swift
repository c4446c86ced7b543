internal import PhotoCatalog
public import PhotoModel

extension OwnedLibrary {
    /// Sets the number of days for which changes stay in the history, at least 1; `nil` for no limit.
    ///
    /// Older changes are removed gradually when new changes are made. The last change is never removed.
    ///
    /// - Throws: `PhotoLibraryError`: `changeNotSupported` for fewer days than 1; `libraryUnavailable`,
    ///   `libraryInFileProviderSyncRoot`, `libraryBusy`, `ioFailure`.
    public func setHistoryRetention(_ days: Int?) throws(PhotoLibraryError) {
        try catalog.perform([.setHistoryRetention(days)])
    }
}
