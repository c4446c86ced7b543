internal import AssetLoading
public import Foundation
internal import OpenPhotoKit
internal import PhotoModel
internal import SystemSupport

// Each function returns at once, and calls its handler once, on a private queue, with either a value or an error: an
// error of `errorDomain`, whose `NSUnderlyingErrorKey` is the cause, or `CocoaError.userCancelled`. Cancelling the
// progress cancels the load. The progress of a photo that a person picked counts bytes, and is a `ByteProgress`; that
// of an app's representation is a part of the progress that the app's load handler returns.
extension NSItemProvider {
    /// Loads the best representation that conforms to the type into memory.
    @discardableResult
    public func loadDataRepresentation(
        forTypeIdentifier typeIdentifier: String,
        completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
    ) -> Progress {
        load(try representation(conformingTo: typeIdentifier)) { representation, progress in
            try await representation.data(progress)
        } completion: { result in
            completionHandler(result.value, result.error)
        }
    }

    /// Loads the best representation that conforms to the type into a temporary file.
    ///
    /// The file belongs to the handler: move it to keep it. It is removed when the handler returns. Its folder can be
    /// read by this user only, and its name has the extension of its type.
    @discardableResult
    public func loadFileRepresentation(
        forTypeIdentifier typeIdentifier: String,
        completionHandler: @escaping @Sendable (URL?, (any Error)?) -> Void
    ) -> Progress {
        loadFile(typeIdentifier, opensInPlace: false) { url, _, error in completionHandler(url, error) }
    }

    /// Opens the file of the best representation that conforms to the type in place, if the app that registered it
    /// allows that.
    ///
    /// Otherwise, and always for photos that a person picked, the file is a copy: the handler gets `false`, and the
    /// file is removed when the handler returns.
    @discardableResult
    public func loadInPlaceFileRepresentation(
        forTypeIdentifier typeIdentifier: String,
        completionHandler: @escaping @Sendable (URL?, Bool, (any Error)?) -> Void
    ) -> Progress {
        loadFile(typeIdentifier, opensInPlace: true, completionHandler)
    }

    /// Whether an object of the class can be made from a registered type.
    public func canLoadObject(ofClass aClass: any NSItemProviderReading.Type) -> Bool { match(aClass) != nil }

    /// Makes an object from the best representation that its class can read.
    ///
    /// Fails with ``ErrorCode/unavailableCoercionError`` if the class can read none, and with
    /// ``ErrorCode/unexpectedValueClassError`` if it cannot read the bytes.
    @discardableResult
    public func loadObject(
        ofClass aClass: any NSItemProviderReading.Type,
        completionHandler: @escaping @Sendable ((any NSItemProviderReading)?, (any Error)?) -> Void
    ) -> Progress {
        let found = match(aClass)
        return load(try representation(of: found, for: aClass)) { representation, progress in
            try await representation.data(progress)
        } completion: { result in
            guard let found, let data = result.value else { return completionHandler(nil, result.error) }
            // The object is made on the thread of the handler, because it may not be `Sendable`.
            do {
                completionHandler(try aClass.object(withItemProviderData: data, typeIdentifier: found.readable), nil)
            } catch {
                let message = "The bytes of the type \(found.representation.type) are not those of a \(aClass)."
                completionHandler(nil, Self.error(.unexpectedValueClassError, message, cause: error))
            }
        }
    }

    private func representation(
        of found: (representation: ItemRepresentation, readable: String)?, for aClass: any NSItemProviderReading.Type
    ) throws -> ItemRepresentation {
        guard let found else {
            let message = "No \(aClass) can be made from the item. Call canLoadObject(ofClass:) first."
            throw Self.error(.unavailableCoercionError, message)
        }
        return found.representation
    }

    /// The best representation from which an object can be made, and the type of the class to which it conforms.
    private func match(
        _ aClass: any NSItemProviderReading.Type
    ) -> (representation: ItemRepresentation, readable: String)? {
        for representation in representations() where representation.isImage || !(aClass is UIImage.Type) {
            let readable = aClass.readableTypeIdentifiersForItemProvider.first {
                representation.type.conforms(to: TypeIdentifier(rawValue: $0))
            }
            if let readable { return (representation, readable) }
        }
        return nil
    }

    func loadFile(
        _ typeIdentifier: String, opensInPlace: Bool,
        _ completionHandler: @escaping @Sendable (URL?, Bool, (any Error)?) -> Void
    ) -> Progress {
        load(try representation(conformingTo: typeIdentifier)) {
            [suggestedName = suggestedName] representation, progress -> (file: URL, folder: PrivateFolder?) in
            if opensInPlace, let original = representation.original { return (try await original(progress), nil) }
            let folder = try PrivateFolder(suggestedName: suggestedName)
            return (try await representation.file(folder, progress), folder)
        } completion: { result in
            completionHandler(result.value?.file, result.value.map { $0.folder == nil } ?? false, result.error)
            result.value?.folder?.remove()
        }
    }

    /// Loads a representation, and then runs `completion` on a private queue.
    @discardableResult
    func load<Value: Sendable>(
        _ found: @autoclosure () throws -> ItemRepresentation,
        _ body: @escaping @Sendable (ItemRepresentation, Progress) async throws -> Value,
        completion: @escaping @Sendable (Result<Value, any Error>) -> Void
    ) -> Progress {
        let found = Result { try found() }
        let progress = ByteProgress(bytes: (try? found.get())?.byteCount ?? 1)
        let task = Task {
            let result: Result<Value, any Error>
            do {
                let value = try await body(try found.get(), progress)
                // A load that was cancelled at its end fails too, as the app expects.
                guard !progress.isCancelled else { throw CancellationError() }
                progress.completedUnitCount = progress.totalUnitCount
                result = .success(value)
            } catch { result = .failure(Self.loadError(error)) }
            ThreadPool.apps.run { completion(result) }
        }
        progress.onCancel { task.cancel() }
        return progress
    }

    /// The error that a handler gets.
    private static func loadError(_ error: any Error) -> any Error {
        if error is CancellationError || (error as? PhotoLibraryError)?.code == .cancelled {
            return CocoaError(.userCancelled)
        }
        guard (error as NSError).domain != NSItemProviderErrorDomain else { return error }
        let cause = PHPhotosError.of(error)
        let message = "The representation cannot be loaded: \(cause.localizedDescription)"
        return Self.error(.itemUnavailableError, message, cause: cause)
    }
}

extension Result {
    fileprivate var value: Success? { try? get() }
    fileprivate var error: Failure? { if case .failure(let error) = self { error } else { nil } }
}
