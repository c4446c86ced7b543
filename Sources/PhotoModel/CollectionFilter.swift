public import Foundation

/// Which albums and folders are meant.
///
/// What an album has in it is what a fetch of it finds: without assets that are deleted, hidden or represented by another
/// frame of their burst. Folders have no assets of their own.
public indirect enum CollectionFilter: Sendable, Hashable {
    /// All of them.
    case all
    /// Those of these local identifiers.
    case localIdentifiers([String])
    /// Those whose titles compare so.
    case title(TextMatch)
    /// What is in the folder of this local identifier; `nil` is the top level.
    case inFolder(String?)
    /// The folder that the album or folder of this local identifier is in.
    case containingCollection(String)
    /// The albums that have the asset of this local identifier, also if it is hidden or deleted.
    case containingAsset(String)
    /// The albums whose first capture is at the one instant or later and before the other; with neither, all that have one.
    case startDate(from: Date?, before: Date?)
    /// The albums whose last capture is at the one instant or later and before the other; with neither, all that have one.
    case endDate(from: Date?, before: Date?)
    /// Those that have so many assets.
    case assetCount(ClosedRange<Int>)
    /// Those that fit all of these.
    case and([CollectionFilter])
    /// Those that fit one of these.
    case or([CollectionFilter])
    /// Those that do not fit this.
    case not(CollectionFilter)
}
