internal import OpenPhotoKit

/// What a person can select in a picker.
public struct PHPickerConfiguration: Hashable, Sendable {
    /// Which file of a photo is the first representation.
    public enum AssetRepresentationMode: Sendable {
        /// As ``current``.
        case automatic
        /// The file as it is.
        case current
        /// A file that all programs can show, if the photo has one.
        ///
        /// Files are not converted to other formats.
        case compatible
    }

    /// How the person selects.
    public enum Selection: Sendable {
        /// The results have the order of selection.
        case `default`
        /// As ``default``, and the selected photos show their numbers.
        case ordered
        /// As ``default``, and the delegate is called after each change.
        case continuous
        /// As ``ordered`` and ``continuous``.
        case continuousAndOrdered
    }

    /// Changes of a picker that is presented.
    public struct Update: Hashable, Sendable {
        /// The greatest number of photos, 0 for no limit; `nil` to keep it.
        public var selectionLimit: Int?
        /// Has no effect, because the picker's page is in another window.
        public var edgesWithoutContentMargins: NSDirectionalRectEdge?

        /// No changes.
        public init() {}
    }

    /// Which file of a photo is the first representation.
    public var preferredAssetRepresentationMode: AssetRepresentationMode = .automatic
    /// How the person selects.
    public var selection: Selection = .default
    /// The greatest number of photos; 0 for no limit.
    public var selectionLimit: Int = 1
    /// Which photos the person sees; `nil` for all.
    public var filter: PHPickerFilter?
    /// The local identifiers of photos that are selected at the beginning.
    ///
    /// They need a library, and a limit other than 1. There may be more than the limit: the person then deselects some.
    public var preselectedAssetIdentifiers: [String] = []
    /// Has no effect, because the picker's page is in another window.
    public var mode: PHPickerMode = .default
    /// Has no effect, because the picker's page is in another window.
    public var edgesWithoutContentMargins: NSDirectionalRectEdge = []
    /// The parts that the picker does not have.
    public var disabledCapabilities: PHPickerCapabilities = []

    let photoLibrary: PHPhotoLibrary?

    /// A picker of one photo of any kind, without asset identifiers in the results.
    public init() { photoLibrary = nil }

    /// A picker of one photo of any kind, with asset identifiers in the results.
    ///
    /// The picker shows all photos of the library, and selecting photos does not change the app's access to it.
    public init(photoLibrary: PHPhotoLibrary) { self.photoLibrary = photoLibrary }

    var core: PickerConfiguration {
        var core = PickerConfiguration()
        core.selectionLimit = selectionLimit
        core.filter = filter?.filter
        core.preselectedAssetIdentifiers = preselectedAssetIdentifiers
        core.disabledCapabilities = disabledCapabilities.core
        core.selection =
            switch selection {
            case .default: .default
            case .ordered: .ordered
            case .continuous: .continuous
            case .continuousAndOrdered: .continuousAndOrdered
            }
        core.preferredRepresentation =
            switch preferredAssetRepresentationMode {
            case .automatic: .automatic
            case .current: .current
            case .compatible: .compatible
            }
        return core
    }
}
