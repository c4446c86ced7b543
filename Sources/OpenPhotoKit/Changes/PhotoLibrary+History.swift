internal import PhotoCatalog
public import PhotoModel

extension PhotoLibrary {
    /// The point in the history after the last change.
    ///
    /// Costs no more for a large library than for a small one.
    public var currentChangeToken: PersistentChangeToken {
        get throws { try catalog.currentChangeToken() }
    }

    /// The first point in the history from which all changes are known.
    public var oldestChangeToken: PersistentChangeToken {
        get throws { try catalog.oldestChangeToken() }
    }

    /// What changed since a token: everything that was committed before this call.
    ///
    /// Store the token of a change only when it has been dealt with: a change whose details throw is not.
    ///
    /// - Throws: ``PhotoLibraryError``: `persistentChangeTokenExpired` if the history does not reach back so far, or the token
    ///   is of another library, of a catalogue made anew since, or of one that an older copy has replaced. List everything
    ///   then, and begin with the current token, taken before.
    public func fetchPersistentChanges(since token: PersistentChangeToken) throws -> PersistentChanges {
        let (last, count) = try catalog.changes(since: token)
        return PersistentChanges(library: self, firstToken: token, lastToken: last, changeCount: count)
    }

    /// How many days changes are kept in the history; `nil` for ever.
    ///
    /// 400 unless the owner set another number.
    public var historyRetention: Int? {
        get throws { try catalog.historyRetention() }
    }

    /// Sets how many days changes are kept, at least 1; `nil` for ever.
    ///
    /// Older changes are forgotten little by little as new ones are made; the last change never is.
    ///
    /// - Throws: ``PhotoLibraryError``: `changeNotSupported` for fewer days than 1; `libraryUnavailable`,
    ///   `libraryInFileProviderSyncRoot`, `libraryBusy`, `ioFailure`.
    public func setHistoryRetention(_ days: Int?) throws {
        try catalog.perform([.setHistoryRetention(days)])
    }
}
