package import PhotoModel
package import SystemPackage

/// Where the bytes of a resource are, as the catalogue states it and the disk shows it now.
package enum ResourceState: Sendable {
    /// On this machine, in the library's folder or in a referenced file, with the size of the imported file.
    case here(FilePath, FileIdentity)
    /// Not on this machine. The connected remote stores of these names may have copies.
    case elsewhere(stores: [String])
    /// The library does not tell the app where the bytes are.
    case withheld
    /// At its path is something that is not the imported file, or that cannot be read, for this reason.
    case damaged(PhotoLibraryError)
    /// Nothing is at its path.
    ///
    /// `wasMoved` is true if the folder of the file is there and its disk is mounted, as far as the folder shows.
    case absent(PhotoLibraryError, wasMoved: Bool)

    /// What is wrong with a file that should be on this machine; `nil` if nothing is.
    package var fault: PhotoLibraryError? {
        switch self {
        case .here, .elsewhere, .withheld: nil
        case .damaged(let error), .absent(let error, _): error
        }
    }

    /// Whether the bytes are not on this machine, and the library does not expect them here.
    package var isElsewhere: Bool { if case .elsewhere = self { true } else { false } }
}
