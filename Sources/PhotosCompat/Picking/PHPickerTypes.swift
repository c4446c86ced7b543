internal import OpenPhotoKit

/// The layout of a picker; it has no effect, because the picker's page is in another window.
public enum PHPickerMode: Int, Sendable {
    /// A grid.
    case `default` = 0
    /// One row of photos.
    case compact = 1
}

/// The edges of a rectangle; the raw values are Apple's.
public struct NSDirectionalRectEdge: OptionSet, Hashable, Sendable {
    /// The bits of the edges.
    public let rawValue: UInt

    /// Creates a set from its bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The top edge.
    public static let top = NSDirectionalRectEdge(rawValue: 1 << 0)
    /// The edge where lines of text begin.
    public static let leading = NSDirectionalRectEdge(rawValue: 1 << 1)
    /// The bottom edge.
    public static let bottom = NSDirectionalRectEdge(rawValue: 1 << 2)
    /// The edge where lines of text end.
    public static let trailing = NSDirectionalRectEdge(rawValue: 1 << 3)
    /// All edges.
    public static let all: NSDirectionalRectEdge = [.top, .leading, .bottom, .trailing]
}

/// Parts of a picker that an app can leave out; the raw values are Apple's.
public struct PHPickerCapabilities: OptionSet, Hashable, Sendable {
    /// The bits of the parts.
    public let rawValue: UInt

    /// Creates a set from its bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The search.
    public static let search = PHPickerCapabilities(rawValue: 1 << 0)
    /// The strip of selected photos.
    public static let stagingArea = PHPickerCapabilities(rawValue: 1 << 1)
    /// The albums.
    public static let collectionNavigation = PHPickerCapabilities(rawValue: 1 << 2)
    /// The buttons that end the selection.
    public static let selectionActions = PHPickerCapabilities(rawValue: 1 << 3)
    /// The analysis of sensitive photos, which this picker never has.
    public static let sensitivityAnalysisIntervention = PHPickerCapabilities(rawValue: 1 << 4)

    var core: PickerConfiguration.Capabilities {
        let parts: [(PHPickerCapabilities, PickerConfiguration.Capabilities)] = [
            (.search, .search), (.stagingArea, .stagingArea), (.collectionNavigation, .collectionNavigation),
            (.selectionActions, .selectionActions),
        ]
        return PickerConfiguration.Capabilities(parts.filter { contains($0.0) }.map(\.1))
    }
}

/// One photo that a person selected.
public struct PHPickerResult: Hashable, Sendable {
    /// Loads the photo; it is empty for a preselected photo.
    public let itemProvider: NSItemProvider
    /// The local identifier of the asset; `nil` unless the configuration has a library.
    ///
    /// The app can fetch the asset only if it also has access to it.
    public let assetIdentifier: String?

    init(_ item: PickedItem) {
        itemProvider = NSItemProvider(item)
        assetIdentifier = item.assetIdentifier
    }

    /// A preselected photo.
    init(preselected assetIdentifier: String) {
        itemProvider = NSItemProvider()
        self.assetIdentifier = assetIdentifier
    }
}
