internal import ContentDigests
internal import Foundation
internal import PhotoCatalog
public import PhotoModel

extension CloudIdentifier {
    /// The identifier of the photo in a file, made of its content: libraries that never met make the same one.
    static func minted(for evidence: Evidence) throws -> CloudIdentifier {
        // The stable id must not be one of the digests it travels with, so that they stay what they say they are.
        let seed = [UInt8]("OpenPhotoKit cloud identifier".utf8) + evidence.sha256Prefix
        let digest = try seed.withUnsafeBytes { bytes throws(PhotoLibraryError) in
            try ContentHasher.digest(.sha256, of: bytes)
        }
        return CloudIdentifier(kind: .asset, stableID: digest.prefix128, evidence: evidence)
    }
}

extension CloudIdentifier.Evidence {
    init(original: AssetResource, signature: ContentSignature?, metadata: ImageMetadata) throws {
        self.init(
            sha256Prefix: original.sha256.prefix128, imageDataPrefix: original.imageDataDigest?.prefix128,
            orientation: original.orientation,
            signature: signature, captureTime: metadata.captureTime,
            uniqueIDPrefix: try metadata.imageUniqueID.map(Self.uniqueIDPrefix))
    }

    /// What an analysed file would be known by.
    init(_ analysis: PhotoAnalysis) throws {
        self.init(
            sha256Prefix: analysis.sha256.prefix128, imageDataPrefix: analysis.imageDataDigest?.prefix128,
            orientation: analysis.metadata.orientation,
            signature: analysis.signature, captureTime: analysis.metadata.captureTime,
            uniqueIDPrefix: try analysis.metadata.imageUniqueID.map(Self.uniqueIDPrefix))
    }

    static func uniqueIDPrefix(_ text: String) throws -> [UInt8] {
        let digest = try Array(text.utf8).withUnsafeBytes { bytes throws(PhotoLibraryError) in
            try ContentHasher.digest(.sha256, of: bytes)
        }
        return Array(digest.bytes.prefix(8))
    }
}

extension PhotoAnalysis {
    /// The identifier that any library would give a photo of this file.
    public func cloudIdentifier() throws -> CloudIdentifier {
        var evidence = try CloudIdentifier.Evidence(self)
        // A damaged picture proves nothing by what it shows.
        if condition == .damaged { evidence.signature = nil }
        return try .minted(for: evidence)
    }
}

extension PhotoLibrary {
    /// The cloud identifiers of assets, one entry for each distinct local identifier.
    ///
    /// - Returns: For each, the identifier or `identifierNotFound`. Blocks; expensive for many: ask for all at once.
    public func cloudIdentifierMappings(
        forLocalIdentifiers localIdentifiers: [String]
    ) -> [String: Result<CloudIdentifier, any Error>] {
        let found = Result { try catalog.assets(localIdentifiers) }
        return Dictionary(
            localIdentifiers.map { identifier in
                (
                    identifier,
                    Result {
                        guard let asset = try found.get()[identifier], let original = asset.original else {
                            throw PhotoLibraryError(
                                .identifierNotFound, "No photo of this library has this identifier.",
                                identifier: identifier)
                        }
                        // A damaged picture proves nothing by what it shows.
                        let signature =
                            asset.condition == .damaged
                            ? nil : try catalog.signedAsset(withLocalIdentifier: identifier)?.signature
                        return try CloudIdentifier.minted(
                            for: CloudIdentifier.Evidence(
                                original: original, signature: signature, metadata: asset.metadata))
                    }
                )
            }, uniquingKeysWith: { first, _ in first })
    }
}
