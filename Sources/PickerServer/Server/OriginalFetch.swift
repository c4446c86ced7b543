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
/// A page shows one photo at a time, so a fetch ends when another one begins. What was fetched last is kept.
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
    }

    private let session: PickerSession
    private let thumbnails: ThumbnailLoader
    private let current = Mutex<Current?>(nil)

    /// Videos of at most this many bytes are kept in memory, and others in a file without a name.
    private static let maxBytesInMemory = 16 << 20

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
        replace(with: fetch)
        let task = Task {
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
    func stop(_ photo: UInt32? = nil) {
        if photo == nil || current.withLock({ $0?.photo }) == photo { replace(with: nil) }
    }

    private func replace(with next: Current?) {
        let previous = current.withLock { current in
            defer { current = next }
            return current
        }
        previous?.task?.cancel()
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
        let fetch = current.withLock { $0?.photo == photo ? $0 : nil }
        let (state, message): (FetchDescription.State, String?) =
            switch fetch?.result {
            case .success: (.here, nil)
            case .failure(let error): (.failed, sentence(about: error, file))
            case nil where fetch != nil: (.fetching, nil)
            // The cache has a preview of the whole file, which the page shows already.
            case nil:
                (file.format != .video && thumbnails.hasThumbnail(for: file, as: .preview) ? .here : .elsewhere, nil)
            }
        return FetchDescription(state: state, bytes: file.bytes, fraction: fetch?.fraction ?? 0, message: message)
    }

    private func sentence(about error: any Error, _ file: AssetResource) -> String {
        let error = PhotoLibraryError(converting: error)
        let stores = (try? session.library.namesOfStores(having: file).map { "“\($0)”" }) ?? []
        guard error.code == .networkError, let last = stores.last else { return error.message }
        guard stores.count > 1 else {
            return "The original is on the store \(last), which cannot be reached. Connect it, and try again."
        }
        let names = "\(stores.dropLast().joined(separator: ", ")) and \(last)"
        return "The original is on the stores \(names), which cannot be reached. Connect one of them, and try again."
    }
}
