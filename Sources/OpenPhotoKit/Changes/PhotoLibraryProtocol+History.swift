internal import LibraryInterface
public import PhotoModel

extension PhotoLibraryProtocol {
    /// The position in the history after the last change.
    ///
    /// Its cost does not depend on the size of the library.
    public var currentChangeToken: PersistentChangeToken {
        get throws(PhotoLibraryError) { try reader.currentChangeToken() }
    }

    /// The oldest position from which the history has all changes.
    public var oldestChangeToken: PersistentChangeToken {
        get throws(PhotoLibraryError) { try reader.oldestChangeToken() }
    }

    /// The changes since a token: all that were committed before this call.
    ///
    /// Store the token of a change only after you have processed it. A change whose details throw is not processed.
    ///
    /// - Throws: `PhotoLibraryError`: `persistentChangeTokenExpired` if the history does not reach back so far, or if
    ///   the token belongs to another library, or to a catalogue that was rebuilt or replaced by an older copy since.
    ///   In this case read the current token, then list everything, and continue from that token. `accessUserDenied`
    ///   for an app that sees no photos, and `libraryUnavailable`: keep what is known and try again later.
    public func fetchPersistentChanges(
        since token: PersistentChangeToken
    ) throws(PhotoLibraryError) -> PersistentChanges {
        let range = try reader.changes(since: token)
        return PersistentChanges(reader: reader, firstToken: token, lastToken: range.last, changeCount: range.count)
    }

    /// The number of days for which changes stay in the history; `nil` for no limit.
    ///
    /// 400 unless the owner set another number.
    public var historyRetention: Int? {
        get throws(PhotoLibraryError) { try reader.historyRetention() }
    }
}
