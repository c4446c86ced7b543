import Foundation
import OpenPhotoKitOwner
import TestSupport

/// Sample photos in folders, and a path for a library.
struct Samples {
    private static let shared = Result { () throws -> TemporaryFolder in
        let folder = try TemporaryFolder()
        try SamplePhotos.write(to: folder.path("samples"))
        return folder
    }

    private let folder: TemporaryFolder
    /// The path at which a test can create a library.
    let path: FilePath
    /// A folder of photos, as on a memory card.
    let card: FilePath
    /// Copies of the same photos from a cloud service.
    let cloud: FilePath

    init() throws {
        let samples = try Self.shared.get()
        folder = try TemporaryFolder()
        path = FilePath(folder.path("Photos.library"))
        card = FilePath(samples.path("samples/camera"))
        cloud = FilePath(samples.path("samples/cloud"))
    }

    /// A library with the photos of a folder.
    func library(named name: String = "Photos.library", of source: FilePath) async throws -> OwnedLibrary {
        let library = try OwnedLibrary(at: FilePath(folder.path(name)), opening: .creatingIfAbsent)
        _ = try await library.importFiles(ImportRequest(paths: [source]))
        return library
    }
}
