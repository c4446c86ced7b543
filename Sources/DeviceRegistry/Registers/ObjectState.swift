package import PhotoModel

/// Whether an object is in a library: the value of ``Key/state``.
package enum ObjectState: Hashable, Sendable {
    case present
    /// A photo that is recently deleted, or a deleted album or folder.
    case deleted
    /// A photo whose files were removed, by which an import recognises it later.
    case purged(PurgedPhoto)

    package struct PurgedPhoto: Hashable, Sendable {
        package let localIdentifier: String
        package let files: [File]

        package struct File: Hashable, Sendable {
            package let sha256: Digest
            package let imageDataDigest: Digest?

            package init(sha256: Digest, imageDataDigest: Digest?) {
                self.sha256 = sha256
                self.imageDataDigest = imageDataDigest
            }
        }

        package init(localIdentifier: String, files: [File]) {
            self.localIdentifier = localIdentifier
            self.files = files
        }
    }

    package var value: [UInt8] {
        switch self {
        case .present: return [0]
        case .deleted: return [1]
        case .purged(let photo):
            var writer = FieldWriter()
            writer.append(2)
            writer.append(counted: Array(photo.localIdentifier.utf8))
            for file in photo.files {
                writer.append(counted: file.sha256.bytes)
                writer.append(counted: file.imageDataDigest?.bytes ?? [])
            }
            return writer.bytes
        }
    }

    /// - Returns: `nil` for the bytes of no state.
    package init?(_ value: [UInt8]) {
        switch value {
        case [0]: self = .present
        case [1]: self = .deleted
        default:
            var reader = FieldReader(value[...])
            guard reader.byte() == 2, let identifier = reader.counted().flatMap(RegisterValue.text) else { return nil }
            var files: [PurgedPhoto.File] = []
            while !reader.isAtEnd {
                guard let sha256 = reader.counted().flatMap({ Digest($0) }), let other = reader.counted(),
                    other.isEmpty || other.count == sha256.bytes.count
                else { return nil }
                files.append(PurgedPhoto.File(sha256: sha256, imageDataDigest: Digest(other)))
            }
            self = .purged(PurgedPhoto(localIdentifier: identifier, files: files))
        }
    }
}
