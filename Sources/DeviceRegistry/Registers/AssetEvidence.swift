package import PhotoModel

/// The files of a photo that a device has: the value of ``Key/evidence``.
///
/// Other devices know the photo by them before they have it.
package struct AssetEvidence: Hashable, Sendable {
    package let files: [File]

    package struct File: Hashable, Sendable {
        /// The raw value of `AssetResource.Kind`.
        package let kind: Int
        package let sha256: Digest
        package let bytes: Int
        /// The raw value of `ImageFormat`.
        package let format: String

        package init(kind: Int, sha256: Digest, bytes: Int, format: String) {
            (self.kind, self.sha256, self.bytes, self.format) = (kind, sha256, bytes, format)
        }
    }

    package init(files: [File]) { self.files = files }

    /// For each file: kind (1 byte), SHA-256 (32), size, format.
    package var value: [UInt8] {
        var writer = FieldWriter()
        for file in files {
            writer.append(UInt8(clamping: file.kind))
            writer.append(file.sha256.bytes)
            writer.append(number: UInt64(clamping: file.bytes))
            writer.append(counted: Array(file.format.utf8))
        }
        return writer.bytes
    }
}
