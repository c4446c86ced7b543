public import Foundation

/// The result of a fetch: its objects and their order never change.
///
/// It is also a Swift collection. Albums and folders are as they were when they were fetched. Assets are read on
/// demand, several at a time. If the catalogue cannot be read then, an asset has its local identifier and nothing else,
/// and ``lastError`` is set; the identifier is empty if it cannot be read either. An index that does not exist ends the
/// process, as in every Swift collection; PhotoKit raises an exception. Safe for several threads.
///
/// `@unchecked`: the object is immutable.
public class PHFetchResult<ObjectType: PHObject>: NSObject, NSCopying, @unchecked Sendable {
    /// The error of the fetch, a ``PHPhotosError`` or ``PHFetchOptionsError``; `nil` if the fetch succeeded.
    ///
    /// PhotoKit gives an empty result or raises an exception. In debug builds a ``PHFetchOptionsError`` is also written
    /// to standard error, once.
    public let error: (any Error)?

    /// The ``PHPhotosError`` of the last object that could not be read; `nil` if all could be read.
    ///
    /// It is not reset when the catalogue can be read again.
    public var lastError: (any Error)? { (snapshot?.lastError()).map(PHPhotosError.of) }

    let snapshot: FetchSnapshot<ObjectType>?
    let isIncremental: Bool
    private let fetch: @Sendable () throws -> FetchSnapshot<ObjectType>

    /// A result without objects.
    public override convenience init() { self.init(isIncremental: true) { FetchSnapshot([]) } }

    init(isIncremental: Bool, _ fetch: @escaping @Sendable () throws -> FetchSnapshot<ObjectType>) {
        self.fetch = fetch
        self.isIncremental = isIncremental
        do {
            snapshot = try fetch()
            error = nil
        } catch {
            snapshot = nil
            self.error = PHPhotosError.of(error)
            if let error = error as? PHFetchOptionsError { FetchWarnings.write(error) }
        }
    }

    /// The result of `fetch` with the options, which can be repeated later.
    convenience init(
        _ options: PHFetchOptions?, _ fetch: @escaping @Sendable (FetchPlan) throws -> FetchSnapshot<ObjectType>
    ) {
        // The caller may change the options afterwards.
        let plan = Result { try FetchPlan(options) }
        self.init(isIncremental: options?.wantsIncrementalChangeDetails ?? true) { try fetch(plan.get()) }
    }

    /// The result of the same fetch now.
    func fetchedAgain() -> PHFetchResult { PHFetchResult(isIncremental: isIncremental, fetch) }

    /// The number of objects.
    public var count: Int { snapshot?.count ?? 0 }

    /// The object at an index of at least 0 and less than ``count``; another index ends the process.
    ///
    /// An asset that cannot be read has its local identifier and nothing else; see ``lastError``.
    public func object(at index: Int) -> ObjectType {
        guard let snapshot, snapshot.count > index, index >= 0 else {
            preconditionFailure("The index \(index) is beyond the \(count) objects that were fetched.")
        }
        return snapshot.readableObject(index)
    }

    /// Whether the result contains the object.
    public func contains(_ anObject: ObjectType) -> Bool { index(of: anObject) != NSNotFound }

    /// The index of the object; `NSNotFound` if the result does not contain it.
    public func index(of anObject: ObjectType) -> Int {
        (try? snapshot?.index(anObject.localIdentifier)) ?? NSNotFound
    }

    /// The index of the object in a range; `NSNotFound` if the range does not contain it.
    public func index(of anObject: ObjectType, in range: NSRange) -> Int {
        let index = index(of: anObject)
        return range.contains(index) ? index : NSNotFound
    }

    /// The first object; `nil` if the result is empty.
    public var firstObject: ObjectType? { count > 0 ? object(at: 0) : nil }
    /// The last object; `nil` if the result is empty.
    public var lastObject: ObjectType? { count > 0 ? object(at: count - 1) : nil }

    /// The objects at indexes.
    public func objects(at indexes: IndexSet) -> [ObjectType] { indexes.map { object(at: $0) } }

    /// Calls the block with each object and its index, in order, until it sets its last argument.
    public func enumerateObjects(_ block: @escaping (ObjectType, Int, UnsafeMutablePointer<ObjCBool>) -> Void) {
        enumerateObjects(options: [], using: block)
    }

    /// Calls the block with each object and its index, in reverse order if the options request it, until it sets its
    /// last argument.
    public func enumerateObjects(
        options opts: NSEnumerationOptions = [],
        using block: @escaping (ObjectType, Int, UnsafeMutablePointer<ObjCBool>) -> Void
    ) {
        enumerateObjects(at: IndexSet(integersIn: 0..<count), options: opts, using: block)
    }

    /// Calls the block with the objects at the indexes, in reverse order if the options request it, until it sets its
    /// last argument.
    public func enumerateObjects(
        at s: IndexSet, options opts: NSEnumerationOptions = [],
        using block: @escaping (ObjectType, Int, UnsafeMutablePointer<ObjCBool>) -> Void
    ) {
        var isStopped = ObjCBool(false)
        for index in opts.contains(.reverse) ? Array(s.reversed()) : Array(s) {
            block(object(at: index), index, &isStopped)
            if isStopped.boolValue { return }
        }
    }

    /// The result itself.
    public func copy(with zone: NSZone? = nil) -> Any { self }
}

extension PHFetchResult where ObjectType == PHAsset {
    /// The number of assets of a media type; `NSNotFound` if the catalogue cannot be read.
    ///
    /// No asset is read, except those of transient collections.
    public func countOfAssets(with mediaType: PHAssetMediaType) -> Int {
        guard let count = snapshot?.countOfAssets else { return count { $0.mediaType == mediaType } }
        return (try? count(mediaType)) ?? NSNotFound
    }
}

extension PHFetchResult: RandomAccessCollection {
    /// 0.
    public var startIndex: Int { 0 }
    /// The number of objects.
    public var endIndex: Int { count }

    /// The object at an index of at least 0 and less than ``count``.
    public subscript(idx: Int) -> ObjectType { object(at: idx) }
}
