package import AssetLoading
internal import Foundation
internal import ImageDecoding
internal import LibraryStorage
internal import PhotoCatalog
internal import PhotoIngest
internal import PhotoModel
internal import RemoteStores
internal import SystemPackage
internal import SystemSupport

/// Imports the originals of a store that no catalogue names.
///
/// Each is fetched, compared with its name in the store, and imported as any file. A run that was interrupted goes on
/// where it stopped: the catalogue names what was imported.
package struct StoreImport {
    private let stores: LibraryStores
    private let files: FetchedFiles
    private var library: LibraryContext { stores.library }

    package init(_ stores: LibraryStores, importFiles: @escaping FileImport) {
        self.stores = stores
        files = FetchedFiles(stores.library, importFiles)
    }

    /// Imports the originals, and blocks.
    ///
    /// - Parameter onItem: Called for each original, one call at a time.
    /// - Throws: `changeNotSupported` if there is no such store, or the catalogue of another library in it cannot be
    ///   read; the errors of the store and of an import; `cancelled`.
    package func run(
        _ request: StoreImportRequest, _ loading: LoadProgress, onItem: (ImportedOriginal) -> Void
    ) throws -> StoreImportSummary {
        try library.catalog.permission.check()
        var failures: [String: PhotoLibraryError] = [:]
        let reached = try stores.reachable(named: [request.store], &failures, until: loading.cancellation)
        if let failure = failures.values.first { throw failure }
        guard let target = reached.first else { return StoreImportSummary() }
        try RunFolder.clearAbandoned(in: library)
        let run = try RunFolder(in: library)
        // What is left by a failure the next run removes.
        defer { try? run.close() }
        let unknown = try UnknownOriginals(
            in: target, of: library, includesOtherLibraries: request.includesOtherLibraries, until: loading.cancellation
        )
        var summary = StoreImportSummary()
        (summary.otherLibraries, summary.ofOtherLibraries) = (unknown.otherLibraries, unknown.ofOtherLibraries)
        func report(_ item: ImportedOriginal) {
            summary.counts[item.status, default: 0] += 1
            onItem(item)
        }
        for original in unknown.originals {
            loading.addExpected(files: 1, bytes: Int(clamping: original.object.size))
        }
        loading.walkFinished()
        loading.setPhase(.loading)
        guard !request.isRehearsal else {
            for original in unknown.originals { report(ImportedOriginal(original, .planned)) }
            return summary
        }
        let stubs = try StubNames(in: library)
        var rest = unknown.originals[...]
        while !rest.isEmpty {
            let batch = FetchedFiles.takeBatch(of: &rest, bytes: \.object.size)
            try files.checkSpace(for: batch.map(\.object.size))
            let results = inParallel(batch, ofSize: \.object.size) { original in
                Result { try fetch(original, from: target, to: run.path, loading) }
            }
            var fetched: [FetchedOriginal] = []
            for (original, result) in results {
                switch result {
                case .success(let file): fetched.append(file)
                case .failure(let error):
                    let error = PhotoLibraryError(converting: error)
                    if error.code == .cancelled || error.isOfStore { throw error }
                    report(ImportedOriginal(original, .failed, error))
                }
            }
            try importAll(fetched, stubs, request, loading, report)
        }
        try stubs.removeSuperfluous()
        return summary
    }

    // MARK: Fetching

    private func fetch(
        _ original: ListedOriginal, from target: ConnectedStore, to folder: FilePath, _ loading: LoadProgress
    ) throws -> FetchedOriginal {
        try loading.checkIsNotCancelled()
        let progress = loading.beginFile(
            bytes: Int(clamping: original.object.size), name: original.name, then: .storing)
        defer { progress.finish() }
        let path = folder.appending(UUID().uuidString)
        let sha256 = try FetchedFiles.fetch(original, from: target.store, to: path, progress, loading)
        return FetchedOriginal(original: original, sha256: sha256, path: path)
    }

    // MARK: Importing

    /// Imports files under their names; files of the same name one after the other.
    private func importAll(
        _ files: [FetchedOriginal], _ stubs: StubNames, _ request: StoreImportRequest, _ loading: LoadProgress,
        _ report: (ImportedOriginal) -> Void
    ) throws {
        var rest = try files.map { (file: $0, name: try stubs[$0.sha256] ?? $0.nameByContent()) }
        while !rest.isEmpty {
            var names: Set<String> = []
            let split = rest.map { (file: $0, isNow: names.insert($0.name).inserted) }
            try importNow(split.filter(\.isNow).map(\.file), request, loading, report)
            rest = split.filter { !$0.isNow }.map(\.file)
        }
    }

    private func importNow(
        _ files: [(file: FetchedOriginal, name: String)], _ request: StoreImportRequest, _ loading: LoadProgress,
        _ report: (ImportedOriginal) -> Void
    ) throws {
        let paths = try files.map { file, name in
            let path = file.path.removingLastComponent().appending(name)
            guard rename(file.path.platform, path.platform) == 0 else {
                throw PhotoLibraryError(Errno(rawValue: errno), couldNot: "rename the file to this", path)
            }
            return path
        }
        defer { for path in paths { unlink(path.platform) } }
        var importRequest = ImportRequest(paths: paths)
        (importRequest.jobs, importRequest.decoding) = (request.jobs, request.decoding)
        let items = try self.files.importNow(importRequest, loading)
        for (path, (file, name)) in zip(paths, files) {
            guard let item = items[path] else { continue }
            report(
                ImportedOriginal(
                    sha256: file.sha256, name: name, bytes: file.original.object.size, status: item.status,
                    localIdentifier: item.localIdentifier, error: item.error))
        }
    }
}

/// An original that was fetched to a temporary file.
private struct FetchedOriginal {
    let original: ListedOriginal
    let sha256: Digest
    let path: FilePath

    /// The digest, with the extension of the format.
    func nameByContent() throws -> String {
        let file = try FileDescriptor.open(path, .readOnly, options: .closeOnExec)
        defer { try? file.close() }
        let head = try [UInt8](unsafeUninitializedCapacity: 64) { buffer, count in
            count = try file.read(into: UnsafeMutableRawBufferPointer(buffer))
        }
        let ending = imageFormat(ofFirstBytes: head).filenameExtensions.first.map { ".\($0)" }
        return sha256.hex + (ending ?? "")
    }
}

extension ListedOriginal {
    /// The name in the store.
    fileprivate var name: String { sha256?.hex ?? object.key.text }
}

extension ImportedOriginal {
    /// The result for an original that was not imported.
    fileprivate init(_ original: ListedOriginal, _ status: ImportItem.Status, _ error: PhotoLibraryError? = nil) {
        self.init(
            sha256: original.sha256, name: original.name, bytes: original.object.size, status: status,
            localIdentifier: nil, error: error)
    }
}
