internal import Originals
internal import PhotoModel
internal import SystemPackage

/// Reads a source from the first byte to the last, computes its digest and writes it to its destination.
///
/// Blocks; runs on a queue for reading.
struct SourceReader: Sendable {
    let files: any FileSource
    /// Files of more bytes are refused before they are read.
    let fileSizeLimit: Int

    /// The number of times that a source is read again after it changed while it was read.
    private static let retries = 3

    /// - Parameter modified: The modification time of a named copy in nanoseconds since 1970; `nil` for that of the
    ///   source.
    func read(
        _ source: LoadSource, to destination: LoadDestination, modified: Int64? = nil, progress: FileProgress?
    ) throws -> LoadedFile {
        var error = PhotoLibraryError.sourceChanged(source.name)
        for _ in 0...Self.retries {
            do {
                if let file = try readOnce(source, to: destination, modified, progress) { return file }
            } catch let changed as PhotoLibraryError where changed.code == .sourceChanged {
                // A remote store gave wrong bytes: they are read again from the next store.
                error = changed
            }
        }
        throw error
    }

    /// Reads the source once; `nil` if the source changed while it was read.
    private func readOnce(
        _ wanted: LoadSource, to destination: LoadDestination, _ modified: Int64?, _ progress: FileProgress?
    ) throws -> LoadedFile? {
        let path = wanted.name
        try checkCancellation(progress, path)
        let source = try wanted.open(in: files, progress)
        guard let size = Int(exactly: source.length), size >= 0, size <= fileSizeLimit else {
            throw PhotoLibraryError(
                .fileTooLarge,
                "It has \(source.length) bytes, the limit is \(fileSizeLimit): raise the limit to load it.",
                path: path.string)
        }
        guard let progress else { return try readOnce(source, size, path, to: destination, modified, nil) }
        return try progress.run(path, ending: source.cancel) {
            try readOnce(source, size, path, to: destination, modified, progress)
        }
    }

    private func readOnce(
        _ source: DigestingByteSource, _ size: Int, _ path: FilePath, to destination: LoadDestination,
        _ modified: Int64?, _ progress: FileProgress?
    ) throws -> LoadedFile? {
        let version = try source.version()
        let target = try LoadTarget(for: source, size: size, destination: destination)
        var chunk = ChunkSize()
        let buffer = UnsafeMutableRawBufferPointer.allocate(
            byteCount: max(1, min(ChunkSize.largest, size)), alignment: 4096)
        defer { buffer.deallocate() }

        var count = 0
        while true {
            try checkCancellation(progress, path)
            let start = ContinuousClock.now
            let read = try source.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(chunk.bytes)))
            guard read > 0 else { break }
            // This also stops a source without an end from filling the disk.
            guard read <= size &- count else { return nil }
            let bytes = UnsafeRawBufferPointer(rebasing: buffer.prefix(read))
            try target.append(bytes, at: count)
            count &+= read
            progress?.read(count)
            chunk.adapt(to: ContinuousClock.now - start)
        }
        guard count == size, try source.version() == version else { return nil }
        try checkCancellation(progress, path)
        try target.complete(modifiedNanoseconds: modified ?? version.modifiedNanoseconds)
        guard let sha256 = source.sha256 else {
            throw PhotoLibraryError(.internalError, "The file's end was not read.", path: path.string)
        }
        return LoadedFile(
            target.scratch, readsSource: target.isSource, size: size, sha256: sha256, source: path,
            sourceIdentity: version.fileIdentity(size: Int64(size)))
    }

    private func checkCancellation(_ progress: FileProgress?, _ path: FilePath) throws {
        if progress?.isCancelled == true { throw PhotoLibraryError.cancelled(path) }
    }
}

/// The chunk size: large, but small enough that a cancellation of a slow source takes effect quickly.
private struct ChunkSize {
    static let largest = 1 << 20
    private static let smallest = 1 << 14
    private(set) var bytes = 1 << 17

    /// Aims at 5 to 50 ms per chunk: 50 ms is a quarter of the time that a cancellation may take.
    mutating func adapt(to duration: Duration) {
        if duration < .milliseconds(5) {
            bytes = min(bytes &* 2, Self.largest)
        } else if duration > .milliseconds(50) {
            bytes = max(bytes / 2, Self.smallest)
        }
    }
}
