package import AssetLoading
internal import Glibc
internal import LibraryStorage
package import PhotoIngest
internal import PhotoModel
internal import RemoteStores
internal import Synchronization
internal import SystemPackage
internal import SystemSupport

/// Imports files, and returns when they are durable.
package typealias FileImport =
    @Sendable (ImportRequest, LoadProgress, @escaping @Sendable (ImportItem) -> Void) throws -> Void

/// Fetches originals from stores into a run's folder, and imports them from there as any files.
struct FetchedFiles {
    private let library: LibraryContext
    private let importFiles: FileImport

    init(_ library: LibraryContext, _ importFiles: @escaping FileImport) {
        (self.library, self.importFiles) = (library, importFiles)
    }

    /// The limits of what is fetched before it is imported.
    private static let batch = (elements: 64, bytes: Int64(128 << 20))
    /// The number of bytes that stay free on the library's disk.
    private static let reservedBytes = 64 << 20

    /// Takes the elements that are fetched together.
    static func takeBatch<Element>(of rest: inout ArraySlice<Element>, bytes: (Element) -> Int64) -> [Element] {
        var batch: [Element] = []
        var sum: Int64 = 0
        while let next = rest.first, batch.count < Self.batch.elements, sum < Self.batch.bytes {
            batch.append(rest.removeFirst())
            sum = sum.addingWithoutOverflow(max(0, bytes(next)))
        }
        return batch
    }

    /// Checks that the disk has space for files of these sizes, which are there twice while they are imported.
    ///
    /// - Throws: `notEnoughSpace`.
    func checkSpace(for sizes: [Int64]) throws {
        let sum = sizes.reduce(Int64(0)) { $0.addingWithoutOverflow(max(0, $1)) }
        let needed = Int(clamping: sum.addingWithoutOverflow(sum))
        let available = max(0, try Volume(of: library.folder.path).availableBytes - Self.reservedBytes)
        guard needed > available else { return }
        throw PhotoLibraryError(
            .notEnoughSpace,
            "The next photos need \(ByteText.of(needed)) while they are imported, and the library's disk has "
                + "\(ByteText.of(available)) to spare (\(ByteText.of(Self.reservedBytes)) stay free). The photos that "
                + "came stay. Free some space, and start the import again.", path: library.folder.path.string)
    }

    /// Copies an original to a new file, and compares its bytes with its name in the store.
    ///
    /// - Throws: The errors of ``OriginalStore/fetch(_:to:_:_:)``, after which there is no file.
    static func fetch(
        _ original: ListedOriginal, from store: OriginalStore, to path: FilePath, _ progress: FileProgress,
        _ loading: LoadProgress
    ) throws -> Digest {
        do {
            return try store.fetch(original, to: path, loading.cancellation) { progress.read(Int(clamping: $0)) }
        } catch {
            unlink(path.platform)
            throw error
        }
    }

    /// Imports the files of a request.
    ///
    /// - Returns: The result of each file by its path.
    func importNow(_ request: ImportRequest, _ loading: LoadProgress) throws -> [FilePath: ImportItem] {
        var request = request
        request.readsPhotoLibraries = false
        let items = Mutex<[FilePath: ImportItem]>([:])
        let importing = LoadProgress()
        try loading.cancellation.run(ending: { importing.cancel() }) {
            try importFiles(request, importing) { item in items.withLock { $0[item.path] = item } }
        }
        return items.withLock { $0 }
    }
}

extension Int64 {
    /// The sum of two sizes; the greatest number if it is greater.
    fileprivate func addingWithoutOverflow(_ other: Int64) -> Int64 {
        let (sum, overflows) = addingReportingOverflow(other)
        return overflows ? .max : sum
    }
}
