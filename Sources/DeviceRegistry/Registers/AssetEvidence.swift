package import PhotoModel

/// The files of a photo that a device has: the value of ``Key/evidence``.
///
/// Other devices know the photo by them before they have it.
package struct AssetEvidence: Hashable, Sendable {
    /// Sorted by their kinds, so that the original is the first one.
    package let files: [File]

    package struct File: Hashable, Sendable {
        /// The raw value of `AssetResource.Kind`.
        package let kind: Int
        package let sha256: Digest
        package let bytes: Int
        /// The raw value of `ImageFormat`.
        package let format: String
        /// The name at import, not necessarily UTF-8; empty if it is unknown.
        package let name: [UInt8]

        package init(kind: Int, sha256: Digest, bytes: Int, format: String, name: [UInt8]) {
            (self.kind, self.sha256, self.bytes, self.format) = (kind, sha256, bytes, format)
            // No file system has longer names.
            self.name = name.count <= AssetEvidence.greatestName ? name : []
        }
    }

    /// The greatest number of bytes of a name.
    private static let greatestName = 255
    /// More files of one photo are not published, and not read.
    private static let greatestCount = 64

    package init(files: [File]) { self.files = Array(files.prefix(Self.greatestCount)) }

    /// For each file: kind (1 byte), SHA-256 (32), size, format, name.
    package var value: [UInt8] {
        var writer = FieldWriter()
        for file in files {
            writer.append(UInt8(clamping: file.kind))
            writer.append(file.sha256.bytes)
            writer.append(number: UInt64(clamping: file.bytes))
            writer.append(counted: Array(file.format.utf8))
            writer.append(counted: file.name)
        }
        return writer.bytes
    }

    /// - Returns: `nil` for the bytes of no files.
    package init?(value: [UInt8]) {
        var reader = FieldReader(value[...])
        var files: [File] = []
        repeat {
            guard files.count < Self.greatestCount, let kind = reader.byte(),
                let sha256 = reader.bytes(Self.digestSize).flatMap({ Digest(Array($0)) }),
                let bytes = reader.number().flatMap({ Int(exactly: $0) }),
                let format = reader.counted().flatMap({ String(validating: $0, as: UTF8.self) }),
                let name = reader.counted()
            else { return nil }
            files.append(File(kind: Int(kind), sha256: sha256, bytes: bytes, format: format, name: name))
        } while !reader.isAtEnd
        self.files = files
    }

    private static let digestSize = 32
}
