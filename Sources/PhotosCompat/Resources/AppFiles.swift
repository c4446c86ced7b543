internal import Originals
internal import PhotoModel
internal import SystemPackage

/// Files of an app, which are in no library: each is at the path of its location.
///
/// Their bytes are compared with those of the time when the app named them.
struct AppFiles: Originals {
    func open(_ resource: AssetResource, _ range: Range<Int64>?, _ policy: FetchPolicy) throws -> OpenedBytes {
        guard case .reference(let path) = resource.location else {
            throw PhotoLibraryError(.internalError, "The file of an app has no path.")
        }
        let changed = PhotoLibraryError(
            .invalidResource, "The file has changed since the Live Photo was made of it. Make the Live Photo again.",
            path: path.string)
        let file = try Self.open(path)
        guard file.length == Int64(resource.bytes) else { throw changed }
        if let range { return OpenedBytes(try RangedByteSource(file, range), isImported: false) }
        return OpenedBytes(
            try DigestingByteSource(file, expecting: .init(sha256: resource.sha256, failure: changed)),
            isImported: false)
    }

    func path(of location: AssetResource.Location) -> FilePath? {
        if case .reference(let path) = location { path } else { nil }
    }

    /// Opens a file that an app has named.
    ///
    /// - Throws: `missingResource`, `accessUserDenied`, `accessRestricted`, `invalidResource`.
    static func open(_ path: FilePath) throws(PhotoLibraryError) -> any ByteSource {
        do { return try LocalFiles().open(path) } catch {
            let code: PhotoLibraryError.Code =
                switch (error as? PhotoLibraryError)?.cause as? Errno {
                case .noSuchFileOrDirectory, .notDirectory: .missingResource
                case .permissionDenied: .accessUserDenied
                case .notPermitted: .accessRestricted
                default: .invalidResource
                }
            throw PhotoLibraryError(
                code, (error as? PhotoLibraryError)?.message ?? "The file cannot be read: \(error).", path: path.string,
                cause: error)
        }
    }
}
