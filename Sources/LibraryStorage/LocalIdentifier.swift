internal import ContentDigests
package import Foundation
package import PhotoModel

/// Local identifiers, derived from the library's identifier and the original's bytes.
///
/// Such an identifier is unique to the library. It can be made again from the original if the catalogue is lost, and
/// stays the same when a deleted photo is imported again.
package enum LocalIdentifier {
    /// Makes a UUID of version 8 (RFC 9562).
    ///
    /// The UUID is the beginning of SHA-256("OpenPhotoKit local identifier" ‖ library's UUID ‖ SHA-256 of the
    /// original's bytes). For a copy that the owner chose to import as its own asset, the number of the copy follows (4
    /// bytes, big-endian).
    package static func make(for sha256: Digest, copy: Int = 0, in libraryID: UUID) throws -> String {
        let library = withUnsafeBytes(of: libraryID.uuid) { [UInt8]($0) }
        let seed =
            [UInt8]("OpenPhotoKit local identifier".utf8) + library + sha256.bytes
            + (copy > 0 ? withUnsafeBytes(of: UInt32(clamping: copy).bigEndian) { [UInt8]($0) } : [])
        let digest = try seed.withUnsafeBytes { bytes throws(PhotoLibraryError) in
            try ContentHasher.digest(.sha256, of: bytes)
        }
        var bytes = digest.prefix128
        bytes[6] = bytes[6] & 0x0F | 0x80
        bytes[8] = bytes[8] & 0x3F | 0x80
        let hex = bytes.hexadecimal.uppercased()
        let groups = [8, 4, 4, 4, 12].reduce(into: (text: hex[...], groups: [Substring]())) { state, count in
            state.groups.append(state.text.prefix(count))
            state.text = state.text.dropFirst(count)
        }.groups
        return groups.joined(separator: "-")
    }
}
