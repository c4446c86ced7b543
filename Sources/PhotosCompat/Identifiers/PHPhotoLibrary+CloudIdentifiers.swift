internal import OpenPhotoKit

extension PHPhotoLibrary {
    /// The cloud identifiers of assets, albums and folders, one entry for each distinct local identifier.
    ///
    /// - Returns: For each, the identifier or `PHPhotosError.identifierNotFound`, for all of them if this app sees no
    ///   photos. Blocks. One call for many identifiers is much faster than one call for each.
    public func cloudIdentifierMappings(
        forLocalIdentifiers localIdentifiers: [String]
    ) -> [String: Result<PHCloudIdentifier, any Error>] {
        do {
            return try photoLibrary.cloudIdentifierMappings(forLocalIdentifiers: localIdentifiers).mapValues { answer in
                answer.map(PHCloudIdentifier.init).mapError(PHPhotosError.of)
            }
        } catch {
            let reason = PHPhotosError.ofMapping(error)
            return Dictionary(localIdentifiers.map { ($0, .failure(reason)) }) { first, _ in first }
        }
    }

    /// The local identifiers of the objects that cloud identifiers mean, by content if there is no stronger evidence.
    ///
    /// - Returns: For each, the local identifier, `PHPhotosError.identifierNotFound` (with
    ///   ``PHUndecidableReasonErrorKey`` if pictures that are not decoded could be the answer), or
    ///   `multipleIdentifiersFound` with ``PHLocalIdentifiersErrorKey``. Blocks. One call for many identifiers is much
    ///   faster than one call for each.
    public func localIdentifierMappings(
        for cloudIdentifiers: [PHCloudIdentifier]
    ) -> [PHCloudIdentifier: Result<String, any Error>] {
        mappings(of: cloudIdentifiers) { $0.localIdentifierMappings(for: $1) }
    }

    /// Like ``localIdentifierMappings(for:)``, but without comparing contents.
    public func localIdentifierMappings(
        forSynced cloudIdentifiers: [PHCloudIdentifier]
    ) -> [PHCloudIdentifier: Result<String, any Error>] {
        mappings(of: cloudIdentifiers) { $0.localIdentifierMappings(forSynced: $1) }
    }

    private func mappings(
        of identifiers: [PHCloudIdentifier],
        _ ask: (PhotoLibrary, [CloudIdentifier]) -> [CloudIdentifier: Result<String, any Error>]
    ) -> [PHCloudIdentifier: Result<String, any Error>] {
        let library = Result { try photoLibrary }.mapError(PHPhotosError.ofMapping)
        let answers = library.map { ask($0, identifiers.compactMap(\.identifier)) }
        return Dictionary(
            identifiers.map { identifier in
                let answer: Result<String, any Error> = Result {
                    // A text that cannot be read gives its own error.
                    let readable = try identifier.identifier ?? CloudIdentifier(stringValue: identifier.stringValue)
                    guard let answer = try answers.get()[readable] else {
                        throw PHPhotosError(
                            PhotoLibraryError(.identifierNotFound, "Nothing in this library has this identifier."))
                    }
                    return try answer.get()
                }
                return (identifier, answer.mapError(PHPhotosError.of))
            }, uniquingKeysWith: { first, _ in first })
    }
}

// The mapping classes of Objective-C, which some code uses.
extension Result where Success == PHCloudIdentifier, Failure == any Error {
    /// The identifier; `nil` if there is an ``error``.
    public var cloudIdentifier: PHCloudIdentifier? { try? get() }
    /// Why there is no identifier.
    public var error: (any Error)? { if case .failure(let error) = self { error } else { nil } }
}

extension Result where Success == String, Failure == any Error {
    /// The identifier; `nil` if there is an ``error``.
    public var localIdentifier: String? { try? get() }
    /// Why there is no identifier.
    public var error: (any Error)? { if case .failure(let error) = self { error } else { nil } }
}
