internal import PhotoModel

/// What is known of a file when it is asked to which photo it belongs.
struct FileFacts: Sendable {
    let name: SourceName
    /// The file's own name, byte for byte.
    let nameBytes: [UInt8]
    let format: ImageFormat
    let metadata: ImageMetadata
    /// The metadata of another file's photo, if the file is a sidecar.
    let sidecar: Sidecar?

    init(nameBytes: [UInt8], format: ImageFormat, metadata: ImageMetadata, sidecar: Sidecar? = nil) {
        name = SourceName(nameBytes)
        self.nameBytes = nameBytes
        self.format = format
        self.metadata = metadata
        self.sidecar = sidecar
    }

    /// Whether the file is a picture that others may belong to.
    var isPhoto: Bool { sidecar == nil && format != .video && format != .unknown }

    /// Whether a sidecar may tell of the file: a video that is no live photo's has them too.
    var mayHaveSidecars: Bool { isPhoto || sidecar == nil && format == .video }

    /// Whether the file may belong to another: to ask for a plain photo would be a waste.
    var mayBelong: Bool {
        sidecar != nil || format == .video || format == .raw || name.role == .editedPhoto
    }
}
