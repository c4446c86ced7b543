internal import Foundation
internal import Originals
internal import PhotoModel
internal import Synchronization

/// Tells an app how much is done of one request whose file is fetched over the network.
///
/// The handler is called on a private serial queue. The fractions never fall, and the last one is 1 if the request
/// succeeds. The handler gets the error if the request fails, unless the request was cancelled. It is not called if
/// nothing was fetched.
final class DownloadProgress: Sendable {
    private let queue = DispatchQueue(label: "openphotokit.download", qos: .userInitiated)
    // Only the queue calls it.
    nonisolated(unsafe) private let handler: PHAssetImageProgressHandler
    private let number: PHImageRequestID
    private let state = Mutex(State())

    /// Only the queue changes it.
    private struct State {
        /// The last fraction that was reported; `nil` before the first one.
        var last: Double?
        var hasEnded = false
    }

    /// `nil` without a handler, and if the request cannot fetch the file over the network.
    init?(
        _ handler: PHAssetImageProgressHandler?, _ file: PHAssetResource, isNetworkAccessAllowed: Bool,
        _ number: PHImageRequestID
    ) {
        let policy = FetchPolicy(isNetworkAccessAllowed: isNetworkAccessAllowed)
        guard let handler, file.resource.mayWaitForStore(policy) else { return nil }
        self.handler = handler
        self.number = number
    }

    /// Reports a fraction, from 0 to 1.
    ///
    /// All bytes are there only when the request has succeeded, so 1 is reported by ``end(_:then:)``.
    func report(_ fraction: Double) {
        queue.async { [self] in
            let state = state.withLock { $0 }
            if fraction < 1, fraction > state.last ?? -1, !state.hasEnded { call(fraction, nil) }
        }
    }

    /// Reports the end of the request, and then calls `completion` on the queue.
    func end(_ error: (any Error)?, then completion: @escaping @Sendable () -> Void) {
        queue.async { [self] in
            let last = state.withLock { state in
                state.hasEnded = true
                return state.last
            }
            if let last, (error as? PHPhotosError)?.code != .userCancelled {
                call(error == nil ? 1 : last, error)
            }
            completion()
        }
    }

    /// Does the work of the request, and reports its end.
    func run<Value: Sendable>(_ work: () async throws -> Value) async throws -> Value {
        let result: Result<Value, any Error>
        do { result = .success(try await work()) } catch { result = .failure(PHPhotosError.of(error)) }
        let error: (any Error)? = if case .failure(let error) = result { error } else { nil }
        await withCheckedContinuation { ended in end(error) { ended.resume() } }
        return try result.get()
    }

    private func call(_ fraction: Double, _ error: (any Error)?) {
        state.withLock { $0.last = fraction }
        var stop: ObjCBool = false
        handler(fraction, error, &stop, [PHImageResultRequestIDKey: number])
        if stop.boolValue { ImageRequests.shared.cancel(number) }
    }
}
