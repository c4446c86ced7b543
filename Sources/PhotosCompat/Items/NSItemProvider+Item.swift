public import Foundation
internal import PhotoModel

extension NSItemProvider {
    /// Gets an item or an error.
    public typealias CompletionHandler = @Sendable ((any NSSecureCoding)?, (any Error)?) -> Void

    /// Loads the best representation that conforms to the type: a file as a `URL`, other bytes as `Data`.
    ///
    /// A file that an app registered to be opened in place is the app's own. Another file, also that of a photo that a
    /// person picked, is a copy. It stays as long as this item provider exists, and at least until the handler returns.
    ///
    /// - Parameters:
    ///   - options: Have no effect.
    ///   - completionHandler: Called once, on a private queue, with either an item or an error; the errors are those of
    ///     ``loadDataRepresentation(forTypeIdentifier:completionHandler:)``.
    public func loadItem(
        forTypeIdentifier typeIdentifier: String, options: [AnyHashable: Any]? = nil,
        completionHandler: CompletionHandler? = nil
    ) {
        loadItem(typeIdentifier) { result in
            switch result {
            case .success(let item): completionHandler?(item, nil)
            case .failure(let error): completionHandler?(nil, error)
            }
        }
    }

    /// Loads the best representation that conforms to the type: a file as a `URL`, other bytes as `Data`.
    ///
    /// Cancelling the task has no effect.
    ///
    /// - Throws: As ``loadItem(forTypeIdentifier:options:completionHandler:)``.
    public func loadItem(
        forTypeIdentifier typeIdentifier: String, options: [AnyHashable: Any]? = nil
    ) async throws -> any NSSecureCoding & Sendable {
        try await withCheckedThrowingContinuation { continuation in
            loadItem(typeIdentifier) { continuation.resume(with: $0) }
        }
    }

    /// Keeps this object until the completion has returned.
    private func loadItem(
        _ typeIdentifier: String,
        completion: @escaping @Sendable (Result<any NSSecureCoding & Sendable, any Error>) -> Void
    ) {
        load(try representation(conformingTo: typeIdentifier)) { [self] representation, progress in
            try await item(representation, progress)
        } completion: { [self] result in
            withExtendedLifetime(self) { completion(result) }
        }
    }

    private func item(
        _ representation: ItemRepresentation, _ progress: Progress
    ) async throws -> any NSSecureCoding & Sendable {
        if let original = representation.original { return try await original(progress) }
        guard representation.isFile else { return try await representation.data(progress) }
        let folder = try PrivateFolder(suggestedName: suggestedName)
        let file = try await representation.file(folder, progress)
        keep(folder)
        return file
    }
}
