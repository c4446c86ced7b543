internal import Foundation
package import LibraryStorage
internal import Originals
internal import PhotoCatalog
package import PhotoModel
internal import SystemPackage
package import SystemSupport

/// Removes the sources of an import that moves.
///
/// A source is removed only if its bytes are stored, were read back from the library and are equal, and the source has
/// not changed since it was read.
package struct SourceRemover {
    /// The result for a source.
    package enum Outcome {
        case removed
        /// The source was not removed, for this reason.
        case kept(KeptSource)
    }

    private let library: LibraryContext

    package init(_ library: LibraryContext) { self.library = library }

    /// Removes a file whose bytes the library has.
    ///
    /// - Parameter cancellation: Ends the wait for a remote store; the file then stays.
    /// - Throws: `cancelled`; errors of the catalogue.
    package func remove(_ file: AnalysedFile, until cancellation: Cancellation) throws -> Outcome {
        guard let own = try library.catalog.ownFiles(with: file.sha256).first else {
            return .kept(.onlyReference)
        }
        if let reason = try reasonToKeep(file, own.content, cancellation) { return .kept(reason) }
        var status = stat()
        guard lstat(file.source.platform, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return .kept(.link)
        }
        guard FileIdentity(status) == file.identity else { return .kept(.changed) }
        guard unlink(file.source.platform) == 0 else {
            return .kept(.notRemovable(Errno(rawValue: errno)))
        }
        return .removed
    }

    /// Why the library's file does not make the source superfluous; `nil` if it does.
    private func reasonToKeep(
        _ file: AnalysedFile, _ own: ResourceBytes, _ cancellation: Cancellation
    ) throws(PhotoLibraryError) -> KeptSource? {
        let state = library.originals.state(of: own)
        if case .here(_, let identity) = state, identity.isOfSameFile(as: file.identity) {
            // The source is in the library's own folder, or is a hard link to the library's file, so it is not a
            // separate copy.
            return .librarysOwnFile
        }
        switch library.originals.stateAfterReadingBack(own) {
        case .here: return nil
        case .elsewhere:
            let isSafe = try library.originals.areSafeElsewhere(own, without: file.identity, until: cancellation)
            return isSafe ? nil : .onlyElsewhere
        case .withheld: return .onlyElsewhere
        case .damaged(let fault), .absent(let fault, _):
            return fault.code == .invalidResource ? .copyDiffers : .copyUnreadable(fault)
        }
    }
}
