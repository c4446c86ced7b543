package import LibraryInterface
package import Originals

/// What an app's ``PhotoLibrary`` and the owner's `OwnedLibrary` have in common: fetches, changes, the change history,
/// identifiers, and the bytes of files.
///
/// Only these two types conform to it.
public protocol PhotoLibraryProtocol: Sendable {
    /// The library with the access of this object.
    var photoLibrary: PhotoLibrary { get }
}

extension PhotoLibraryProtocol {
    /// Reads and changes the library, in this process or another.
    package var service: any LibraryService { photoLibrary.service }

    /// Reads assets, collections and the change history.
    package var reader: any LibraryReader { service.reader }

    /// Opens the files of resources.
    package var originals: any Originals { service.originals }
}
