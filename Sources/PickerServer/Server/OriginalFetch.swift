internal import AssetLoading
internal import Foundation
internal import ImageDecoding
internal import OpenPhotoKitOwner
internal import Originals
internal import PhotoModel
internal import Synchronization
internal import SystemSupport
internal import Thumbnails

/// The fetch of the file of a photo that a person looks at, if that file is not on this machine.
///
/// A page shows one photo at a time, so a fetch ends when another one begins, and when no page waits for it any more.
/// What was fetched last is kept.
final class OriginalFetch: Sendable {
    /// What was fetched.
    enum Content: Sendable {
        /// The preview of a picture, made of the whole file.
        case preview(Data)
        case video(LoadedFile)
    }

    private struct Current {
        let id = UUID()
        let photo: UInt32
        var fraction = 0.0
        var result: Result<Content, any Error>?
        var task: Task<Void, Never>?
        /// The number of pages that wait for news.
        var waiting = 0
        /// When a page was last told about it, on a clock that stops while the computer sleeps.
        var lastAnswer = SuspendingClock.now

        /// Whether the pages that asked for it are closed: an open page waits for news again as soon as it was told.
        var isAbandoned: Bool { result == nil && waiting == 0 && .now - lastAnswer > OriginalFetch.longestAbsence }
    }

    private let session: PickerSession
    private let thumbnails: ThumbnailLoader
    private let current = Mutex<Current?>(nil)

    /// Videos of at most this many bytes are kept in memory, and others in a file without a name.
    private static let maxBytesInMemory = 16 << 20
    /// How long no page may ask about a fetch that goes on.
    private static let longestAbsence = Duration.seconds(3)

    init(_ session: PickerSession, _ thumbnails: ThumbnailLoader) {
        (self.session, self.thumbnails) = (session, thumbnails)
    }

    /// What was fetched of a photo; `nil` if the last fetch was of another one, or is not complete.
    func content(of photo: UInt32) -> Content? {
        current.withLock { $0?.photo == photo ? try? $0?.result?.get() : nil }
    }

    /// Fetches the file of a photo, and ends the fetch of another one.
    func start(_ photo: UInt32, _ file: AssetResource) {
        let fetch = Current(photo: photo)
        let earlier = current.withLock { current in
            defer { current = fetch }
            return current
        }
        earlier?.task?.cancel()
        let task = Task {
            let watch = Task { await endIfAbandoned(fetch.id) }
            defer { watch.cancel() }
            let result: Result<Content, any Error>
            do {
                result = .success(
                    try await load(file) { fraction in self.change(fetch.id) { $0.fraction = fraction } })
            } catch { result = .failure(error) }
            change(fetch.id) { $0.result = result }
        }
        if !change(fetch.id, { $0.task = task }) { task.cancel() }
    }

    /// Ends the fetch of a photo, or any fetch, and forgets what was fetched.
    func stop(_ photo: UInt32? = nil) { end { photo == nil || $0.photo == photo } }

    private func end(if condition: (Current) -> Bool) {
        let ended = current.withLock { current -> Current? in
            guard let fetch = current, condition(fetch) else { return nil }
            current = nil
            return fetch
        }
        ended?.task?.cancel()
    }

    /// Ends a fetch soon after the last page that waits for it is closed.
    private func endIfAbandoned(_ id: UUID) async {
        while (try? await Task.sleep(for: .milliseconds(500))) != nil { end { $0.id == id && $0.isAbandoned } }
    }

    /// Changes the fetch, unless another one took its place.
    @discardableResult
    private func change(_ id: UUID, _ body: (inout Current) -> Void) -> Bool {
        current.withLock { current in
            guard var fetch = current, fetch.id == id else { return false }
            body(&fetch)
            current = fetch
            return true
        }
    }

    private func load(
        _ file: AssetResource, _ report: @escaping @Sendable (Double) -> Void
    ) async throws -> Content {
        guard file.format == .video else {
            return .preview(try await thumbnails.thumbnail(for: file, as: .preview, .network, progress: report))
        }
        let handle = ResourceHandle(file, in: session.library.originals, .network)
        let fetch = FileFetch(handle, report)
        defer { fetch.finish() }
        return try await withTaskCancellationHandler {
            try await blocking {
                .video(try handle.read(to: .memory(upTo: Self.maxBytesInMemory), progress: fetch.file))
            }
        } onCancel: {
            fetch.cancel()
        }
    }

    // MARK: For the page

    /// What the page shows of the fetch of a file.
    func description(of photo: UInt32, _ file: AssetResource) -> FetchDescription {
        let fetch = current.withLock { current -> Current? in
            guard current?.photo == photo else { return nil }
            current?.lastAnswer = .now
            return current
        }
        let (state, message): (FetchDescription.State, String?) =
            switch fetch?.result {
            case .success: (.here, nil)
            case .failure(let error): (.failed, session.sentence(about: error, file))
            case nil where fetch != nil: (.fetching, nil)
            // The cache has a preview of the whole file, which the page shows already.
            case nil:
                (file.format != .video && thumbnails.hasThumbnail(for: file, as: .preview) ? .here : .elsewhere, nil)
            }
        return FetchDescription(state: state, bytes: file.bytes, fraction: fetch?.fraction ?? 0, message: message)
    }

    /// Waits until there is something new about the fetch of a photo, for at most two seconds.
    ///
    /// - Parameter fraction: What the page knows. A page gets at most ten answers a second.
    func waitForNews(of photo: UInt32, after fraction: Double) async {
        let fetch = current.withLock { $0?.photo == photo && $0?.result == nil ? $0?.id : nil }
        guard let fetch, change(fetch, { $0.waiting += 1 }) else { return }
        defer { change(fetch) { ($0.waiting, $0.lastAnswer) = ($0.waiting - 1, .now) } }
        for _ in 0..<20 {
            guard (try? await Task.sleep(for: .milliseconds(100))) != nil,
                current.withLock({ $0?.id == fetch && $0?.result == nil && $0?.fraction == fraction })
            else { return }
        }
    }
}
