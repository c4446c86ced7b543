package import PhotoModel
package import SystemPackage

/// What is known of a dead path or an identifier.
package struct Finding: Sendable {
    /// The asset and its file that are meant; `nil` if none or several may be.
    package var file: FoundFile?
    /// What `file` stands on.
    package var evidence: RelinkItem.Evidence?
    /// The assets that may be meant, if a person has to decide.
    package var candidates: [String] = []
    /// Why there is no file.
    package var error: PhotoLibraryError?

    /// A file of the library.
    package struct FoundFile: Hashable, Sendable {
        /// The asset's local identifier.
        package var asset: String
        /// Where the file is, absolute.
        package var path: FilePath

        /// A file of these parts.
        package init(asset: String, path: FilePath) {
            self.asset = asset
            self.path = path
        }
    }

    /// An answer.
    package static func found(_ file: FoundFile, _ evidence: RelinkItem.Evidence) -> Finding {
        Finding(file: file, evidence: evidence)
    }

    /// A person has to decide, for this reason.
    static func ambiguous(
        _ candidates: [String], _ message: String, remedy: PhotoLibraryError.Remedy? = nil
    ) -> Finding {
        Finding(
            candidates: candidates,
            error: PhotoLibraryError(
                .multipleIdentifiersFound, message, remedy: remedy, localIdentifiers: candidates))
    }

    /// Nothing is known, for this reason.
    package static func notFound(_ message: String) -> Finding {
        Finding(error: PhotoLibraryError(.identifierNotFound, message))
    }
}

/// Knows which photos dead paths and identifiers mean.
package protocol PhotoFinding {
    /// What is known of each path.
    func find(paths: [FilePath]) throws -> [FilePath: Finding]
    /// What is known of each cloud identifier.
    func find(cloudIdentifiers: [String]) throws -> [String: Finding]
    /// The cloud identifiers of assets; those that have none are left out.
    func cloudIdentifiers(of assets: [String]) throws -> [String: String]
}
