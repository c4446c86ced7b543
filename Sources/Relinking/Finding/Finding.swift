package import PhotoModel
package import SystemPackage

/// The result of looking up a broken path or an identifier.
package struct Finding: Sendable {
    /// The asset and its file; `nil` if no asset or several assets match.
    package var file: FoundFile?
    /// The evidence for `file`.
    package var evidence: RelinkItem.Evidence?
    /// The local identifiers of the assets that match, if a person has to decide.
    package var candidates: [String] = []
    /// Why there is no file.
    package var error: PhotoLibraryError?

    /// A file of the library.
    package struct FoundFile: Hashable, Sendable {
        /// The asset's local identifier.
        package var asset: String
        /// Where the file is, absolute.
        package var path: FilePath

        /// Creates the value for an asset and its file.
        package init(asset: String, path: FilePath) {
            self.asset = asset
            self.path = path
        }
    }

    /// The result for a found file.
    package static func found(_ file: FoundFile, _ evidence: RelinkItem.Evidence) -> Finding {
        Finding(file: file, evidence: evidence)
    }

    /// The result if several assets match; `message` says why a person has to decide.
    static func ambiguous(
        _ candidates: [String], _ message: String, remedy: PhotoLibraryError.Remedy? = nil
    ) -> Finding {
        Finding(
            candidates: candidates,
            error: PhotoLibraryError(
                .multipleIdentifiersFound, message, remedy: remedy, localIdentifiers: candidates))
    }

    /// The result if no asset matches; `message` says why.
    package static func notFound(_ message: String) -> Finding {
        Finding(error: PhotoLibraryError(.identifierNotFound, message))
    }
}

/// Finds the photos that broken paths and identifiers mean.
package protocol PhotoFinding {
    /// The result for each path.
    func find(paths: [FilePath]) throws -> [FilePath: Finding]
    /// The result for each cloud identifier.
    func find(cloudIdentifiers: [String]) throws -> [String: Finding]
    /// The cloud identifiers of assets. Assets without a cloud identifier are not in the result.
    func cloudIdentifiers(of assets: [String]) throws -> [String: String]
}
