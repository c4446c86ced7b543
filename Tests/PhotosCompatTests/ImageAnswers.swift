import Foundation
import PhotosCompat
import Synchronization
import Testing

/// The main queue, which need not have the main thread of a process on Linux.
enum MainQueue {
    private static let key: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) == true }

    /// Waits until what is enqueued by now, and what that enqueues, has run.
    static func turn() async {
        for _ in 0..<3 {
            await withCheckedContinuation { turned in DispatchQueue.main.async { turned.resume() } }
            await MainActor.run {}
        }
    }
}

/// An answer to a request for a picture.
///
/// `@unchecked`: the values of the information are Sendable.
struct ImageAnswer: @unchecked Sendable {
    let image: UIImage?
    let info: [AnyHashable: Any]
    let isOnMainQueue: Bool

    init(_ image: UIImage?, _ info: [AnyHashable: Any]?) {
        self.image = image
        self.info = info ?? [:]
        isOnMainQueue = MainQueue.isCurrent
    }

    var isDegraded: Bool? { info[PHImageResultIsDegradedKey] as? Bool }
    var isCancelled: Bool { info[PHImageCancelledKey] as? Bool == true }
    var error: PHPhotosError? { info[PHImageErrorKey] as? PHPhotosError }
    var number: PHImageRequestID? { info[PHImageResultRequestIDKey] as? PHImageRequestID }
    var size: CGSize? { image?.size }
}

/// The answers to a request, which also has those after the last.
final class ImageAnswers: Sendable {
    private let answers = Mutex<[ImageAnswer]>([])

    var all: [ImageAnswer] { answers.withLock { $0 } }

    func add(_ answer: ImageAnswer) { answers.withLock { $0.append(answer) } }
}

/// Waits until a condition holds.
func eventually(
    isolation: isolated (any Actor)? = #isolation, _ condition: () async -> Bool
) async throws {
    for _ in 0..<1000 {
        if await condition() { return }
        try await Task.sleep(for: .milliseconds(10))
    }
    Issue.record("The condition did not come true within 10 s.")
}

extension PHImageManager {
    /// The answers to an asynchronous request, with those that follow the last by mistake.
    func answers(
        for asset: PHAsset, _ size: CGSize, _ mode: PHImageContentMode = .aspectFit,
        isolation: isolated (any Actor)? = #isolation, _ configure: (PHImageRequestOptions) -> Void = { _ in }
    ) async -> [ImageAnswer] {
        let options = PHImageRequestOptions()
        configure(options)
        let isSingle = options.deliveryMode != .opportunistic
        let answers = ImageAnswers()
        let (end, continuation) = AsyncStream.makeStream(of: Never.self)
        requestImage(for: asset, targetSize: size, contentMode: mode, options: options) { image, info in
            let answer = ImageAnswer(image, info)
            answers.add(answer)
            if isSingle || answer.isDegraded != true { continuation.finish() }
        }
        for await _ in end {}
        await MainQueue.turn()
        return answers.all
    }

    /// The answer to a synchronous request.
    func answerNow(
        for asset: PHAsset, _ size: CGSize, _ mode: PHImageContentMode = .aspectFit,
        _ configure: (PHImageRequestOptions) -> Void = { _ in }
    ) -> [ImageAnswer] {
        let options = PHImageRequestOptions()
        options.isSynchronous = true
        configure(options)
        nonisolated(unsafe) var answers: [ImageAnswer] = []
        requestImage(for: asset, targetSize: size, contentMode: mode, options: options) {
            answers.append(ImageAnswer($0, $1))
        }
        return answers
    }
}
