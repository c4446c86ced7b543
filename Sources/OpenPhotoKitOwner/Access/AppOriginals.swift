internal import Glibc
internal import ImageDecoding
internal import LocationRemoval
internal import Originals
internal import PhotoCatalog
internal import PhotoModel

/// The files of the assets that an app sees.
struct AppOriginals: Originals {
    /// The catalogue with the access of the app.
    private let catalog: PhotoCatalog
    /// The library's files, as the app gets them.
    private let originals: LibraryOriginals

    /// - Parameter originals: The library's files, for any reader.
    init(_ catalog: PhotoCatalog, _ originals: LibraryOriginals) {
        self.catalog = catalog
        self.originals = originals.bound(to: catalog.access)
    }

    /// Opens the file of the asset that the resource names, if the app sees the asset now.
    ///
    /// The catalogue gives the location of the file's bytes: an app may ask with any description of a resource.
    func open(_ resource: AssetResource, _ range: Range<Int64>?, _ policy: FetchPolicy) throws -> OpenedBytes {
        guard case .withheld(let asset) = resource.location,
            let stored = try catalog.resource(of: asset, kind: resource.kind, sha256: resource.sha256)
        else { throw originals.failures(at: resource.location).notOpenToApp }
        return try originals.open(stored, range, policy, withPlaces: !catalog.access.hidesPlaces)
    }
}

extension LibraryOriginals {
    /// Opens a file for a reader that compares the bytes itself if they are those of the file.
    ///
    /// - Parameter withPlaces: Whether the bytes have the places that the file has.
    func open(
        _ resource: AssetResource, _ range: Range<Int64>?, _ policy: FetchPolicy, withPlaces: Bool
    ) throws -> OpenedBytes {
        guard !withPlaces else { return try open(resource, range, policy) }
        // The reader cannot compare bytes that were overwritten, so all of them are read and compared here.
        let source = try openCompared(resource, policy)
        let bytes: any ByteSource
        if let descriptor = try source.duplicateDescriptor() {
            defer { close(descriptor) }
            let file = ImageSource.file(descriptor: descriptor, size: resource.bytes)
            bytes = OverwrittenByteSource(source, try LocationRemoval.overwrites(of: resource.format, in: file))
        } else {
            bytes = RangedLocationRemoval(source, of: resource.format, failures(at: resource.location).changed) {
                try open(resource, $0, policy).source
            }
        }
        return OpenedBytes(try range.map { try RangedByteSource(bytes, $0) } ?? bytes, isImported: false)
    }
}
