package import AssetLoading
internal import Foundation
internal import LibraryStorage
internal import Originals
internal import PhotoCatalog
internal import PhotoIngest
public import PhotoModel
internal import SystemPackage
internal import SystemSupport

/// Brings originals that are in stores back to this device.
///
/// The bytes are compared with their digest before the file gets its path, and the path is durable before the catalogue
/// names it.
package struct OriginalReturner {
    private let stores: LibraryStores
    private var library: LibraryContext { stores.library }

    package init(_ stores: LibraryStores) { self.stores = stores }

    /// Brings back the files of photos, and blocks.
    ///
    /// - Parameter onItem: Called for each photo, one call at a time.
    /// - Throws: `cancelled`; errors of the catalogue and of the library's disk.
    package func run(
        _ assets: [String], _ loading: LoadProgress, onItem: (ReturnedItem) -> Void
    ) throws {
        try library.catalog.permission.check()
        try RunFolder.clearAbandoned(in: library)
        let run = try RunFolder(in: library)
        // Removes the stubs too. What is left by a failure the next run removes.
        defer { try? run.close() }
        let files = try assets.map { asset in
            (asset, try library.catalog.storedResources(of: asset).filter { $0.content.location == .elsewhere })
        }
        for file in files.flatMap(\.1) { loading.addExpected(files: 1, bytes: Int(clamping: file.content.size)) }
        loading.walkFinished()
        loading.setPhase(.loading)
        for (asset, files) in files {
            try loading.checkIsNotCancelled()
            var bytes: Int64 = 0
            do {
                for file in files {
                    try bringBack(file, run, loading)
                    bytes += file.content.size
                }
                onItem(ReturnedItem(localIdentifier: asset, name: files.first?.name ?? asset, bytes: bytes, error: nil))
            } catch {
                let error = PhotoLibraryError(converting: error)
                guard error.code != .cancelled else { throw error }
                onItem(
                    ReturnedItem(localIdentifier: asset, name: files.first?.name ?? asset, bytes: bytes, error: error))
            }
        }
    }

    private func bringBack(
        _ file: StoredResource, _ run: RunFolder, _ loading: LoadProgress
    ) throws {
        let temporary = run.path.appending(file.content.sha256.hex)
        let progress = loading.beginFile(bytes: Int(clamping: file.content.size), name: file.name, then: .storing)
        defer { progress.finish() }
        try write(file, to: temporary, progress, loading)
        let former =
            file.formerPath ?? FilePath("originals/undated").appending(OriginalName.sanitised(file.originalFilename))
        let path = try place(temporary, at: former, run)
        try library.catalog.record(.store(.broughtBack(resource: file.row, path: path, run: run.name)))
    }

    /// Writes the bytes to a new file, which is durable when this returns.
    private func write(
        _ file: StoredResource, to path: FilePath, _ progress: FileProgress, _ loading: LoadProgress
    ) throws {
        let source = try library.open(file)
        let output = try ReplacementFile(at: path)
        var done = 0
        try source.forEachPiece(loading.cancellation) { piece in
            try output.append(piece)
            done += piece.count
            progress.read(done)
        }
        try loading.checkIsNotCancelled()
        try output.finish()
    }

    /// Gives a temporary file its path in the library's folder, durably, and returns the path.
    ///
    /// The path is planned first, so that a process that ends before the catalogue names it leaves no file.
    private func place(_ temporary: FilePath, at former: FilePath, _ run: RunFolder) throws -> FilePath {
        let folder = former.removingLastComponent()
        let name = former.lastComponent?.string ?? "original"
        try library.folder.makeFolder(folder)
        return try library.folder.withExclusiveLock {
            var refused: FilePath?
            for attempt in 0... {
                let path = folder.appending(OriginalName.numbered(name, attempt: attempt))
                let whole = library.folder.path.pushing(path)
                guard access(whole.platform, F_OK) != 0,
                    try library.catalog.plan([path], insteadOf: refused, run: run.name).isEmpty
                else { continue }
                guard try DurableFile.renameWithoutReplacing(temporary, to: whole) else {
                    // Another program put a file there, which must not be removed with this run's files.
                    refused = path
                    continue
                }
                try library.folder.syncUpwards(from: folder)
                return path
            }
            return former
        }
    }
}

/// What was done to bring the files of a photo back.
public struct ReturnedItem: Sendable {
    /// The local identifier of the photo.
    public let localIdentifier: String
    /// The name of its original at import; the identifier if it is unknown.
    public let name: String
    /// The bytes that were brought back; 0 if all files were here.
    public let bytes: Int64
    /// Why files are still elsewhere; `nil` if none is.
    public let error: PhotoLibraryError?
}
