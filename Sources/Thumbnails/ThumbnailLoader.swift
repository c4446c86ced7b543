internal import AssetLoading
package import DecoderProcess
package import Foundation
package import ImageDecoding
package import Originals
package import PhotoModel
internal import Synchronization
package import SystemPackage
internal import SystemSupport

/// Gives small pictures of photos: from the cache, else rendered by decoder workers and added to the cache.
///
/// The bytes of a photo are compared with the digest of the imported file before they are decoded. Of a video, which
/// can have gigabytes, only the bytes of its key frame are read, so only its size is compared. Any number of tasks may
/// use a loader at a time.
package final class ThumbnailLoader: Sendable {
    /// The order in which renditions are made; of one priority, the one that was requested last is the first.
    package enum Priority: Int, Comparable, CaseIterable, Sendable {
        case background, visible

        package static func < (left: Priority, right: Priority) -> Bool { left.rawValue < right.rawValue }
    }

    private struct State {
        /// The renditions of files of this machine.
        var local: ThumbnailRequests
        /// The renditions of files that may come from remote stores, so that a slow store never holds up a disk.
        var remote: ThumbnailRequests
        var waiters = 0
        /// The pictures that cannot be decoded.
        var failures: [ThumbnailCache.Key: PhotoLibraryError] = [:]
        var cacheFailure: PhotoLibraryError?

        /// Calls `body` with the requests among which a picture is.
        mutating func with<Value>(_ picture: RequestedPicture, _ body: (inout ThumbnailRequests) -> Value) -> Value {
            picture.mayWaitForStore ? body(&remote) : body(&local)
        }
    }

    package let cache: ThumbnailCache?
    private let handle: @Sendable (AssetResource, FetchPolicy) -> ResourceHandle
    private let decoder: PictureDecoder
    private let loader: AssetLoader
    private let state: Mutex<State>

    /// Larger files are decoded from their source, after their digest was computed.
    private static let maxBytesInMemory = 16 << 20
    /// The number of files that are fetched from remote stores at a time.
    private static let storeJobs = 8
    /// The number of failures that are remembered.
    private static let maxFailures = 10_000

    /// - Parameters:
    ///   - cache: The cache; `nil` to render each picture again.
    ///   - decoding: The process in which pictures are decoded and encoded.
    ///   - jobs: The number of pictures that are rendered at a time; 0 means one for each core.
    ///   - memory: The memory of the decoders.
    ///   - handle: Makes the handle by which the bytes of a resource are opened.
    package init(
        cache: ThumbnailCache?, decoding: DecodingMode = .automatic, jobs: Int = 0,
        memory: DecoderMemoryBudget = .shared,
        handle: @escaping @Sendable (AssetResource, FetchPolicy) -> ResourceHandle
    ) {
        let jobs = jobs > 0 ? jobs : ProcessInfo.processInfo.activeProcessorCount
        self.cache = cache
        self.handle = handle
        state = Mutex(
            State(local: ThumbnailRequests(limit: jobs), remote: ThumbnailRequests(limit: Self.storeJobs)))
        decoder = PictureDecoder(decoding, budget: memory)
        loader = AssetLoader(ioJobs: jobs, jobs: jobs)
    }

    /// The JPEG of a rendition of a resource.
    ///
    /// Requests for the same rendition at a time share one. Cancelling the task removes a request that waits; a
    /// rendition that is being made is completed and added to the cache. Cancelling the last task that waits for a
    /// rendition of a file that may come from a remote store also ends the fetch and the decoding.
    ///
    /// - Parameters:
    ///   - policy: Whether the file may be fetched over the network. If not, the preview of a file that is elsewhere
    ///     is given, which may be smaller than the rendition.
    ///   - progress: Called with the fraction of the work that is done, from 0 to 1, if the file may come from a remote
    ///     store. The fraction never falls. Decoding is the last fifth.
    /// - Throws: `unsupportedFile` or `limitExceeded` if the picture cannot be decoded, which is remembered as long as
    ///   this object exists; the errors of ``ResourceData`` if its bytes cannot be read; `cancelled`.
    package func thumbnail(
        for resource: AssetResource, as rendition: Rendition = .thumbnail, _ policy: FetchPolicy = .local,
        priority: Priority = .visible, progress: (@Sendable (Double) -> Void)? = nil
    ) async throws -> Data {
        let request = request(resource, rendition, policy, isEncoded: true)
        if cache != nil, let jpeg = await blocking({ [self] in cachedThumbnail(for: resource, as: rendition) }) {
            return jpeg
        }
        switch try await rendered(request, of: resource, priority, progress) {
        case .jpeg(let jpeg): return jpeg
        case .pixels: throw PhotoLibraryError(.internalError, "The picture was not encoded.")
        }
    }

    /// A rendition of a resource: the JPEG of the cache, otherwise the pixels.
    ///
    /// As ``thumbnail(for:as:priority:)``. The pixels are given before they are encoded for the cache.
    ///
    /// Cancelling the last task that waits for a picture of a file that may come from a remote store also ends the
    /// fetch and the decoding.
    ///
    /// - Parameters:
    ///   - policy: Whether the file may be fetched over the network.
    ///   - progress: Called with the fraction of the work that is done, from 0 to 1, if the file may come from a remote
    ///     store. The fraction never falls. Decoding is the last fifth.
    package func picture(
        of resource: AssetResource, as rendition: Rendition, _ policy: FetchPolicy, priority: Priority = .visible,
        progress: (@Sendable (Double) -> Void)? = nil
    ) async throws -> RenderedPicture {
        try await rendered(request(resource, rendition, policy, isEncoded: false), of: resource, priority, progress)
    }

    /// The picture of a rendition of a resource, in pixels if it is rendered now.
    ///
    /// Blocks.
    package func pictureNow(
        of resource: AssetResource, as rendition: Rendition, _ policy: FetchPolicy
    ) throws -> RenderedPicture {
        let request = request(resource, rendition, policy, isEncoded: false)
        let answer = Mutex<Result<RenderedPicture, any Error>?>(nil)
        let isAnswered = DispatchSemaphore(value: 0)
        let waiter = ThumbnailRequests.Waiter(
            completion: { result in
                answer.withLock { $0 = result }
                isAnswered.signal()
            }, progress: nil)
        let isAdded = wait(nextWaiter(), waiter, for: request, of: resource, .visible)
        if isAdded { startNext() }
        isAnswered.wait()
        guard let result = answer.withLock({ $0 }) else { throw Self.cancellation }
        return try result.get()
    }

    /// The JPEG of a rendition of a file that is not in the library.
    ///
    /// It is rendered at each call and not added to the cache.
    ///
    /// - Parameter sha256: The digest of the file's bytes.
    /// - Throws: `sourceChanged` if the file has other bytes; `unsupportedFile` or `limitExceeded` if the picture
    ///   cannot be decoded; the errors of ``AssetLoader`` if the file cannot be read.
    package func thumbnail(
        ofFileAt path: FilePath, sha256: Digest, as rendition: Rendition = .thumbnail
    ) async throws -> Data {
        try await withCheckedThrowingContinuation { continuation in
            loader.load(path, to: .memory(upTo: Self.maxBytesInMemory), progress: nil) { [decoder] file, _ in
                guard file.sha256 == sha256 else {
                    throw PhotoLibraryError(
                        .sourceChanged, "The file has changed since it was compared.", path: path.string)
                }
                return try decoder.render(file.descriptor, size: file.size, as: rendition)
            } completion: { result in
                continuation.resume(with: result.map(\.1))
            }
        }
    }

    /// The JPEG of a rendition, if the cache has it.
    ///
    /// Blocks while the cache is read.
    package func cachedThumbnail(for resource: AssetResource, as rendition: Rendition = .thumbnail) -> Data? {
        cache?.jpeg(for: ThumbnailCache.Key(original: resource.sha256, rendition: rendition))
    }

    /// Ends the decoder workers, so that their CPU time is added to that of this process.
    ///
    /// Call it after the last request.
    package func endWorkers() { decoder.endWorkers() }

    /// The number of renditions that are requested or being made, for tests.
    var requestCount: Int { state.withLock { $0.local.count + $0.remote.count } }

    /// The number of all that wait for a rendition, for tests.
    var waiterCount: Int { state.withLock { $0.local.waiterCount + $0.remote.waiterCount } }

    /// Whether the cache has a rendition.
    package func hasThumbnail(for resource: AssetResource, as rendition: Rendition) -> Bool {
        cache?.contains(ThumbnailCache.Key(original: resource.sha256, rendition: rendition)) ?? false
    }

    /// The first error of adding a picture to the cache, which is no error of the request; `nil` without one.
    package var cacheFailure: PhotoLibraryError? { state.withLock { $0.cacheFailure } }

    // MARK: Waiting

    private func request(
        _ resource: AssetResource, _ rendition: Rendition, _ policy: FetchPolicy, isEncoded: Bool
    ) -> RequestedPicture {
        let size = resource.size.map { rendition.size(of: $0) }
        return RequestedPicture(
            key: ThumbnailCache.Key(original: resource.sha256, rendition: rendition), policy: policy,
            mayWaitForStore: resource.mayWaitForStore(policy), isEncoded: isEncoded,
            fitsPreview: size.map { max($0.width, $0.height) <= PreviewPicture.side } ?? false)
    }

    private func nextWaiter() -> Int {
        state.withLock { state in
            state.waiters += 1
            return state.waiters
        }
    }

    private func rendered(
        _ request: RequestedPicture, of resource: AssetResource, _ priority: Priority,
        _ progress: (@Sendable (Double) -> Void)? = nil
    ) async throws -> RenderedPicture {
        let number = nextWaiter()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let waiter = ThumbnailRequests.Waiter(
                    completion: { continuation.resume(with: $0) }, progress: progress)
                let isAdded = wait(number, waiter, for: request, of: resource, priority)
                // The handler of the cancellation may have run before.
                if Task.isCancelled { cancel(number, for: request) }
                // It reads the cache, and the caller is a task.
                if isAdded { ThreadPool.shared.run { [self] in startNext() } }
            }
        } onCancel: {
            cancel(number, for: request)
        }
    }

    /// Adds a waiter, unless it is known that the picture cannot be decoded: it then gets the reason.
    ///
    /// - Returns: Whether it was added.
    private func wait(
        _ number: Int, _ waiter: ThumbnailRequests.Waiter, for request: RequestedPicture, of resource: AssetResource,
        _ priority: Priority
    ) -> Bool {
        guard resource.format.isDisplayable else {
            waiter.completion(.failure(failure(.unsupportedFile, resource.format.notDecoded.message, resource)))
            return false
        }
        let failure = state.withLock { state in
            let failure = state.failures[request.key]
            if failure == nil {
                state.with(request) { $0.add(number, waiter, for: request, of: resource, priority) }
            }
            return failure
        }
        if let failure { waiter.completion(.failure(failure)) }
        return failure == nil
    }

    /// Removes a waiter, if it still waits.
    private func cancel(_ number: Int, for request: RequestedPicture) {
        guard let (waiter, fetch) = state.withLock({ $0.with(request) { $0.cancel(number, for: request) } }) else {
            return
        }
        fetch?.cancel()
        waiter.completion(.failure(Self.cancellation))
    }

    private static let cancellation = PhotoLibraryError(.cancelled, "The picture is not needed any more.")

    // MARK: Rendering

    /// Starts renditions, as many as may be made at a time.
    private func startNext() {
        while let job = next() {
            let key = job.picture.key
            // Another request may have added it since this one looked into the cache.
            if job.picture.isEncoded || key.rendition.kept != nil, let cached = cache?.jpeg(for: key) {
                finish(job, .success(.jpeg(cached)))
                continue
            }
            render(job)
        }
    }

    private func next() -> ThumbnailRequests.Job? {
        state.withLock { $0.local.next() ?? $0.remote.next() }
    }

    private func render(_ job: ThumbnailRequests.Job) {
        let (request, resource) = (job.picture, job.resource)
        let rendition = request.key.rendition
        let handle = handle(resource, request.policy)
        let fetch = request.mayWaitForStore ? fetch(handle, job) : nil
        let preview = request.isServedByPreview ? handle.preview : nil
        let monitor = fetch?.monitor ?? .none
        let decode: @Sendable (Int32, Int) -> Result<RenderedPicture, PhotoLibraryError> = { [decoder] file, size in
            Result { () throws(PhotoLibraryError) in
                request.isEncoded
                    ? .jpeg(try decoder.render(file, size: size, as: rendition, monitor: monitor))
                    : .pixels(try decoder.pixels(file, size: size, as: rendition, monitor: monitor))
            }
        }
        let complete: @Sendable (Result<Result<RenderedPicture, PhotoLibraryError>, any Error>) -> Void = {
            [self] result in
            let picture = result.flatMap { picture in picture.mapError { note($0, request.key, resource) as any Error }
            }
            fetch?.finish()
            // A preview that is smaller than the rendition is not kept as that rendition.
            let isWhole = preview == nil || request.fitsPreview
            if isWhole, case .success(.jpeg(let jpeg)) = picture { store(jpeg, request.key) }
            finish(job, picture)
            startNext()
            if isWhole, case .success(.pixels(let pixels)) = picture { store(pixels, request.key) }
        }
        let memory = LoadDestination.memory(upTo: Self.maxBytesInMemory)
        if let preview {
            loader.load(preview, followsLinks: false, to: memory, progress: nil) { file, _ in
                decode(file.descriptor, file.size)
            } completion: {
                complete($0.map(\.1))
            }
        } else if resource.format == .video {
            loader.decodeInPlace(
                handle, orLoadTo: memory, progress: fetch?.file, decode: decode, completion: complete)
        } else {
            loader.load(handle, to: memory, progress: fetch?.file) { file, _ in
                decode(file.descriptor, file.size)
            } completion: {
                complete($0.map(\.1))
            }
        }
    }

    /// The fetch of the file of a rendition, which is ended if nobody waits for the rendition.
    private func fetch(_ handle: ResourceHandle, _ job: ThumbnailRequests.Job) -> FileFetch {
        let fetch = FileFetch(handle, then: .decoding) { [weak self] fraction in
            guard let self else { return }
            for report in state.withLock({ $0.remote.progress(of: job) }) { report(fraction) }
        }
        if !state.withLock({ $0.remote.began(fetch, for: job) }) { fetch.cancel() }
        return fetch
    }

    /// Encodes a rendition and adds it to the cache, after those who wait got its pixels.
    private func store(_ pixels: PixelBuffer, _ key: ThumbnailCache.Key) {
        guard cache != nil, key.rendition.kept != nil, let jpeg = try? pixels.jpeg(as: key.rendition) else { return }
        store(Data(jpeg), key)
    }

    /// Adds a rendition to the cache.
    ///
    /// If that fails, only the next request takes longer.
    private func store(_ jpeg: Data, _ key: ThumbnailCache.Key) {
        do { try cache?.store(jpeg, for: key) } catch {
            state.withLock { $0.cacheFailure = $0.cacheFailure ?? error }
        }
    }

    /// Remembers that a picture cannot be decoded, and returns the error for those who wait.
    private func note(
        _ error: PhotoLibraryError, _ key: ThumbnailCache.Key, _ resource: AssetResource
    ) -> PhotoLibraryError {
        let failure = failure(error.code, error.message, resource)
        guard error.code == .unsupportedFile || error.code == .limitExceeded else { return failure }
        state.withLock { state in
            if state.failures.count >= Self.maxFailures { state.failures = [:] }
            state.failures[key] = failure
        }
        return failure
    }

    private func failure(
        _ code: PhotoLibraryError.Code, _ message: String, _ resource: AssetResource
    ) -> PhotoLibraryError {
        PhotoLibraryError(code, message, path: handle(resource, .local).name.string)
    }

    /// Ends a rendition, and gives its result to all that wait for it.
    private func finish(_ job: ThumbnailRequests.Job, _ result: Result<RenderedPicture, any Error>) {
        let waiters = state.withLock { $0.with(job.picture) { $0.finish(job) } }
        for waiter in waiters { waiter.completion(result) }
    }
}
