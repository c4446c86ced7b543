internal import AssetLoading
internal import Glibc
internal import ImageDecoding
internal import LocationRemoval
internal import PhotoCatalog
internal import PhotoModel

/// Opens the files of the assets that an app sees.
struct AppResources: ResourceOpener {
    /// The catalogue with the access of the app.
    private let catalog: PhotoCatalog
    /// Opens the files for the owner.
    private let store: ResourceStore

    init(_ catalog: PhotoCatalog, _ store: ResourceStore) {
        self.catalog = catalog
        self.store = store
    }

    /// Opens the file of the asset that the resource names, if the app sees the asset now.
    ///
    /// The catalogue gives the place of the file: an app may ask with any description of a resource.
    func open(_ resource: AssetResource, allowingNetwork: Bool) throws -> OpenedBytes {
        let access = catalog.access
        guard case .withheld(let asset) = resource.location,
            let stored = try catalog.resource(of: asset, kind: resource.kind, sha256: resource.sha256)
        else { throw store.failures(of: resource, as: access).notOpenToApp }
        return try store.open(stored, withPlaces: !access.hidesPlaces, for: access, allowingNetwork: allowingNetwork)
    }
}

extension ResourceStore {
    /// Opens a file for an app, which compares the bytes itself if they are those of the file.
    ///
    /// - Parameter withPlaces: Whether the bytes have the places that the file has.
    func open(
        _ resource: AssetResource, withPlaces: Bool, for app: LibraryAccess, allowingNetwork: Bool
    ) throws -> OpenedBytes {
        guard !withPlaces else { return try openUncompared(resource, as: app, allowingNetwork: allowingNetwork) }
        // The app cannot compare bytes that were overwritten.
        let source = try open(resource, as: app, allowingNetwork: allowingNetwork)
        return OpenedBytes(try Self.withoutPlaces(source, of: resource), isImported: false)
    }

    private static func withoutPlaces(
        _ source: DigestingByteSource, of resource: AssetResource
    ) throws -> OverwrittenByteSource {
        guard let descriptor = try source.duplicateDescriptor() else {
            throw PhotoLibraryError(
                .unsupportedFile, "The places in this file cannot be removed, because it is not on this machine.")
        }
        defer { close(descriptor) }
        let file = ImageSource.file(descriptor: descriptor, size: resource.bytes)
        return OverwrittenByteSource(source, try LocationRemoval.overwrites(of: resource.format, in: file))
    }
}
