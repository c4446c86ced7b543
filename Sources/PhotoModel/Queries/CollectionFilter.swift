public import Foundation

/// A condition on albums and folders.
///
/// The assets of an album are those that a fetch of the album finds: without deleted assets, hidden assets and frames
/// that another frame of their burst represents. Folders have no assets.
public indirect enum CollectionFilter: Sendable, Hashable, Codable {
    /// All albums and folders.
    case all
    /// Albums and folders with these local identifiers.
    case localIdentifiers([String])
    /// Albums and folders whose titles match.
    case title(TextMatch)
    /// Albums and folders in the folder with this local identifier; `nil` is the top level.
    case inFolder(String?)
    /// The folder that contains the album or folder with this local identifier.
    case containingCollection(String)
    /// Albums that contain the asset with this local identifier, even if the asset is hidden or deleted.
    case containingAsset(String)
    /// Albums whose first capture is at or after the first instant and before the second. Without bounds, all albums
    /// with a capture time.
    case startDate(from: Date?, before: Date?)
    /// Albums whose last capture is at or after the first instant and before the second. Without bounds, all albums
    /// with a capture time.
    case endDate(from: Date?, before: Date?)
    /// Albums whose number of assets is in this range.
    case assetCount(ClosedRange<Int>)
    /// Albums and folders that match all of these.
    case and([CollectionFilter])
    /// Albums and folders that match at least one of these.
    case or([CollectionFilter])
    /// Albums and folders that do not match this.
    case not(CollectionFilter)
}
