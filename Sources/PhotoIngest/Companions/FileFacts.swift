internal import PhotoModel

/// The data of a file that decide to which photo it belongs.
struct FileFacts: Sendable {
    let name: SourceName
    /// The file's own name, byte for byte.
    let nameBytes: [UInt8]
    let format: ImageFormat
    let metadata: ImageMetadata
    /// The content of the file, if it is a sidecar.
    let sidecar: Sidecar?

    init(nameBytes: [UInt8], format: ImageFormat, metadata: ImageMetadata, sidecar: Sidecar? = nil) {
        name = SourceName(nameBytes)
        self.nameBytes = nameBytes
        self.format = format
        self.metadata = metadata
        self.sidecar = sidecar
    }

    /// Whether the file is a picture that other files may belong to.
    var isPhoto: Bool { sidecar == nil && format != .video && format != .unknown }

    /// Whether the file may have a sidecar: photos, and also videos, which may be assets of their own.
    var mayHaveSidecars: Bool { isPhoto || sidecar == nil && format == .video }

    /// Whether the file's name has this extension, in any case of the letters.
    func hasExtension(_ wanted: String) -> Bool {
        let ending = nameBytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).dropFirst().last
        return ending.map { String(decoding: $0, as: UTF8.self).lowercased() == wanted.lowercased() } ?? false
    }

    /// Whether the file may belong to a photo.
    ///
    /// Plain photos never do, which saves a query.
    var mayBelong: Bool {
        sidecar != nil || format == .video || format == .raw || name.role == .editedPhoto
    }
}
