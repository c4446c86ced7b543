/// The keys of predicates and sort descriptors in a fetch of assets.
enum AssetKey {
    case localIdentifier, creationDate, modificationDate, addedDate, mediaType, mediaSubtypes, duration
    case pixelWidth, pixelHeight, isFavorite, isHidden, burstIdentifier

    init?(_ name: String) {
        guard let key = Self.names[name] else { return nil }
        self = key
    }

    private static let names: [String: AssetKey] = [
        "SELF": .localIdentifier, "localIdentifier": .localIdentifier, "creationDate": .creationDate,
        "modificationDate": .modificationDate, "addedDate": .addedDate, "mediaType": .mediaType,
        "mediaSubtypes": .mediaSubtypes, "mediaSubtype": .mediaSubtypes, "duration": .duration,
        "pixelWidth": .pixelWidth, "pixelHeight": .pixelHeight, "favorite": .isFavorite, "isFavorite": .isFavorite,
        "hidden": .isHidden, "isHidden": .isHidden, "burstIdentifier": .burstIdentifier,
    ]
}
