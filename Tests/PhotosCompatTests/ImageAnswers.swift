import Foundation
import PhotosCompat
import Synchronization

/// The main queue, which need not have the main thread of a process on Linux.
enum MainQueue {
    private static let key: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) == true }
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

extension PHImageManager {
    /// The answers to an asynchronous request, up to the last.
    func answers(
        for asset: PHAsset, _ size: CGSize, _ mode: PHImageContentMode = .aspectFit,
        isolation: isolated (any Actor)? = #isolation, _ configure: (PHImageRequestOptions) -> Void = { _ in }
    ) async -> [ImageAnswer] {
        let options = PHImageRequestOptions()
        configure(options)
        let isSingle = options.deliveryMode != .opportunistic
        let (stream, continuation) = AsyncStream.makeStream(of: ImageAnswer.self)
        requestImage(for: asset, targetSize: size, contentMode: mode, options: options) { image, info in
            let answer = ImageAnswer(image, info)
            continuation.yield(answer)
            if isSingle || answer.isDegraded != true { continuation.finish() }
        }
        return await stream.reduce(into: []) { $0.append($1) }
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
