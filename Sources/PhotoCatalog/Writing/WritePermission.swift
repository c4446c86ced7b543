package import PhotoModel

/// Whether a catalogue may be changed.
package enum WritePermission: Sendable {
    /// Called before each transaction: throws if the library may not be changed now.
    case checked(@Sendable () throws -> Void)
    /// The library is read-only, for the reason in this error.
    case never(PhotoLibraryError)

    /// The library was opened for reading only.
    package static let readOnly = WritePermission.never(
        PhotoLibraryError(.libraryReadOnly, "The library is open for reading only: nothing in it can be changed."))

    /// Every transaction is allowed.
    package static let always = WritePermission.checked {}

    var allowsWriting: Bool { if case .never = self { false } else { true } }

    /// - Throws: `libraryReadOnly`, and the errors of the check.
    package func check() throws(PhotoLibraryError) {
        switch self {
        case .checked(let check): try PhotoLibraryError.converting(check)
        case .never(let reason): throw reason
        }
    }
}
