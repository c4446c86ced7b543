public import Foundation
internal import OpenPhotoKit
internal import Synchronization

/// Names a request for data, to cancel it.
public typealias PHAssetResourceDataRequestID = Int32
/// Names no request.
public let PHInvalidAssetResourceDataRequestID: PHAssetResourceDataRequestID = 0
/// Is told which part of the bytes has come, 0 to 1.
public typealias PHAssetResourceProgressHandler = (Double) -> Void

/// How bytes are asked for.
public final class PHAssetResourceRequestOptions: NSObject, NSCopying {
    /// Whether bytes may come over the network, if they are not on this machine.
    public var isNetworkAccessAllowed = false
    /// Told, of all requests, which part has been read: called on an arbitrary queue.
    public var progressHandler: PHAssetResourceProgressHandler?

    /// Options of a request without progress.
    public override init() {}

    /// Options of the same values.
    public func copy(with zone: NSZone? = nil) -> Any {
        let copy = PHAssetResourceRequestOptions()
        copy.isNetworkAccessAllowed = isNetworkAccessAllowed
        copy.progressHandler = progressHandler
        return copy
    }
}

/// Reads the files of assets; the bytes are compared with the digest that they were imported with.
public final class PHAssetResourceManager: NSObject, Sendable {
    private static let standard = PHAssetResourceManager()
    private let requests = Mutex(Requests())

    private struct Requests {
        var last: PHAssetResourceDataRequestID = 0
        var tasks: [PHAssetResourceDataRequestID: Task<Void, Never>] = [:]
    }

    private override init() {}

    /// The one manager.
    public class func `default`() -> PHAssetResourceManager { standard }

    /// Reads a file piece by piece.
    ///
    /// - Parameters:
    ///   - handler: Called with each piece, in order, on an arbitrary queue.
    ///   - completionHandler: Called once, then: with ``PHPhotosError`` if the pieces are not to be used. `missingResource`:
    ///     there is no file; `invalidResource`: it is not as it was imported; `accessUserDenied`, `accessRestricted`: it may
    ///     not be read; `networkAccessRequired`: it is not on this machine, and the options do not allow the network;
    ///     `networkError`: the network failed.
    /// - Returns: What ``cancelDataRequest(_:)`` takes.
    @discardableResult
    public func requestData(
        for resource: PHAssetResource, options: PHAssetResourceRequestOptions?,
        dataReceivedHandler handler: @escaping (Data) -> Void, completionHandler: @escaping ((any Error)?) -> Void
    ) -> PHAssetResourceDataRequestID {
        // Handed over: the task alone calls them.
        nonisolated(unsafe) let (handler, completionHandler) = (handler, completionHandler)
        nonisolated(unsafe) let progressHandler = options?.progressHandler
        let core = ResourceRequestOptions(options)
        return requests.withLock { requests in
            requests.last = requests.last == .max ? 1 : requests.last + 1
            let number = requests.last
            requests.tasks[number] = Task {
                do {
                    var count = 0
                    let library = try resource.library.photoLibrary
                    for try await piece in library.requestData(for: resource.resource, options: core) {
                        count += piece.count
                        handler(piece)
                        progressHandler?(Double(count) / Double(max(count, resource.resource.bytes)))
                    }
                    completionHandler(nil)
                } catch { completionHandler(PHPhotosError.of(error)) }
                _ = self.requests.withLock { $0.tasks.removeValue(forKey: number) }
            }
            return number
        }
    }

    /// Ends a request: its completion handler is called with `PHPhotosError.userCancelled`, unless it was done.
    public func cancelDataRequest(_ requestID: PHAssetResourceDataRequestID) {
        requests.withLock { $0.tasks[requestID] }?.cancel()
    }

    /// Writes the bytes to a new file, which appears when it is complete; nothing is replaced.
    ///
    /// - Parameter completionHandler: Called once on an arbitrary queue, with an error if there is no file.
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

    /// Writes the bytes to a new file, which appears when it is complete; nothing is replaced.
    ///
    /// - Throws: ``PHPhotosError``: as ``requestData(for:options:dataReceivedHandler:completionHandler:)``; `invalidResource`
    ///   with the path also if something has the name already or no file can be made there; `notEnoughSpace`;
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
            let load = try resource.library.photoLibrary.writeData(
                for: resource.resource, to: FilePath(file.path), options: options)
            if let progressHandler {
                for await snapshot in load.updates { progressHandler(snapshot.fractionCompleted) }
            }
            _ = try await load.result()
        } catch { throw PHPhotosError.of(error) }
    }
}

extension ResourceRequestOptions {
    fileprivate init(_ options: PHAssetResourceRequestOptions?) {
        self.init(isNetworkAccessAllowed: options?.isNetworkAccessAllowed ?? false)
    }
}
