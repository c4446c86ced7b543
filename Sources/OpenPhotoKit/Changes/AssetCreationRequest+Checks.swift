internal import PhotoCatalog
internal import PhotoModel

extension AssetCreationRequest {
    /// Checks that a file is of the kind that the request says.
    ///
    /// - Parameters:
    ///   - file: The file, analysed.
    ///   - kind: What the file is to the asset.
    ///   - mediaType: What an original must be; `nil` for a photo or a video.
    ///   - isSidecar: Whether the file was read as a sidecar.
    ///   - original: The asset's original, which is checked first; `nil` for the original itself.
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
                    "Only a photo has a video beside it."
                } else {
                    file.isVideo ? nil : "This is no video."
                }
            case .fullSizePhoto:
                [.jpeg, .png].contains(file.format) && file.condition == .ok
                    ? nil : "An edited picture is a JPEG or PNG that can be decoded whole."
            case .sidecar: isSidecar ? nil : "This tells nothing of a photo: it is no XMP or JSON sidecar."
            case .adjustmentData: nil
            default: file.isPhoto ? nil : "This is no photo."
            }
        if let reason { throw PhotoLibraryError(.invalidResource, reason, path: file.source.string) }
    }
}

extension AnalysedFile {
    /// Whether the file is a photo, which may be damaged: it has the signature of a picture and tells more than that.
    fileprivate var isPhoto: Bool { format != .unknown && format != .video && tellsOfAPicture }

    /// Whether the file is a video, which may be damaged.
    fileprivate var isVideo: Bool { format == .video && (tellsOfAPicture || metadata.duration != nil) }

    /// Whether the file states its size or its camera, or is too large to be looked at.
    ///
    /// A few bytes that begin like a picture state neither.
    private var tellsOfAPicture: Bool {
        size != nil || metadata.make != nil || metadata.model != nil || condition == .limited
    }
}
