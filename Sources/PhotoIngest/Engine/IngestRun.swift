internal import AssetLoading
internal import DecoderProcess
internal import Dispatch
internal import Foundation
internal import Originals
internal import PhotoInspection
internal import PhotoModel
internal import Synchronization
internal import SystemPackage
internal import SystemSupport

/// What a source of files does with them: it classifies and commits them, and reports each.
protocol IngestPolicy: Sendable {
    associatedtype Item: Sendable

    /// Commits a batch, and returns the result of each file, in the same order.
    ///
    /// Files whose load was cancelled have no result. Called by one thread at a time.
    ///
    /// - Throws: The error that stops the run: a catalogue that cannot be written.
    func commit(_ batch: [BatchEntry]) throws -> [Item]

    /// Reports the result of a file, after the file is durable.
    ///
    /// Called by one thread at a time.
    ///
    /// - Throws: The error that stops the run. The rest of a committed batch is reported too.
    func report(_ item: Item) throws
}

/// Reads the files of a source several at a time, and commits them in batches, in the order of the source.
///
/// Imports and rebuilds use it. The source gives the files with ``read(_:bytes:followsLinks:to:candidate:)`` and
/// ``put(_:_:)`` from one thread, as long as ``goesOn``. Order, concurrency, progress, cancellation and the error that
/// stops the run are here.
final class IngestRun<Policy: IngestPolicy>: Sendable {
    let analyser: PhotoAnalyser
    private let policy: Policy
    private let loading: LoadProgress
    private let loader: AssetLoader
    private let order: OrderedHandover<BatchEntry>
    private let arrived = Atomic(0)
    private let state = Mutex(State())

    private struct State {
        /// The first error that stops the run.
        var failure: (any Error)?
        /// Whether no later batch is committed.
        var isStopped = false
    }

    /// - Parameters:
    ///   - files: Opens the files.
    ///   - ioJobs: How many files are read at a time.
    ///   - jobs: How many pictures are decoded at a time; 0 for one per core.
    ///   - maximumDelay: How long a file waits for others of its batch.
    init(
        _ policy: Policy, reading files: any FileSource = LocalFiles(), ioJobs: Int, jobs: Int,
        _ decoding: DecodingMode, _ loading: LoadProgress,
        committingAfter maximumDelay: DispatchTimeInterval = .seconds(1)
    ) {
        self.policy = policy
        self.loading = loading
        analyser = PhotoAnalyser(decoding)
        loader = AssetLoader(ioJobs: ioJobs, jobs: jobs, files: files)
        // A transaction of many small files takes about as long as one of a few, so files wait until there are 64, but
        // not much longer than a second. While a large file is read, about 500 small files behind it are read, too. A
        // copy that waits keeps a descriptor open, of which a process usually may have 1,024.
        order = OrderedHandover(
            label: "openphotokit.ingest", width: .underWay(ioJobs: ioJobs, jobs: jobs), batchLimit: 64,
            waitingLimit: 512, maximumDelay: maximumDelay)
    }

    /// The bytes of all candidates so far.
    var arrivedBytes: Int { arrived.load(ordering: .relaxed) }

    /// Whether the source is to give more files.
    var goesOn: Bool { !loading.isCancelled && state.withLock { $0.failure == nil } }

    // MARK: Files

    /// Reads a file, makes a candidate of it, and hands it over in the order of the calls.
    ///
    /// Waits until another file may be in progress.
    ///
    /// - Parameter candidate: Runs on the loader's queue for decoding.
    func read(
        _ path: FilePath, bytes: Int, followsLinks: Bool, to destination: LoadDestination,
        candidate: @escaping @Sendable (LoadedFile, FileProgress?) throws -> BatchEntry.Reading
    ) {
        // Fewer large copies wait, because they are in `incoming/` until the commit.
        let isLarge = destination.storesCopies && bytes > 4 << 20
        let place = order.reserve(isLarge: isLarge)
        let progress = loading.beginFile(bytes: bytes, name: path.lastComponent?.string)
        loader.load(
            path, followsLinks: followsLinks, to: destination, progress: progress, decode: candidate
        ) { [self] result in
            progress.finish()
            hand(BatchEntry(path: path, reading: .init(path, result.map(\.1))), at: place)
        }
    }

    /// Hands over the result of a file that is not read, in the order of the calls.
    func put(_ path: FilePath, _ reading: BatchEntry.Reading) {
        hand(BatchEntry(path: path, reading: reading), at: order.reserve())
    }

    /// Reports the result of a file that is not handed over, at once.
    func report(_ item: Policy.Item) { order.run { [self] in deliver([item]) } }

    /// Waits until the files so far are committed and reported.
    func waitForFiles() { order.finish() }

    // MARK: End

    /// Stops the source.
    ///
    /// The files that were read are committed, unless an error of a commit or a report stopped the run.
    func fail(_ error: any Error) { state.withLock { $0.failure = $0.failure ?? error } }

    /// Calls `body`, whose error stops the whole run, because an error of the catalogue does not concern only one file.
    func orFail<Value>(_ body: () throws -> Value) throws -> Value {
        do { return try body() } catch {
            fail(error)
            throw PhotoLibraryError(.cancelled, "The run has failed.")
        }
    }

    /// Ends the decoder's workers.
    func end() { analyser.finish() }

    /// Checks, after the last file, that the run was complete.
    ///
    /// - Parameter message: The message of the error `cancelled`.
    /// - Throws: The error that stopped the run; `cancelled`.
    func checkIsComplete(orCancelled message: @autoclosure () -> String) throws {
        if let failure = state.withLock({ $0.failure }) { throw failure }
        guard !loading.isCancelled else { throw PhotoLibraryError(.cancelled, message()) }
    }

    // MARK: Batches

    private func hand(_ entry: BatchEntry, at place: Int) {
        if let candidate = entry.candidate { arrived.wrappingAdd(candidate.file.bytes, ordering: .relaxed) }
        order.put(entry, at: place) { [self] in commit($0) }
    }

    private func commit(_ batch: [BatchEntry]) {
        guard !state.withLock({ $0.isStopped }) else { return }
        do {
            let storable = batch.prefix { $0.stopsTheRun == nil }
            deliver(try policy.commit(Array(storable)))
            if let error = batch.dropFirst(storable.count).first?.stopsTheRun { throw error }
        } catch { stop(error) }
    }

    private func deliver(_ items: [Policy.Item]) {
        for item in items {
            do { try policy.report(item) } catch { stop(error) }
        }
    }

    private func stop(_ error: any Error) {
        state.withLock { $0.isStopped = true }
        fail(error)
    }
}

extension LoadDestination {
    /// Whether the loaded bytes are copies that become files of the library.
    fileprivate var storesCopies: Bool { if case .file = self { true } else { false } }
}
