/// The keys of predicates and sort descriptors in a fetch of albums and folders.
enum CollectionKey {
    case localIdentifier, title, startDate, endDate, assetCount

    init?(_ name: String) {
        guard let key = Self.names[name] else { return nil }
        self = key
    }

    private static let names: [String: CollectionKey] = [
        "SELF": .localIdentifier, "localIdentifier": .localIdentifier, "localizedTitle": .title, "title": .title,
        "startDate": .startDate, "endDate": .endDate, "estimatedAssetCount": .assetCount,
    ]
}
