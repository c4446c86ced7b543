internal import ContentDigests
internal import Dispatch
public import Foundation
internal import LibraryRPC
internal import PerceptualHashing
internal import PhotoCatalog
internal import PhotoInspection
public import PhotoModel
internal import Synchronization

extension CloudIdentifier {
    /// The identifier of the photo in a file, derived from its content: independent libraries make the same identifier.
    static func minted(for evidence: Evidence) throws -> CloudIdentifier {
        // The stable id is hashed again, so that it differs from the digests in the same identifier.
        try minted("OpenPhotoKit cloud identifier", evidence.sha256Prefix, .asset(evidence))
    }

    /// The identifier of an album or folder: only the library that made it can resolve it exactly.
    static func minted(for collection: CollectionMembers, in library: UUID) throws -> CloudIdentifier {
        let evidence = CollectionEvidence(
            titlePrefix: try CollectionEvidence.prefix(of: collection.title), contents: collection.contents)
        let seed = Array("\(library.uuidString)/\(collection.localIdentifier)".utf8)
        return switch collection.kind {
        case .album: try minted("OpenPhotoKit album identifier", seed, .album(evidence))
        case .folder: try minted("OpenPhotoKit folder identifier", seed, .folder(evidence))
        }
    }

    private static func minted(_ domain: String, _ seed: [UInt8], _ subject: Subject) throws -> CloudIdentifier {
        let digest = try (Array(domain.utf8) + seed).withUnsafeBytes { bytes throws(PhotoLibraryError) in
            try ContentHasher.digest(.sha256, of: bytes)
        }
        return CloudIdentifier(stableID: digest.prefix128, subject: subject)
    }
}

extension CloudIdentifier.Evidence {
    init(original: AssetResource, signature: ContentSignature?, metadata: ImageMetadata) throws {
        self.init(
            sha256Prefix: original.sha256.prefix128, imageDataPrefix: original.imageDataDigest?.prefix128,
            orientation: original.orientation,
            signature: signature?.coded, captureTime: metadata.captureTime,
            uniqueIDPrefix: try metadata.imageUniqueID.map(Self.textPrefix))
    }

    /// The evidence that identifies an analysed file.
    init(_ analysis: PhotoAnalysis) throws {
        self.init(
            sha256Prefix: analysis.sha256.prefix128, imageDataPrefix: analysis.imageDataDigest?.prefix128,
            orientation: analysis.metadata.orientation,
            signature: analysis.signature, captureTime: analysis.metadata.captureTime,
            uniqueIDPrefix: try analysis.metadata.imageUniqueID.map(Self.textPrefix))
    }

    static func textPrefix(_ text: String) throws -> [UInt8] {
        let digest = try Array(text.utf8).withUnsafeBytes { bytes throws(PhotoLibraryError) in
            try ContentHasher.digest(.sha256, of: bytes)
        }
        return Array(digest.bytes.prefix(8))
    }
}

extension PhotoAnalysis {
    /// The identifier that every library gives to a photo of this file.
    public func cloudIdentifier() throws -> CloudIdentifier {
        var evidence = try CloudIdentifier.Evidence(self)
        // A damaged picture proves nothing by what it shows.
        if condition == .damaged { evidence.signature = nil }
        return try .minted(for: evidence)
    }
}

extension CloudIdentifier.CollectionEvidence {
    /// The form in which titles are compared: without surrounding spaces, and with one encoding of accents.
    static func prefix(of title: String) throws -> [UInt8] {
        let text = title.trimmingCharacters(in: .whitespacesAndNewlines).precomposedStringWithCanonicalMapping
        return try CloudIdentifier.Evidence.textPrefix(text)
    }
}

extension PhotoLibrary {
    /// The cloud identifiers of assets, albums and folders, one entry for each distinct local identifier.
    ///
    /// - Parameters:
    ///   - localIdentifiers: The local identifiers of assets, albums and folders.
    ///   - progress: Shows the progress and can cancel the work from any thread. Its total becomes the number of
    ///     distinct identifiers. The library's threads write it until this method returns.
    /// - Returns: For each, the cloud identifier; `identifierNotFound`, for a recently deleted asset with
    ///   ``PhotoLibraryError/deletedDate``; or `cancelled` for those after a cancellation. Blocks. One call for many
    ///   identifiers is much faster than one call for each.
    public func cloudIdentifierMappings(
        forLocalIdentifiers localIdentifiers: [String], progress: Progress? = nil
    ) -> [String: Result<CloudIdentifier, any Error>] {
        let distinct = Array(Set(localIdentifiers))
        return service.cloudIdentifiers(of: distinct, BatchProgress(progress, count: distinct.count))
    }

    /// Does the same with the progress of a command, in which each distinct identifier counts as a file.
    package func cloudIdentifierMappings(
        forLocalIdentifiers localIdentifiers: [String], loading: LoadProgress
    ) -> [String: Result<CloudIdentifier, any Error>] {
        service.cloudIdentifiers(of: Array(Set(localIdentifiers)), loading)
    }
}

extension LocalLibrary {
    func cloudIdentifiers(
        of distinct: [String], _ batch: any BatchFollower
    ) -> [String: Result<CloudIdentifier, any Error>] {
        let mappings = Mutex<[String: Result<CloudIdentifier, any Error>]>([:])
        // On all cores: coding a thumbnail takes about a millisecond.
        let part = 64
        DispatchQueue.concurrentPerform(iterations: (distinct.count + part - 1) / part) { number in
            let some = Array(distinct[number * part..<min((number + 1) * part, distinct.count)])
            // Read lazily, because nothing is read after a cancellation.
            lazy var assets = Result { try catalog.assets(some) }
            lazy var collections = Result {
                let others = try some.filter { try assets.get()[$0] == nil }
                let found = try collectionIdentifiers(of: .album, others) + collectionIdentifiers(of: .folder, others)
                return Dictionary(found) { first, _ in first }
            }
            let found = some.map { identifier in
                let answer = batch.item {
                    if let asset = try assets.get()[identifier] { return try cloudIdentifier(of: asset) }
                    guard let collection = try collections.get()[identifier] else { throw notFound(identifier) }
                    return collection
                }
                return (identifier, answer)
            }
            mappings.withLock { $0.merge(found) { first, _ in first } }
        }
        return mappings.withLock { $0 }
    }

    private func cloudIdentifier(of asset: Asset) throws -> CloudIdentifier {
        if let deletedDate = asset.deletedDate {
            throw RecentlyDeleted(localIdentifier: asset.localIdentifier, deletedDate: deletedDate).error
        }
        guard let original = asset.original else { throw notFound(asset.localIdentifier) }
        // A damaged picture proves nothing by what it shows.
        let signature =
            asset.condition == .damaged
            ? nil : try catalog.signedAsset(withLocalIdentifier: asset.localIdentifier)?.signature
        return try .minted(
            for: CloudIdentifier.Evidence(original: original, signature: signature, metadata: asset.metadata))
    }

    private func notFound(_ localIdentifier: String) -> PhotoLibraryError {
        PhotoLibraryError(
            .identifierNotFound, "No photo, album or folder of this library has this identifier.",
            identifier: localIdentifier)
    }

    /// The local and cloud identifiers of albums or of folders, oldest first.
    ///
    /// - Parameter localIdentifiers: The local identifiers; `nil` for all albums or folders.
    func collectionIdentifiers(
        of kind: CollectionMembers.Kind, _ localIdentifiers: [String]? = nil
    ) throws -> [(localIdentifier: String, identifier: CloudIdentifier)] {
        try catalog.members(of: kind, localIdentifiers).map {
            ($0.localIdentifier, try .minted(for: $0, in: libraryID))
        }
    }
}
