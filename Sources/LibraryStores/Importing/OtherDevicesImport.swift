package import AssetLoading
package import DecoderProcess
internal import Foundation
internal import LibraryStorage
internal import PhotoCatalog
internal import PhotoIngest
internal import PhotoModel
internal import SystemPackage
internal import SystemSupport

/// Imports the photos that other devices of the registry have and this library lacks.
///
/// The files of each photo are fetched into a folder of their own under their names, so that the import joins them to
/// one photo. A run that was interrupted goes on where it stopped: the catalogue knows which photos came.
package struct OtherDevicesImport {
    private let stores: LibraryStores
    private let files: FetchedFiles
    private var library: LibraryContext { stores.library }
    private var catalog: PhotoCatalog { library.catalog }
    /// How many pictures are decoded at a time, and where.
    private let decoding: (jobs: Int, mode: DecodingMode)

    /// The number of photos that are read from the catalogue at a time.
    private static let pageSize = 1000

    package init(
        _ stores: LibraryStores, jobs: Int, _ decoding: DecodingMode, importFiles: @escaping FileImport
    ) {
        self.stores = stores
        self.decoding = (jobs, decoding)
        files = FetchedFiles(stores.library, importFiles)
    }

    /// Imports the photos, and blocks.
    ///
    /// - Parameter onItem: Called for each photo, one call at a time.
    /// - Throws: `changeNotSupported` if photos are missing and the library has no store; `notEnoughSpace`;
    ///   `cancelled`; errors of the catalogue. A store that fails is in the summary.
    package func run(
        _ loading: LoadProgress, onItem: (PhotoOfOtherDevicesItem) -> Void
    ) throws -> PhotosOfOtherDevicesSummary {
        try catalog.permission.check()
        var summary = PhotosOfOtherDevicesSummary()
        let count = try catalog.countPhotosOfOtherDevices()
        guard count > 0 else { return summary }
        guard try !stores.connections.all().isEmpty else { throw Self.noStore(count) }
        let reached = try ReachedStores(stores, until: loading.cancellation)
        try RunFolder.clearAbandoned(in: library)
        let run = try RunFolder(in: library)
        // What is left by a failure the next run removes.
        defer { try? run.close() }
        func report(_ item: PhotoOfOtherDevicesItem) {
            summary.counts[item.outcome, default: 0] += 1
            onItem(item)
        }
        loading.setPhase(.loading)
        var photos = try catalog.photosOfInterruptedImports()
        var start: PageOfPhotos.Position?
        repeat {
            let page = try catalog.photosOfOtherDevices(from: start, limit: Self.pageSize)
            photos = Self.withoutCopies(photos + page.photos)
            for photo in photos { loading.addExpected(files: photo.files.count, bytes: Int(clamping: photo.bytes)) }
            if page.next == nil { loading.walkFinished() }
            try importAll(photos, reached, run, loading, report)
            (photos, start) = ([], page.next)
        } while start != nil && reached.isAnyLeft
        summary.unavailableStores = reached.failures
        // If no store is left, the other photos were not looked for.
        let left = try catalog.countPhotosOfOtherDevices() - summary.notInStores - summary.failed
        if !reached.isAnyLeft, left > 0 { summary.counts[.notInStores, default: 0] += left }
        return summary
    }

    /// The first photo of each original: the others are copies of a photo that is here then.
    private static func withoutCopies(_ photos: [PhotoOfOtherDevices]) -> [PhotoOfOtherDevices] {
        var originals: Set<Digest> = []
        return photos.filter { $0.files.first.map { originals.insert($0.sha256).inserted } ?? false }
    }

    private func importAll(
        _ photos: [PhotoOfOtherDevices], _ reached: ReachedStores, _ run: RunFolder, _ loading: LoadProgress,
        _ report: (PhotoOfOtherDevicesItem) -> Void
    ) throws {
        let batch = OtherDevicesBatch(library, files, reached, decoding, loading)
        var rest = photos[...]
        while !rest.isEmpty, reached.isAnyLeft {
            let next = FetchedFiles.takeBatch(of: &rest, bytes: \.bytes)
            try batch.importNow(next, in: run, report)
        }
    }

    private static func noStore(_ count: Int) -> PhotoLibraryError {
        PhotoLibraryError(
            .changeNotSupported,
            "Other devices have \(counted(count, "photo")) that \(count == 1 ? "is" : "are") not here, and this library has "
                + "no store from which \(count == 1 ? "it" : "they") could come. Add a store that these devices use.",
            remedy: .addStore)
    }
}
