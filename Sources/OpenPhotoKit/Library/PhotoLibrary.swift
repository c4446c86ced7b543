package import LibraryInterface

/// A photo library as an app uses it: within the access that the library's owner gave the app.
///
/// ``connect(as:to:)`` makes one for an app. The owner's own programs open a library with `OwnedLibrary` of the module
/// `OpenPhotoKitOwner`, which also makes the library of an app with some access. Thread-safe.
public final class PhotoLibrary: PhotoLibraryProtocol {
    /// Reads and changes the library, in this process or another.
    package let service: any LibraryService
    /// The connection to the broker that serves the library; `nil` if this process has the library.
    let brokerConnection: BrokerConnection?

    /// - Parameter service: Reads and changes the library.
    package convenience init(_ service: any LibraryService) { self.init(service, nil) }

    /// - Parameter connection: The connection over which the service is reached.
    init(_ service: any LibraryService, _ connection: BrokerConnection?) {
        self.service = service
        brokerConnection = connection
    }

    /// This object.
    public var photoLibrary: PhotoLibrary { self }
}
