public import Foundation
internal import PhotoModel
public import SystemPackage

/// The files of an asset that is to be made.
///
/// One is the original, a photo or a film; others belong to it. See ``ChangeRequests/createAsset(_:)``.
public struct AssetCreationRequest: Sendable {
    /// Where the bytes of a file are.
    public enum Content: Sendable {
        /// A file, which is copied and stays as it is.
        case file(FilePath)
        /// Bytes in memory, and the name that they are known by.
        case data(Data, filename: String)
    }

    struct Resource: Sendable {
        let kind: AssetResource.Kind
        let content: Content
        /// What an original must be; `nil` for a photo or a video.
        let mediaType: Asset.MediaType?
    }

    private(set) var resources: [Resource] = []

    /// A request without files.
    public init() {}

    /// A request to make an asset of one photo or film.
    public init(original: Content) { addResource(.original, original) }

    /// Adds a file.
    ///
    /// - Parameter mediaType: What an original must be, a photo or a video: another file is `invalidResource`. `nil` for either.
    public mutating func addResource(
        _ kind: AssetResource.Kind, _ content: Content, mediaType: Asset.MediaType? = nil
    ) {
        resources.append(Resource(kind: kind, content: content, mediaType: mediaType))
    }

    /// Whether files of these kinds can be one asset: an original, at most one film of a live photo, and any number of
    /// other forms and sidecars.
    ///
    /// An edit is made afterwards, also in the same block: see ``ChangeRequests/editAsset(_:rendered:adjustmentData:)``.
    public static func supports(_ kinds: [AssetResource.Kind]) -> Bool {
        (try? check(kinds)) != nil
    }

    /// - Throws: `missingResource`, `invalidResource`.
    static func check(_ kinds: [AssetResource.Kind]) throws {
        guard kinds.contains(.original) else {
            throw PhotoLibraryError(.missingResource, "An asset needs an original: add the photo or film itself.")
        }
        for kind in [AssetResource.Kind.original, .pairedVideo] where kinds.count(where: { $0 == kind }) > 1 {
            throw PhotoLibraryError(
                .invalidResource, "An asset has one file of the kind \(kind): leave the others out.")
        }
        let others: [AssetResource.Kind] = [.original, .pairedVideo, .alternatePhoto, .sidecar]
        if let other = kinds.first(where: { !others.contains($0) }) {
            throw PhotoLibraryError(.invalidResource, "An asset is not made of a file of the kind \(other).")
        }
    }
}

/// Something that a change makes: its identifier may be used at once in the same block, and elsewhere once the block has
/// succeeded.
public struct ObjectPlaceholder: Sendable, Hashable {
    /// The local identifier.
    public let localIdentifier: String
}
