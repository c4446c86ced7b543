/// What a person can select in a picker.
///
/// The properties are those of Apple's `PHPickerConfiguration`.
public struct PickerConfiguration: Sendable, Hashable, Codable {
    /// How the person selects, and how the results are ordered.
    public enum Selection: String, Sendable, Codable, CaseIterable {
        /// The results have the order in which the person selected the photos.
        case `default`
        /// As ``default``, and each selected photo shows its position in the order.
        case ordered
        /// As ``default``, and each change of the selection is a result.
        case continuous
        /// As ``ordered`` and ``continuous``.
        case continuousAndOrdered

        package var isOrdered: Bool { self == .ordered || self == .continuousAndOrdered }
        package var isContinuous: Bool { self == .continuous || self == .continuousAndOrdered }
    }

    /// Which files of a photo come first.
    public enum Representation: String, Sendable, Codable, CaseIterable {
        /// As ``current``.
        case automatic
        /// The files as they are, the edited picture first.
        case current
        /// The files that all programs can show: JPEG and PNG before other formats.
        case compatible
    }

    /// Parts of the page that an app can leave out.
    public struct Capabilities: OptionSet, Sendable, Hashable, Codable {
        /// The bits of the parts.
        public let rawValue: Int

        /// Creates a set from its bits.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// The search.
        public static let search = Capabilities(rawValue: 1 << 0)
        /// The albums.
        public static let collectionNavigation = Capabilities(rawValue: 1 << 1)
        /// The strip of selected photos.
        public static let stagingArea = Capabilities(rawValue: 1 << 2)
        /// The buttons that end the selection.
        public static let selectionActions = Capabilities(rawValue: 1 << 3)
    }

    /// The greatest number of photos; 0 for no limit.
    public var selectionLimit = 1
    /// Which photos the person sees; `nil` for all.
    public var filter: AssetFilter?
    /// How the person selects.
    public var selection = Selection.default
    /// The local identifiers of photos that are selected at the beginning.
    public var preselectedAssetIdentifiers: [String] = []
    /// Which files of a photo come first.
    public var preferredRepresentation = Representation.automatic
    /// The parts that the page does not have.
    public var disabledCapabilities: Capabilities = []

    /// A picker of one photo of any kind.
    public init() {}
}
