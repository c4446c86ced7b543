package import SystemPackage

/// A file of an asset.
package struct FileOfAsset: Hashable, Sendable {
    /// The local identifier of its asset.
    package let asset: String
    /// The absolute path, if nothing else is said.
    package let path: FilePath

    package init(asset: String, path: FilePath) {
        self.asset = asset
        self.path = path
    }
}
