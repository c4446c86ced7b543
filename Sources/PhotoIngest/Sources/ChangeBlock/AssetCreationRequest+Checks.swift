internal import PhotoCatalog
internal import PhotoModel
internal import SystemPackage

extension AssetCreationRequest {
    /// Checks that a file is of the requested kind.
    ///
    /// - Parameters:
    ///   - file: The analysed file.
    ///   - kind: The type of the resource.
    ///   - mediaType: The media type that an original must have; `nil` for a photo or a video.
    ///   - isSidecar: Whether the file was read as a sidecar.
    ///   - original: The asset's original, which is checked first; `nil` while the original itself is checked.
    /// - Throws: `invalidResource`.
    static func check(
        _ file: AnalysedFile, as kind: AssetResource.Kind, _ mediaType: Asset.MediaType? = nil,
        isSidecar: Bool = false, beside original: AnalysedFile? = nil
    ) throws(PhotoLibraryError) {
        let reason: String? =
            switch kind {
            case .original:
                switch mediaType {
                case .image: file.isPhoto ? nil : "This is no photo."
                case .video: file.isVideo ? nil : "This is no video."
                case .unknown, nil: file.isPhoto || file.isVideo ? nil : "This is no photo or video."
                }
            case .pairedVideo:
                if original?.isVideo == true {
                    "Only a photo can have a paired video."
                } else {
                    file.isVideo ? nil : "This is no video."
                }
            case .fullSizePhoto:
                [.jpeg, .png].contains(file.format) && file.condition == .ok
                    ? nil : "An edited picture is a JPEG or PNG that can be decoded whole."
            case .sidecar: isSidecar ? nil : "This is not an XMP or JSON sidecar of a photo."
            case .adjustmentData: nil
            default: file.isPhoto ? nil : "This is no photo."
            }
        if let reason { throw PhotoLibraryError(.invalidResource, reason, path: file.source.string) }
    }
}

extension AnalysedFile {
    /// Whether the file is a photo, possibly damaged: it begins with the signature of a picture format and states more.
    fileprivate var isPhoto: Bool { format != .unknown && format != .video && hasPictureData }

    /// Whether the file is a video, possibly damaged.
    fileprivate var isVideo: Bool { format == .video && (hasPictureData || metadata.duration != nil) }

    /// Whether the file states its size or its camera, or is too large to be decoded.
    ///
    /// A few bytes that only begin like a picture state neither.
    private var hasPictureData: Bool {
        size != nil || metadata.make != nil || metadata.model != nil || condition == .limited
    }
}
