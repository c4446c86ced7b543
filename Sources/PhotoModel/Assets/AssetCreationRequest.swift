public import Foundation
public import SystemPackage

/// The files of a new asset.
///
/// One file is the original, a photo or a video. The other files belong to the same asset. See
/// `ChangeRequests.createAsset(_:)`.
public struct AssetCreationRequest: Sendable {
    /// The source of the bytes of a file.
    public enum Content: Sendable {
        /// A file, which is copied and not changed.
        case file(FilePath)
        /// Bytes in memory, with their file name.
        case data(Data, filename: String)
    }

    package struct Resource: Sendable {
        package let kind: AssetResource.Kind
        package let content: Content
        /// The file name that is recorded; `nil` for that of the content.
        package let name: FilePath.Component?
        /// The media type that the original must have; `nil` for a photo or a video.
        package let mediaType: Asset.MediaType?
    }

    package private(set) var resources: [Resource] = []

    /// A request without files.
    public init() {}

    /// A request for a new asset with one photo or video.
    public init(original: Content) { addResource(.original, original) }

    /// Adds a file.
    ///
    /// - Parameter mediaType: The media type that an original must have, or `nil` for a photo or a video. The change
    ///   block throws `invalidResource` for an original of another type.
    public mutating func addResource(
        _ kind: AssetResource.Kind, _ content: Content, mediaType: Asset.MediaType? = nil
    ) {
        addResource(kind, content, named: nil, mediaType: mediaType)
    }

    /// Adds a file with another name than that of its content.
    package mutating func addResource(
        _ kind: AssetResource.Kind, _ content: Content, named name: FilePath.Component?, mediaType: Asset.MediaType?
    ) {
        resources.append(Resource(kind: kind, content: content, name: name, mediaType: mediaType))
    }

    /// Whether files of these kinds can be one asset: an original, at most one video of a Live Photo, and any number of
    /// alternate photos and sidecars.
    ///
    /// Add an edit afterwards, also in the same block: see `ChangeRequests.editAsset(_:rendered:adjustmentData:)`.
    public static func supports(_ kinds: [AssetResource.Kind]) -> Bool {
        (try? check(kinds)) != nil
    }

    /// - Throws: `missingResource`, `invalidResource`.
    package static func check(_ kinds: [AssetResource.Kind]) throws {
        guard kinds.contains(.original) else {
            throw PhotoLibraryError(.missingResource, "An asset needs an original: add the photo or video itself.")
        }
        for kind in [AssetResource.Kind.original, .pairedVideo] where kinds.count(where: { $0 == kind }) > 1 {
            throw PhotoLibraryError(
                .invalidResource, "An asset has one file of the kind \(kind): omit the others.")
        }
        let others: [AssetResource.Kind] = [.original, .pairedVideo, .alternatePhoto, .sidecar]
        if let other = kinds.first(where: { !others.contains($0) }) {
            throw PhotoLibraryError(.invalidResource, "An asset cannot be created with a file of the kind \(other).")
        }
    }
}
