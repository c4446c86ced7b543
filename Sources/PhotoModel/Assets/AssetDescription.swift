/// The properties of an asset that another photo library stores beside the asset's files.
package struct AssetDescription: Sendable, Hashable, Codable {
    /// The place that the other library states.
    package enum Place: Sendable, Hashable, Codable {
        /// The library does not know whether the asset has a place.
        case unknown
        /// The asset has no place, also if its file states one: the owner removed it.
        case none
        case at(ImageMetadata.Location)
    }

    /// A frame of a burst.
    package struct BurstFrame: Sendable, Hashable, Codable {
        /// Who picked the frame to represent the burst; a later case is stronger.
        package enum Pick: Int, Sendable, Codable { case none, camera, owner }

        /// The identifier that the frames of the burst share.
        package let identifier: String
        package let pick: Pick

        package init(identifier: String, pick: Pick) {
            self.identifier = identifier
            self.pick = pick
        }
    }

    package var captureTime: CaptureTime?
    /// Whether the offset of ``captureTime`` is that of the place of capture; otherwise the time is in UTC.
    package var statesZone: Bool = false
    package var place: Place = .unknown
    package var title: String?
    package var caption: String?
    package var keywords: [String] = []
    package var isFavorite: Bool = false
    package var isHidden: Bool = false
    package var burst: BurstFrame?

    /// A description without values.
    package init() {}
}
