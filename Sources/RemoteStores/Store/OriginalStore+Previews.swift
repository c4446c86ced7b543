internal import ContentDigests
package import PhotoModel
package import SystemSupport

/// Small pictures of originals, in JPEG.
extension OriginalStore {
    /// The limit for a preview, in bytes.
    package static let maximumPreviewSize = 16 << 20

    /// Copies the preview of an original to the store, unless one is there already, and reads the copy back.
    ///
    /// A preview that another device made of the same original may have other bytes, and stays if it can be read.
    package func putPreview(_ jpeg: [UInt8], of sha256: Digest, _ cancellation: Cancellation) throws {
        let key = try names.key(.previews, sha256)
        if let existing = try? preview(of: sha256, cancellation), existing.starts(with: [0xFF, 0xD8]) { return }
        let digest = try jpeg.withUnsafeBytes { (bytes) throws in try ContentHasher.digest(.sha256, of: bytes) }
        _ = try put(key, digest, Upload(jpeg), cancellation) { _ in }
    }

    /// The preview of an original; `nil` if there is none.
    package func preview(of sha256: Digest, _ cancellation: Cancellation) throws -> [UInt8]? {
        guard let object = try client.object(of: try names.key(.previews, sha256), cancellation) else { return nil }
        return try openWhole(object).readAll(atMost: Self.maximumPreviewSize, cancellation)
    }

    /// Removes the preview of an original.
    ///
    /// A preview that does not exist is no error.
    package func removePreview(of sha256: Digest, _ cancellation: Cancellation) throws {
        try client.remove(try names.key(.previews, sha256), cancellation)
    }
}
