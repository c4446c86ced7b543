package import SystemPackage

/// A small picture of a photo, which is shown while its files are in stores only.
package enum PreviewPicture {
    /// The length of the longer side in pixels; smaller photos keep their size.
    package static let side = 1024
}

extension Digest {
    /// The path of the ``PreviewPicture`` of a file with this SHA-256, relative to the library's folder.
    package var previewPath: FilePath {
        FilePath("previews").appending(String(hex.prefix(2))).appending(hex + ".jpg")
    }
}
