internal import PhotoCatalog
internal import PhotoInspection
public import PhotoModel

extension OwnedLibrary {
    /// The recently deleted asset that has exactly the bytes of an analysed file; `nil` if no such asset exists.
    public func recentlyDeletedAsset(withBytesOf analysis: PhotoAnalysis) throws(PhotoLibraryError) -> RecentlyDeleted?
    {
        try catalog.recentlyDeletedAsset(with: .bytes, prefix: analysis.sha256.bytes).map(RecentlyDeleted.init)
    }
}
