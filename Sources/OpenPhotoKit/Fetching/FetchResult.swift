public import PhotoModel

/// The result of a fetch: a stable, ordered list of objects, which are read on demand.
///
/// A result uses 8 bytes per object and keeps the few pages that were used last in memory. Its objects and their order
/// never change; the properties of an object are those at the time when its page was read. An object that was removed
/// for good since the fetch has its local identifier and nothing else: an asset without resources, an album without a
/// title. Safe for several threads.
///
/// A Swift collection cannot throw. So if the catalogue cannot be read, the subscript returns an object with its local
/// identifier and nothing else, and sets ``lastError``; the identifier is empty if it cannot be read either. A position
/// that does not exist ends the process, as in every Swift collection. ``object(at:)``, ``objects(in:)``,
/// ``enumerateObjects(_:)`` and the other methods throw instead.
public struct FetchResult<Object: LibraryObject>: Sendable {
    /// The objects' numbers for the library's reader, which are never reused.
    package let rows: [Int64]
    private let source: FetchSource<Object>
    private let cache: FetchCache<Object>

    /// The number of objects that are read at a time.
    private static var pageSize: Int { 100 }

    /// A result with the objects that the source finds now.
    package init(_ source: FetchSource<Object>) throws(PhotoLibraryError) {
        rows = try source.rows()
        self.source = source
        cache = FetchCache()
    }

    /// The result of the same fetch now.
    package func fetchedAgain() throws(PhotoLibraryError) -> FetchResult { try FetchResult(source) }

    /// The object at a position.
    ///
    /// - Parameter index: At least 0 and less than `count`.
    /// - Throws: `PhotoLibraryError`: `indexOutOfRange` if there is no such position; others if the catalogue cannot
    ///   be read.
    public func object(at index: Int) throws(PhotoLibraryError) -> Object {
        guard rows.indices.contains(index) else { throw Self.noSuchPosition(index, of: rows.count) }
        let page = index / Self.pageSize
        let start = page * Self.pageSize
        let objects = try cache.page(page) { () throws(PhotoLibraryError) in
            try source.objects(Array(rows[start..<Swift.min(start + Self.pageSize, rows.count)]))
        }
        return objects[index - start]
    }

    /// The last error of the subscript; `nil` if it could read all objects.
    ///
    /// Copies of the result share it. It is not reset when the catalogue can be read again.
    public var lastError: PhotoLibraryError? { cache.lastError }

    /// The objects at these positions, read again from the catalogue.
    ///
    /// - Parameter range: Positions of at least 0 and less than `count`.
    /// - Throws: As ``object(at:)``.
    public func objects(in range: Range<Int>) throws(PhotoLibraryError) -> [Object] {
        guard range.lowerBound >= 0, range.upperBound <= rows.count else {
            throw Self.noSuchPosition(range.lowerBound < 0 ? range.lowerBound : range.upperBound - 1, of: rows.count)
        }
        return try source.objects(Array(rows[range]))
    }

    private static func noSuchPosition(_ index: Int, of count: Int) -> PhotoLibraryError {
        PhotoLibraryError(
            .indexOutOfRange,
            "There is no position \(index): the fetch found \(count) objects, counted from 0.")
    }

    /// The first object; `nil` if the result is empty.
    ///
    /// - Throws: `PhotoLibraryError` if the catalogue cannot be read.
    public var firstObject: Object? { get throws(PhotoLibraryError) { try isEmpty ? nil : object(at: 0) } }

    /// Calls `body` with each object, in order, on this thread, outside any transaction.
    ///
    /// Memory does not grow with the number of objects.
    ///
    /// - Throws: What `body` throws, and `PhotoLibraryError` if the catalogue cannot be read.
    public func enumerateObjects(_ body: (Object) throws -> Void) throws {
        for start in stride(from: 0, to: rows.count, by: Self.pageSize) {
            try objects(in: start..<Swift.min(start + Self.pageSize, rows.count)).forEach(body)
        }
    }

    /// The local identifiers of all objects, in order.
    public var localIdentifiers: [String] {
        get throws(PhotoLibraryError) {
            var identifiers: [String] = []
            identifiers.reserveCapacity(rows.count)
            for start in stride(from: 0, to: rows.count, by: 10_000) {
                let part = Array(rows[start..<Swift.min(start + 10_000, rows.count)])
                let found = try source.identifiers(part)
                identifiers += part.compactMap { found[$0] }
            }
            return identifiers
        }
    }

    /// The position of the object with this local identifier; `nil` if the fetch did not find it.
    public func firstIndex(ofIdentifier localIdentifier: String) throws(PhotoLibraryError) -> Int? {
        try row(ofIdentifier: localIdentifier).flatMap { rows.firstIndex(of: $0) }
    }

    /// The number of the object with this local identifier, fetched or not; `nil` if no object of this type has it.
    package func row(ofIdentifier localIdentifier: String) throws(PhotoLibraryError) -> Int64? {
        try source.row(localIdentifier)
    }

    /// Whether the fetch found the object with this local identifier.
    public func contains(identifier localIdentifier: String) throws(PhotoLibraryError) -> Bool {
        try firstIndex(ofIdentifier: localIdentifier) != nil
    }
}

extension FetchResult: RandomAccessCollection {
    /// 0.
    public var startIndex: Int { 0 }
    /// The number of objects.
    public var endIndex: Int { rows.count }

    /// The object at a position of at least 0 and less than `count`; another position ends the process.
    ///
    /// If the catalogue cannot be read, the object has its local identifier and nothing else, and ``lastError`` is set.
    public subscript(index: Int) -> Object {
        precondition(rows.indices.contains(index), "The position is not among those that were fetched.")
        do { return try object(at: index) } catch {
            cache.lastError = error
            return source.unreadable(rows[index])
        }
    }
}
