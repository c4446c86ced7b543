internal import ContentDigests
internal import Foundation
internal import PerceptualHashing
internal import PhotoCatalog
public import PhotoInspection
public import PhotoModel

extension CloudIdentifier {
    /// The identifier of the photo in a file, derived from its content: independent libraries make the same identifier.
    static func minted(for evidence: Evidence) throws -> CloudIdentifier {
        CloudIdentifier(stableID: try StableID.ofAsset(sha256Prefix: evidence.sha256Prefix), subject: .asset(evidence))
    }

    /// The identifier of an album or folder: only the library that made it can resolve it exactly.
    static func minted(for collection: CollectionMembers) throws -> CloudIdentifier {
        let evidence = CollectionEvidence(
            titlePrefix: try CollectionEvidence.prefix(of: collection.title), contents: collection.contents)
        let subject: Subject =
            switch collection.kind {
            case .album: .album(evidence)
            case .folder: .folder(evidence)
            }
        return CloudIdentifier(stableID: collection.stableID, subject: subject)
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
    ///
    /// - Throws: `internalError` if libcrypto cannot compute a digest.
    public func cloudIdentifier() throws -> CloudIdentifier {
        var evidence = try CloudIdentifier.Evidence(self)
        // A damaged picture, and the preview in a raw file, prove nothing by what they show.
        if condition == .damaged || format == .raw { evidence.signature = nil }
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
