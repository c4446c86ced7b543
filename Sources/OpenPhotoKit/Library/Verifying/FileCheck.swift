internal import AssetLoading
internal import Foundation
internal import PhotoModel
internal import SystemPackage

/// Holds files of assets against what the catalogue says of them.
struct FileCheck: Sendable {
    private let isQuick: Bool
    private let loader: AssetLoader
    private let loading: LoadProgress

    init(_ request: VerifyRequest, _ loading: LoadProgress) {
        isQuick = request.isQuick
        let rate = request.bytesPerSecond.map { ReadingRate(bytesPerSecond: $0) }
        loader = AssetLoader(ioJobs: request.ioJobs, jobs: 1, store: DiskReadingStore(rate: rate))
        self.loading = loading
    }

    /// Checks a file and completes once: on this thread if nothing is read, else on a queue of the loader.
    ///
    /// - Parameter completion: Gets `nil` if the check was cancelled.
    func run(
        _ resource: AssetResource, of asset: String, completion: @escaping @Sendable (VerifiedFile?) -> Void
    ) {
        let bytes = resource.bytes
        if let fault = Self.fault(of: resource, asset) {
            loading.fileSkipped(bytes: bytes)
            return completion(fault)
        }
        if isQuick {
            loading.fileSkipped(bytes: bytes)
            return completion(Self.verified(resource, asset, .ok, nil))
        }
        let progress = loading.beginFile(bytes: bytes, name: resource.path.lastComponent?.string, isDecoded: false)
        // Nothing is kept of the bytes: they are only digested.
        loader.load(resource.path, followsLinks: resource.isReference, to: .memory(upTo: 0), progress: progress) {
            file, _ in
            file.sha256 == resource.sha256
        } completion: { result in
            progress.finish()
            switch result {
            case .success((_, true)): completion(Self.verified(resource, asset, .ok, nil))
            case .success: completion(Self.changed(resource, asset))
            case .failure(let error as PhotoLibraryError) where error.code == .cancelled: completion(nil)
            case .failure(let error): completion(Self.fault(of: resource, asset, after: error))
            }
        }
    }

    // MARK: Faults

    /// What is wrong as far as can be seen without reading.
    static func fault(of resource: AssetResource, _ asset: String) -> VerifiedFile? {
        var status = stat()
        let path = resource.path.platform
        // Only its owner may have a link where the file should be.
        guard (resource.isReference ? stat(path, &status) : lstat(path, &status)) == 0 else {
            let errno = Errno(rawValue: errno)
            return errno == .noSuchFileOrDirectory || errno == .notDirectory
                ? missing(resource, asset, errno)
                : unreadable(
                    resource, asset, PhotoLibraryError(errno, couldNot: "look at the file", resource.path))
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            return verified(
                resource, asset, .unreadable,
                PhotoLibraryError(
                    .notARegularFile,
                    "In the file's place is a folder, link, pipe or device. Put the file back from a backup; or move that "
                        + "away and import the photo again.", path: resource.path.string, identifier: asset))
        }
        return Int64(status.st_size) == Int64(resource.bytes) ? nil : changed(resource, asset)
    }

    /// What is wrong with a file that could not be read: it may have gone since it was looked at.
    static func fault(of resource: AssetResource, _ asset: String, after error: any Error) -> VerifiedFile {
        fault(of: resource, asset) ?? unreadable(resource, asset, error)
    }

    private static func missing(_ resource: AssetResource, _ asset: String, _ cause: Errno) -> VerifiedFile {
        let remedy =
            resource.isReference
            ? "Bring it back to this place, mount its disk, or import the photo from where it is now."
            : "Restore it from a backup, or import the photo again."
        return verified(
            resource, asset, .missing,
            PhotoLibraryError(
                .missingResource, "The file is gone. \(remedy)", path: resource.path.string, identifier: asset,
                cause: cause))
    }

    /// The fault of a file that was read and has other bytes.
    static func changed(_ resource: AssetResource, _ asset: String) -> VerifiedFile {
        let remedy =
            resource.isReference
            ? "Its owner changed it: import it again to have it as it is now."
            : "Import the photo again from a file with the right bytes, or restore it from a backup."
        return verified(
            resource, asset, .changed,
            PhotoLibraryError(
                .libraryDamaged, "The bytes are not those that were imported. \(remedy)",
                path: resource.path.string, identifier: asset))
    }

    private static func unreadable(_ resource: AssetResource, _ asset: String, _ error: any Error) -> VerifiedFile {
        verified(
            resource, asset, .unreadable,
            error as? PhotoLibraryError
                ?? PhotoLibraryError(.unreadable, "\(error)", path: resource.path.string, cause: error))
    }

    private static func verified(
        _ resource: AssetResource, _ asset: String, _ status: VerifiedFile.Status, _ error: PhotoLibraryError?
    ) -> VerifiedFile {
        VerifiedFile(localIdentifier: asset, path: resource.path, status: status, error: error)
    }
}
