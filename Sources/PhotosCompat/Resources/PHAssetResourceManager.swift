internal import AssetLoading
public import Foundation
internal import OpenPhotoKit
internal import Synchronization
internal import SystemSupport

/// Identifies a request for data, to cancel it.
public typealias PHAssetResourceDataRequestID = Int32
/// An identifier of no request.
public let PHInvalidAssetResourceDataRequestID: PHAssetResourceDataRequestID = 0
/// Called with the fraction of the bytes that was read, 0 to 1.
public typealias PHAssetResourceProgressHandler = (Double) -> Void

/// Options of a request for data.
public final class PHAssetResourceRequestOptions: NSObject, NSCopying {
    /// Whether bytes may be fetched over the network, if they are not on this machine.
    public var isNetworkAccessAllowed = false
    /// Called on an arbitrary queue with the fraction that was read, for local files too; with 1 only at the end of a
    /// request that succeeds.
    public var progressHandler: PHAssetResourceProgressHandler?

    /// Options of a request without progress.
    public override init() {}

    /// Options with the same values.
    public func copy(with zone: NSZone? = nil) -> Any {
        let copy = PHAssetResourceRequestOptions()
        copy.isNetworkAccessAllowed = isNetworkAccessAllowed
        copy.progressHandler = progressHandler
        return copy
    }
}

/// Reads the files of assets.
///
/// The bytes are compared with the digest of the imported file.
public final class PHAssetResourceManager: NSObject, Sendable {
    private static let standard = PHAssetResourceManager()
    private let requests = Mutex(Requests())

    private struct Requests {
        var last: PHAssetResourceDataRequestID = 0
        var tasks: [PHAssetResourceDataRequestID: Task<Void, Never>] = [:]
    }

    private override init() {}

    /// The shared manager.
    public class func `default`() -> PHAssetResourceManager { standard }

    /// Reads a file in pieces.
    ///
    /// - Parameters:
    ///   - handler: Called with each piece, in order, on an arbitrary queue.
    ///   - completionHandler: Called once at the end, with a ``PHPhotosError`` if the pieces must not be used.
    ///     `missingResource`: the file does not exist; `invalidResource`: it differs from the imported file;
    ///     `accessUserDenied`, `accessRestricted`: it may not be read; `networkAccessRequired`: it is not on this
    ///     machine, and the options do not allow the network; `networkError`: the network failed.
    /// - Returns: The identifier for ``cancelDataRequest(_:)``.
    @discardableResult
    public func requestData(
        for resource: PHAssetResource, options: PHAssetResourceRequestOptions?,
        dataReceivedHandler handler: @escaping (Data) -> Void, completionHandler: @escaping ((any Error)?) -> Void
    ) -> PHAssetResourceDataRequestID {
        // The handlers are passed to the task, which alone calls them.
        nonisolated(unsafe) let (handler, completionHandler) = (handler, completionHandler)
        nonisolated(unsafe) let progressHandler = options?.progressHandler
        let core = ResourceRequestOptions(options)
        return requests.withLock { requests in
            requests.last = requests.last == .max ? 1 : requests.last + 1
            let number = requests.last
            requests.tasks[number] = Task {
                do {
                    var count = 0
                    let handle = try await blocking { try resource.handle(core) }
                    for try await piece in ResourceData(handle, progress: nil) {
                        count += piece.count
                        handler(piece)
                        // It is 1 when the digest of all pieces was compared.
                        if count < resource.resource.bytes {
                            progressHandler?(Double(count) / Double(resource.resource.bytes))
                        }
                    }
                    progressHandler?(1)
                    completionHandler(nil)
                } catch { completionHandler(PHPhotosError.of(error)) }
                _ = self.requests.withLock { $0.tasks.removeValue(forKey: number) }
            }
            return number
        }
    }

    /// Cancels a request: its completion handler is called with `PHPhotosError.userCancelled`, unless the request has
    /// completed.
    public func cancelDataRequest(_ requestID: PHAssetResourceDataRequestID) {
        requests.withLock { $0.tasks[requestID] }?.cancel()
    }

    /// Writes the bytes to a new file, which appears when it is complete; an existing file is never replaced.
    ///
    /// - Parameter completionHandler: Called once on an arbitrary queue, with an error if no file was written.
    public func writeData(
        for resource: PHAssetResource, toFile fileURL: URL, options: PHAssetResourceRequestOptions?,
        completionHandler: @escaping @Sendable ((any Error)?) -> Void
    ) {
        nonisolated(unsafe) let progressHandler = options?.progressHandler
        let core = ResourceRequestOptions(options)
        Task {
            do {
                try await write(resource, to: fileURL, core, progressHandler)
                completionHandler(nil)
            } catch { completionHandler(error) }
        }
    }

    /// Writes the bytes to a new file, which appears when it is complete; an existing file is never replaced.
    ///
    /// - Throws: ``PHPhotosError``: as ``requestData(for:options:dataReceivedHandler:completionHandler:)``;
    ///   `invalidResource` with the path also if the destination exists or no file can be made there; `notEnoughSpace`;
    ///   `userCancelled` when the task is cancelled.
    public func writeData(
        for resource: PHAssetResource, toFile fileURL: URL, options: PHAssetResourceRequestOptions?
    ) async throws {
        try await write(resource, to: fileURL, ResourceRequestOptions(options), options?.progressHandler)
    }

    private func write(
        _ resource: PHAssetResource, to file: URL, _ options: ResourceRequestOptions,
        _ progressHandler: PHAssetResourceProgressHandler?
    ) async throws {
        do {
            guard file.isFileURL else {
                throw PhotoLibraryError(
                    .invalidResource, "This is not the URL of a file. Name a file on this machine.",
                    path: file.absoluteString)
            }
            let handle = try await blocking { try resource.handle(options) }
            let loading = LoadProgress()
            async let stored = handle.write(to: FilePath(file.path), loading: loading)
            if let progressHandler {
                // A load that fails has nothing left to do either. It is 1 when the file has its name.
                for await snapshot in loading.updates where snapshot.fractionCompleted < 1 {
                    progressHandler(snapshot.fractionCompleted)
                }
            }
            _ = try await stored
            progressHandler?(1)
        } catch { throw PHPhotosError.of(error) }
    }
}

extension ResourceRequestOptions {
    fileprivate init(_ options: PHAssetResourceRequestOptions?) {
        self.init(isNetworkAccessAllowed: options?.isNetworkAccessAllowed ?? false)
    }
}
