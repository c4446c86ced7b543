internal import Dispatch
internal import Foundation
package import Originals
internal import PhotoModel
internal import Synchronization
package import SystemPackage

/// Reads files of this machine, reads files of remote stores, and decodes files, with progress and cancellation.
///
/// Each of the three has a bounded queue of its own, so that a slow store never holds up a disk.
///
/// All methods may be called from any thread and return at once.
public final class AssetLoader: Sendable {
    /// The default limit for the size of a file: 64 GiB.
    public static let defaultFileSizeLimit: Int = 64 << 30
    /// The number of files that are read from remote stores at a time.
    private static let storeJobs = 8

    private let reader: SourceReader
    private let readingQueue: BoundedQueue
    private let storeQueue: BoundedQueue
    private let decodingQueue: BoundedQueue

    /// Creates a loader with its own queues.
    ///
    /// - Parameters:
    ///   - ioJobs: The number of files that are read at a time (at least 1).
    ///   - jobs: The number of files that are decoded at a time; 0 means one for each core.
    ///   - fileSizeLimit: Files of more bytes are refused before they are read (`fileTooLarge`).
    public convenience init(
        ioJobs: Int = 2, jobs: Int = 0, fileSizeLimit: Int = AssetLoader.defaultFileSizeLimit
    ) { self.init(ioJobs: ioJobs, jobs: jobs, fileSizeLimit: fileSizeLimit, files: LocalFiles()) }

    /// Creates a loader that opens files, other than those of libraries, in another way.
    package init(
        ioJobs: Int = 2, jobs: Int = 0, fileSizeLimit: Int = AssetLoader.defaultFileSizeLimit, files: any FileSource
    ) {
        reader = SourceReader(files: files, fileSizeLimit: fileSizeLimit)
        readingQueue = BoundedQueue(label: "OpenPhotoKit.reading", width: ioJobs, qos: .utility)
        storeQueue = BoundedQueue(label: "OpenPhotoKit.store", width: Self.storeJobs, qos: .utility)
        decodingQueue = BoundedQueue(
            label: "OpenPhotoKit.decoding",
            width: jobs > 0 ? jobs : ProcessInfo.processInfo.activeProcessorCount, qos: .utility)
    }

    /// Reads a file on the reading queue, then decodes it and completes on the decoding queue.
    ///
    /// Files are started in the order of the calls. The caller limits how many are loaded at once: each keeps a
    /// descriptor open from its first byte until its ``LoadedFile`` is released, and with `.memory` up to that many
    /// bytes.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - followsLinks: Whether the path may be a symbolic link; if not, a link is `unreadable`.
    ///   - destination: The destination of the bytes.
    ///   - progress: Receives the number of bytes read. Its cancellation is checked at least every 50 ms or chunk. This
    ///     method does not finish it.
    ///   - decode: Creates the value. It is also called for an empty file. It reports `decoded` and stops when
    ///     cancelled.
    ///   - completion: Called exactly once, with the file and value, with what `decode` threw, or with a
    ///     `PhotoLibraryError`: `unreadable`, `notARegularFile`, `fileTooLarge`, `sourceChanged` (in each of 4
    ///         attempts), `notEnoughSpace`, `ioFailure`, `cancelled`. After an error nothing is left of the file.
    package func load<Value: Sendable>(
        _ path: FilePath, followsLinks: Bool = true, to destination: LoadDestination, progress: FileProgress?,
        decode: @escaping @Sendable (LoadedFile, FileProgress?) throws -> Value,
        completion: @escaping @Sendable (Result<(LoadedFile, Value), any Error>) -> Void
    ) {
        load(
            .file(path, followsLinks: followsLinks), to: destination, progress: progress, decode: decode,
            completion: completion)
    }

    /// Loads a resource of a library in the same way, and compares its bytes with the digest of the imported file.
    ///
    /// - Parameter completion: Also called with the errors of ``ResourceHandle/open()``.
    package func load<Value: Sendable>(
        _ resource: ResourceHandle, to destination: LoadDestination, progress: FileProgress?,
        decode: @escaping @Sendable (LoadedFile, FileProgress?) throws -> Value,
        completion: @escaping @Sendable (Result<(LoadedFile, Value), any Error>) -> Void
    ) {
        load(.resource(resource), to: destination, progress: progress, decode: decode, completion: completion)
    }

    /// Decodes a resource from its source on the decoding queue, so that only the bytes that the decoder needs are
    /// read.
    ///
    /// The size is that of the imported file, but the bytes are not compared with its digest. A resource that is not a
    /// local file is loaded as by ``load(_:to:progress:decode:completion:)``.
    ///
    /// - Parameters:
    ///   - progress: Receives the number of bytes read of a resource that is loaded, and can cancel that.
    ///   - decode: Creates the value from a descriptor, to be read with pread(2), and the number of bytes.
    ///   - completion: Called exactly once, also with `sourceChanged` if the file changed meanwhile.
    package func decodeInPlace<Value: Sendable>(
        _ resource: ResourceHandle, orLoadTo destination: LoadDestination, progress: FileProgress?,
        decode: @escaping @Sendable (_ descriptor: Int32, _ size: Int) throws -> Value,
        completion: @escaping @Sendable (Result<Value, any Error>) -> Void
    ) {
        decodingQueue.async { [self] in
            do {
                let source = try resource.open()
                guard let copy = try source.duplicateDescriptor() else {
                    return load(resource, to: destination, progress: progress) { file, _ in
                        try decode(file.descriptor, file.size)
                    } completion: {
                        completion($0.map(\.1))
                    }
                }
                let descriptor = FileDescriptor(rawValue: copy)
                let size = Int(clamping: source.length)
                let version = try source.version()
                let value = try descriptor.closeAfter { try decode(copy, size) }
                guard try source.version() == version else {
                    throw PhotoLibraryError.sourceChanged(resource.name)
                }
                completion(.success(value))
            } catch {
                completion(.failure(error))
            }
        }
    }

    func load<Value: Sendable>(
        _ source: LoadSource, to destination: LoadDestination, progress: FileProgress?,
        decode: @escaping @Sendable (LoadedFile, FileProgress?) throws -> Value,
        completion: @escaping @Sendable (Result<(LoadedFile, Value), any Error>) -> Void
    ) {
        let queue = source.handle?.mayWaitForStore == true ? storeQueue : readingQueue
        queue.async { [reader, decodingQueue] in
            let arrival = Handover(Result { try reader.read(source, to: destination, progress: progress) })
            decodingQueue.async {
                completion(Result { try Self.decoded(arrival, progress, decode) })
            }
        }
    }

    private static func decoded<Value>(
        _ arrival: Handover<Result<LoadedFile, any Error>>, _ progress: FileProgress?,
        _ decode: (LoadedFile, FileProgress?) throws -> Value
    ) throws -> (LoadedFile, Value) {
        let file = try arrival.take().get()
        if progress?.isCancelled == true { throw PhotoLibraryError.cancelled(file.source) }
        let value = try decode(file, progress)
        try file.checkSource()
        return (file, value)
    }

    /// Runs a block on the reading queue, after all blocks that were submitted before.
    func onReadingQueue(_ work: @escaping @Sendable (any FileSource) -> Void) {
        readingQueue.async { [reader] in work(reader.files) }
    }
}

/// A value that one queue passes to another, with the only reference to it.
///
/// The value is a loaded file, and its temporary file is removed when the last reference is released. If the block
/// captured the value, a temporary file that fails would be removed only after the completion had run.
private final class Handover<Value: Sendable>: Sendable {
    private let value: Mutex<Value?>

    init(_ value: Value) { self.value = Mutex(value) }

    /// Returns the value and removes it; throws `internalError` at the second call.
    func take() throws -> Value {
        guard let value = value.withLock({ $0.take() }) else {
            throw PhotoLibraryError(.internalError, "A loaded file was taken twice.")
        }
        return value
    }
}
