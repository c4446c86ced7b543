internal import OpenPhotoKit

/// The objects of a fetch result.
struct FetchSnapshot<ObjectType>: Sendable {
    let count: Int
    let object: @Sendable (Int) throws -> ObjectType
    /// The object; if it cannot be read, an object with its identifier only.
    let readableObject: @Sendable (Int) -> ObjectType
    /// The error of the last object that could not be read.
    let lastError: @Sendable () -> (any Error)?
    let localIdentifiers: @Sendable () throws -> [String]
    let index: @Sendable (String) throws -> Int?
    /// The number of assets of a media type, if the catalogue counts them.
    var countOfAssets: (@Sendable (PHAssetMediaType) throws -> Int)?

    /// The assets that the core found.
    ///
    /// There may be many, so they are read on demand.
    init(_ result: FetchResult<Asset>, in library: PHPhotoLibrary) where ObjectType == PHAsset {
        count = result.count
        object = { PHAsset(try result.object(at: $0), in: library) }
        readableObject = { PHAsset(result[$0], in: library) }
        lastError = { result.lastError }
        localIdentifiers = { try result.localIdentifiers }
        index = { try result.firstIndex(ofIdentifier: $0) }
        countOfAssets = { try $0.core.map { try library.photoLibrary.count(of: $0, in: result) } ?? 0 }
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
