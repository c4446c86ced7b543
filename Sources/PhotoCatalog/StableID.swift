internal import ContentDigests
internal import PhotoModel

/// The 16 bytes that name an asset, an album or a folder on every device.
///
/// They are the first bytes of the SHA-256 of a text that names the kind of object, followed by a seed.
package enum StableID {
    /// The name of an asset.
    ///
    /// Independent libraries give the same name to a photo of the same bytes. It is not the digest itself, because a
    /// cloud identifier has the digest, too.
    ///
    /// - Parameters:
    ///   - sha256Prefix: The first 16 bytes of the original's SHA-256.
    ///   - copyNumber: The number of the asset among those of the same bytes in its library.
    package static func ofAsset(sha256Prefix: [UInt8], copyNumber: Int = 0) throws -> [UInt8] {
        let number = copyNumber > 0 ? withUnsafeBytes(of: UInt64(copyNumber).bigEndian, Array.init) : []
        return try make("OpenPhotoKit cloud identifier", sha256Prefix + number)
    }

    /// The name of an asset if another asset of the library has the usual name.
    static func ofAsset(sha256Prefix: [UInt8], localIdentifier: String) throws -> [UInt8] {
        try make("OpenPhotoKit cloud identifier", sha256Prefix + Array(localIdentifier.utf8))
    }

    /// The name of an album or a folder.
    ///
    /// A local identifier is random, except of an album or a folder from an Apple Photos library, whose identifier it
    /// is. So only these are the same on several devices.
    package static func ofAlbum(_ localIdentifier: String) throws -> [UInt8] {
        try make("OpenPhotoKit album identifier", Array(localIdentifier.utf8))
    }

    /// The same as ``ofAlbum(_:)``, for a folder.
    package static func ofFolder(_ localIdentifier: String) throws -> [UInt8] {
        try make("OpenPhotoKit folder identifier", Array(localIdentifier.utf8))
    }

    /// The first 16 bytes of the SHA-256 of a text and a seed.
    static func make(_ domain: String, _ seed: [UInt8]) throws -> [UInt8] {
        let digest = try (Array(domain.utf8) + seed).withUnsafeBytes { bytes throws(PhotoLibraryError) in
            try ContentHasher.digest(.sha256, of: bytes)
        }
        return digest.prefix128
    }
}
