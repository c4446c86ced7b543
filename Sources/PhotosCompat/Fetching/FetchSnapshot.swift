internal import OpenPhotoKit

/// The objects that a fetch found.
struct FetchSnapshot<ObjectType>: Sendable {
    let count: Int
    let object: @Sendable (Int) throws -> ObjectType
    /// The object, or if it cannot be read one with its identifier only.
    let readableObject: @Sendable (Int) -> ObjectType
    /// Why an object could not be read the last time that one could not.
    let lastError: @Sendable () -> (any Error)?
    let localIdentifiers: @Sendable () throws -> [String]
    let index: @Sendable (String) throws -> Int?
    /// How many of the assets are of a kind, if the catalogue counts them.
    var countOfAssets: (@Sendable (PHAssetMediaType) throws -> Int)?

    /// The assets that the core found, of which there may be many: they are read when they are asked for.
    init(_ result: FetchResult<Asset>, in library: PHPhotoLibrary) where ObjectType == PHAsset {
        count = result.count
        object = { PHAsset(try result.object(at: $0), in: library) }
        readableObject = { PHAsset(result[$0], in: library) }
        lastError = { result.lastError }
        localIdentifiers = { try result.localIdentifiers }
        index = { try result.firstIndex(ofIdentifier: $0) }
        countOfAssets = { try library.photoLibrary.count(of: $0.core, in: result) }
    }

    /// These objects, as they are now.
    init(_ objects: [ObjectType]) where ObjectType: PHObject {
        count = objects.count
        object = { objects[$0] }
        readableObject = { objects[$0] }
        lastError = { nil }
        localIdentifiers = { objects.map(\.localIdentifier) }
        index = { identifier in objects.firstIndex { $0.localIdentifier == identifier } }
    }
}
