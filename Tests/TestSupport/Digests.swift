internal import ContentDigests
package import PhotoModel

extension [UInt8] {
    /// The SHA-256 of the bytes.
    package var sha256: Digest {
        get throws { try withUnsafeBytes { (bytes) throws in try ContentHasher.digest(.sha256, of: bytes) } }
    }
}
