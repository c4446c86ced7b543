internal import OpenPhotoKit

/// The objects that a fetch found, which are made when they are asked for.
struct FetchSnapshot<ObjectType>: Sendable {
    let count: Int
    let object: @Sendable (Int) throws -> ObjectType
    let localIdentifiers: @Sendable () throws -> [String]
    let index: @Sendable (String) throws -> Int?
    /// How many of the assets are of a kind, if the catalogue counts them.
    var countOfAssets: (@Sendable (PHAssetMediaType) throws -> Int)?

    /// What the core found.
    init<Object>(_ result: FetchResult<Object>, _ make: @escaping @Sendable (Object) -> ObjectType) {
        count = result.count
        object = { make(try result.object(at: $0)) }
        localIdentifiers = { try result.localIdentifiers }
        index = { try result.firstIndex(ofIdentifier: $0) }
    }

    /// These objects.
    init(_ objects: [ObjectType]) where ObjectType: PHObject {
        count = objects.count
        object = { objects[$0] }
        localIdentifiers = { objects.map(\.localIdentifier) }
        index = { identifier in objects.firstIndex { $0.localIdentifier == identifier } }
    }
}
