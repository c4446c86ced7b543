extension String {
    /// Refuses a text that would be cut: for SQLite, and for property lists, it ends at NUL.
    ///
    /// - Throws: `changeNotSupported`, or the code given.
    package func checkHasNoNUL(_ code: PhotoLibraryError.Code = .changeNotSupported) throws {
        guard utf8.contains(0) else { return }
        throw PhotoLibraryError(code, "A text has no character NUL (U+0000): take it out and try again.")
    }
}
