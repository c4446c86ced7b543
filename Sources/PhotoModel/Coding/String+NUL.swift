extension String {
    /// Refuses a text that contains NUL, because SQLite and property lists would truncate it there.
    ///
    /// - Throws: `changeNotSupported`, or the given code.
    package func checkHasNoNUL(_ code: PhotoLibraryError.Code = .changeNotSupported) throws {
        guard utf8.contains(0) else { return }
        throw PhotoLibraryError(code, "A text contains the character NUL (U+0000). Remove it and try again.")
    }
}
