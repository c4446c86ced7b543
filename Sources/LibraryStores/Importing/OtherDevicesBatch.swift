internal import AssetLoading
internal import DecoderProcess
internal import LibraryStorage
internal import PhotoCatalog
internal import PhotoIngest
internal import PhotoModel
internal import SystemPackage

/// Fetches some photos of other devices, and imports them.
struct OtherDevicesBatch {
    private let library: LibraryContext
    private let files: FetchedFiles
    private let reached: ReachedStores
    private let loading: LoadProgress
    /// How many pictures are decoded at a time, and where.
    private let decoding: (jobs: Int, mode: DecodingMode)

    init(
        _ library: LibraryContext, _ files: FetchedFiles, _ reached: ReachedStores,
        _ decoding: (jobs: Int, mode: DecodingMode), _ loading: LoadProgress
    ) {
        (self.library, self.files, self.reached) = (library, files, reached)
        (self.decoding, self.loading) = (decoding, loading)
    }

    /// Fetches and imports photos.
    ///
    /// - Parameters:
    ///   - run: The folder into which the files are fetched.
    ///   - report: Called for each photo.
    /// - Throws: `notEnoughSpace`, `cancelled`; errors of the catalogue and of the library's disk.
    func importNow(
        _ photos: [PhotoOfOtherDevices], in run: RunFolder, _ report: (PhotoOfOtherDevicesItem) -> Void
    ) throws {
        try loading.checkIsNotCancelled()
        let present = try inStores(photos, report)
        try files.checkSpace(for: present.flatMap(\.files).map(\.bytes))
        let placed = try present.map { try PlacedPhoto($0, in: run) }
        defer { for photo in placed { photo.removeFolders() } }
        let fetched = try fetch(placed, report)
        guard !fetched.isEmpty else { return }
        var request = ImportRequest(paths: fetched.flatMap(\.paths))
        (request.jobs, request.decoding) = decoding
        for photo in fetched.map(\.photo) {
            if let original = photo.files.first { request.stableIDs[original.sha256] = photo.stableID }
        }
        try library.catalog.record(.registers(.importing(fetched.map(\.photo.stableID))))
        let items = try files.importNow(request, loading)
        try finish(fetched.compactMap { photo in photo.item(items).map { (photo.photo, $0) } }, report)
    }

    /// The photos of which stores say that they have all files.
    private func inStores(
        _ photos: [PhotoOfOtherDevices], _ report: (PhotoOfOtherDevicesItem) -> Void
    ) throws -> [PhotoOfOtherDevices] {
        let (reached, cancellation) = (reached, loading.cancellation)
        let found = inParallel(photos, ofSize: \.bytes) { photo in
            Result {
                try photo.files.allSatisfy { try reached.have($0.sha256, bytes: $0.bytes, until: cancellation) }
            }
        }
        return try found.compactMap { photo, isThere in
            if try isThere.get() { return photo }
            for file in photo.files { loading.fileSkipped(bytes: Int(clamping: file.bytes)) }
            report(PhotoOfOtherDevicesItem(photo, .notInStores))
            return nil
        }
    }

    /// Fetches all files of photos, and returns the photos whose files came.
    private func fetch(
        _ photos: [PlacedPhoto], _ report: (PhotoOfOtherDevicesItem) -> Void
    ) throws -> [PlacedPhoto] {
        let places = photos.flatMap { zip($0.photo.files, $0.paths).map { PlacedFile(file: $0, path: $1) } }
        let (reached, loading) = (reached, loading)
        let results = inParallel(places, ofSize: \.file.bytes) { place in
            Result {
                let (file, bytes) = (place.file, Int(clamping: place.file.bytes))
                let progress = loading.beginFile(bytes: bytes, name: file.name.string, then: .storing)
                defer { progress.finish() }
                return try reached.fetch(file.sha256, bytes: file.bytes, to: place.path, progress, loading)
            }
        }
        var outcomes: [FilePath: ReachedStores.Outcome] = [:]
        for (place, result) in results { outcomes[place.path] = try result.get() }
        return photos.filter { photo in
            for path in photo.paths {
                switch outcomes[path] {
                case .fetched: continue
                case .failed(let error): report(PhotoOfOtherDevicesItem(photo.photo, .failed, error))
                case .absent, nil: report(PhotoOfOtherDevicesItem(photo.photo, .notInStores))
                }
                return false
            }
            return true
        }
    }

    /// Records what became of photos, and reports it.
    private func finish(
        _ results: [(photo: PhotoOfOtherDevices, item: PhotoOfOtherDevicesItem)],
        _ report: (PhotoOfOtherDevicesItem) -> Void
    ) throws {
        var imported = ImportedPhotos()
        for (photo, item) in results {
            switch item.outcome {
            case .imported: imported.new.append(photo.stableID)
            case .duplicate: imported.present.append(photo.stableID)
            case .leftOut: imported.leftOut.append(photo.stableID)
            // The next import tries again.
            case .notInStores, .failed: break
            }
        }
        try library.catalog.record(.registers(.imported(imported)))
        for (_, item) in results { report(item) }
    }
}

/// A file and the path to which it is fetched.
private struct PlacedFile {
    let file: PhotoOfOtherDevices.File
    let path: FilePath
}

/// A photo whose files have paths in a run's folder.
private struct PlacedPhoto {
    let photo: PhotoOfOtherDevices
    /// The paths of the files, in the same order.
    let paths: [FilePath]
    private let folders: [FilePath]

    /// Makes the folders: a second one for files with the names of others.
    init(_ photo: PhotoOfOtherDevices, in run: RunFolder) throws {
        var folders: [(path: FilePath, names: Set<FilePath.Component>)] = []
        var paths: [FilePath] = []
        for file in photo.files {
            let free = folders.firstIndex { !$0.names.contains(file.name) }
            let index = free ?? folders.endIndex
            if free == nil { folders.append((try run.makePhotoFolder(), [])) }
            folders[index].names.insert(file.name)
            paths.append(folders[index].path.appending(file.name))
        }
        (self.photo, self.paths, self.folders) = (photo, paths, folders.map(\.path))
    }

    func removeFolders() { for folder in folders { RunFolder.removePhotoFolder(folder) } }

    /// The result of the photo, by those of its files; `nil` if the import was cancelled before its original.
    func item(_ items: [FilePath: ImportItem]) -> PhotoOfOtherDevicesItem? {
        let results = paths.map { items[$0] }
        guard let path = paths.first, let original = items[path] else { return nil }
        if let failed = results.first(where: { $0?.status == .failed }) {
            return PhotoOfOtherDevicesItem(photo, .failed, failed?.error)
        }
        if original.status == .skipped { return PhotoOfOtherDevicesItem(photo, .leftOut, original.error) }
        // No photo of this library had these bytes when the import began, or when one that was interrupted did.
        let isNew = original.status == .imported || original.match == .bytes
        return PhotoOfOtherDevicesItem(photo, isNew ? .imported : .duplicate, asset: original.localIdentifier)
    }
}

extension PhotoOfOtherDevicesItem {
    fileprivate init(
        _ photo: PhotoOfOtherDevices, _ outcome: Outcome, _ error: PhotoLibraryError? = nil, asset: String? = nil
    ) {
        self.init(
            name: photo.files.first?.name.string ?? "", bytes: photo.bytes, outcome: outcome, localIdentifier: asset,
            error: error)
    }
}
