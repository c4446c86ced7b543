package import Originals
package import PhotoModel
package import SystemPackage

extension LocalFiles {
    /// The SHA-256 of the bytes of a regular file; the last component of its path must not be a link.
    ///
    /// Blocks.
    ///
    /// - Parameter progress: Receives the number of bytes read, and can cancel. This method does not finish it.
    /// - Throws: `unreadable`, `notARegularFile`, `sourceChanged`, `ioFailure`, `cancelled`.
    package func sha256(of path: FilePath, progress: FileProgress? = nil) throws -> Digest {
        try SourceReader(files: self, fileSizeLimit: AssetLoader.defaultFileSizeLimit)
            .read(.file(path, followsLinks: false), to: .digestOnly, progress: progress).sha256
    }
}
