/// The bytes of a resource as the catalogue records them: where they should be, and what they are.
package struct ResourceBytes: Sendable, Hashable {
    /// Where the catalogue says that the bytes are.
    package let location: AssetResource.Location
    /// The number of bytes.
    package let size: Int64
    /// The SHA-256 of the bytes.
    package let sha256: Digest

    package init(location: AssetResource.Location, size: Int64, sha256: Digest) {
        self.location = location
        self.size = size
        self.sha256 = sha256
    }

    /// Whether the file is outside the library's folder.
    package var isReference: Bool { location.isReference }
}
