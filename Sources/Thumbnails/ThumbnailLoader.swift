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
        var requests = ThumbnailRequests()
        var running = 0
        var waiters = 0
        /// The pictures that cannot be decoded.
        var failures: [ThumbnailCache.Key: PhotoLibraryError] = [:]
        var cacheFailure: PhotoLibraryError?
    }

    package let cache: ThumbnailCache?
    private let handle: @Sendable (AssetResource, FetchPolicy) -> ResourceHandle
    private let jobs: Int
    private let decoder: PictureDecoder
    private let loader: AssetLoader
    private let state = Mutex(State())

    /// Larger files are decoded from their source, after their digest was computed.
    private static let maxBytesInMemory = 16 << 20
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
        self.jobs = jobs
        decoder = PictureDecoder(decoding, budget: memory)
        loader = AssetLoader(ioJobs: jobs, jobs: jobs)
    }

    /// The JPEG of a rendition of a resource.
    ///
    /// Requests for the same rendition at a time share one. Cancelling the task removes a request that waits; a
    /// rendition that is being made is completed and added to the cache.
    ///
    /// - Throws: `unsupportedFile` or `limitExceeded` if the picture cannot be decoded, which is remembered as long as
    ///   this object exists; the errors of ``ResourceData`` if its bytes cannot be read; `cancelled`.
    package func thumbnail(
        for resource: AssetResource, as rendition: Rendition = .thumbnail, priority: Priority = .visible
    ) async throws -> Data {
        let request = request(resource, rendition, .local, isEncoded: true)
        if cache != nil, let jpeg = await blocking({ [self] in cachedThumbnail(for: resource, as: rendition) }) {
            return jpeg
        }
        switch try await rendered(request, of: resource, priority) {
        case .jpeg(let jpeg): return jpeg
        case .pixels: throw PhotoLibraryError(.internalError, "The picture was not encoded.")
        }
    }

    /// A rendition of a resource: the JPEG of the cache, otherwise the pixels.
    ///
    /// As ``thumbnail(for:as:priority:)``. The pixels are given before they are encoded for the cache.
    ///
    /// - Parameter policy: Whether the file may be fetched over the network.
    package func picture(
        of resource: AssetResource, as rendition: Rendition, _ policy: FetchPolicy, priority: Priority = .visible
    ) async throws -> RenderedPicture {
        try await rendered(request(resource, rendition, policy, isEncoded: false), of: resource, priority)
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
        let isAdded = wait(nextWaiter(), for: request, of: resource, .visible) { result in
            answer.withLock { $0 = result }
            isAnswered.signal()
        }
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
    var requestCount: Int { state.withLock { $0.requests.count } }

    /// The number of all that wait for a rendition, for tests.
    var waiterCount: Int { state.withLock { $0.requests.waiterCount } }

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
        RequestedPicture(
            key: ThumbnailCache.Key(original: resource.sha256, rendition: rendition), policy: policy,
            isEncoded: isEncoded)
    }

    private func nextWaiter() -> Int {
        state.withLock { state in
            state.waiters += 1
            return state.waiters
        }
    }

    private func rendered(
        _ request: RequestedPicture, of resource: AssetResource, _ priority: Priority
    ) async throws -> RenderedPicture {
        let waiter = nextWaiter()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isAdded = wait(waiter, for: request, of: resource, priority) { continuation.resume(with: $0) }
                // The handler of the cancellation may have run before.
                if Task.isCancelled { cancel(waiter, for: request) }
                // It reads the cache, and the caller is a task.
                if isAdded { ThreadPool.shared.run { [self] in startNext() } }
            }
        } onCancel: {
            cancel(waiter, for: request)
        }
    }

    /// Adds a waiter, unless it is known that the picture cannot be decoded: `completion` is then called with the
    /// reason.
    ///
    /// - Returns: Whether it was added.
    private func wait(
        _ waiter: Int, for request: RequestedPicture, of resource: AssetResource, _ priority: Priority,
        _ completion: @escaping ThumbnailRequests.Request.Completion
    ) -> Bool {
        guard resource.format.isDisplayable else {
            completion(.failure(failure(.unsupportedFile, resource.format.notDecoded.message, resource)))
            return false
        }
        let failure = state.withLock { state in
            let failure = state.failures[request.key]
            if failure == nil { state.requests.add(waiter, completion, for: request, of: resource, priority) }
            return failure
        }
        if let failure { completion(.failure(failure)) }
        return failure == nil
    }

    /// Removes a waiter, if it still waits.
    private func cancel(_ waiter: Int, for request: RequestedPicture) {
        let completion = state.withLock { $0.requests.cancel(waiter, for: request) }
        completion?(.failure(Self.cancellation))
    }

    private static let cancellation = PhotoLibraryError(.cancelled, "The picture is not needed any more.")

    // MARK: Rendering

    /// Starts renditions while fewer than ``jobs`` are being made.
    private func startNext() {
        while let (request, resource) = next() {
            // Another request may have added it since this one looked into the cache.
            if request.isEncoded || request.key.rendition.isKept, let cached = cache?.jpeg(for: request.key) {
                finish(request, .success(.jpeg(cached)))
                continue
            }
            render(request, resource)
        }
    }

    private func next() -> (key: RequestedPicture, resource: AssetResource)? {
        state.withLock { state in
            guard state.running < jobs, let next = state.requests.next() else { return nil }
            state.running += 1
            return next
        }
    }

    private func render(_ request: RequestedPicture, _ resource: AssetResource) {
        let rendition = request.key.rendition
        let decode: @Sendable (Int32, Int) -> Result<RenderedPicture, PhotoLibraryError> = { [decoder] file, size in
            Result { () throws(PhotoLibraryError) in
                request.isEncoded
                    ? .jpeg(try decoder.render(file, size: size, as: rendition))
                    : .pixels(try decoder.pixels(file, size: size, as: rendition))
            }
        }
        let complete: @Sendable (Result<Result<RenderedPicture, PhotoLibraryError>, any Error>) -> Void = {
            [self] result in
            let picture = result.flatMap { picture in picture.mapError { note($0, request.key, resource) as any Error }
            }
            if case .success(.jpeg(let jpeg)) = picture { store(jpeg, request.key) }
            finish(request, picture)
            startNext()
            if case .success(.pixels(let pixels)) = picture { store(pixels, request.key) }
        }
        let (handle, memory) = (handle(resource, request.policy), LoadDestination.memory(upTo: Self.maxBytesInMemory))
        if resource.format == .video {
            loader.decodeInPlace(handle, orLoadTo: memory, decode: decode, completion: complete)
        } else {
            loader.load(handle, to: memory, progress: nil) { file, _ in
                decode(file.descriptor, file.size)
            } completion: {
                complete($0.map(\.1))
            }
        }
    }

    /// Encodes a rendition and adds it to the cache, after those who wait got its pixels.
    private func store(_ pixels: PixelBuffer, _ key: ThumbnailCache.Key) {
        guard cache != nil, key.rendition.isKept, let jpeg = try? pixels.jpeg(as: key.rendition) else { return }
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
    private func finish(_ request: RequestedPicture, _ result: Result<RenderedPicture, any Error>) {
        let waiters = state.withLock { state in
            state.running -= 1
            return state.requests.finish(request)
        }
        for completion in waiters { completion(result) }
    }
}
