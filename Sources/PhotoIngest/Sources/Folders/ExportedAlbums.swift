internal import Foundation
internal import PhotoCatalog
internal import PhotoModel
internal import Synchronization
internal import SystemPackage
internal import SystemSupport

/// The albums without photos that exports of other libraries name, among the folders of an import.
///
/// Albums with photos are named by the sidecars of the photos.
final class ExportedAlbums: Sendable {
    private let albums = Mutex<[AlbumPath]>([])

    /// Reads the names in a folder, if an export has written them.
    func read(in folder: FilePath) {
        guard let sidecar = try? Self.sidecar(at: folder.appending(OwnXMP.albumsFile)) else { return }
        albums.withLock { $0 += sidecar.albums }
    }

    private static func sidecar(at path: FilePath) throws -> Sidecar? {
        let file = try FileDescriptor.open(path, .readOnly, options: [.noFollow, .closeOnExec, .nonBlocking])
        return try file.closeAfter {
            var status = stat()
            guard fstat(file.rawValue, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
                status.st_size <= Sidecar.maxBytes
            else { return nil }
            return Sidecar(try Sidecar.bytes(of: file, atMost: Int(status.st_size)))
        }
    }

    /// Makes the albums that do not exist yet.
    func make(in catalog: PhotoCatalog) throws {
        let places = albums.withLock { $0 }.map { DestinationAlbum(folder: nil, title: $0.title, in: $0.folders) }
        if !places.isEmpty { try catalog.perform([.makeAlbums(places)]) }
    }
}
