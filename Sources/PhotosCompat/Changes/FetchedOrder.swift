internal import Foundation
internal import OpenPhotoKit

/// A fetch result to which the requests of a block are applied, so that the indexes of later requests can be resolved.
struct FetchedOrder {
    /// Inserts or moves objects before another; `nil` is the end.
    typealias Group = (identifiers: [String], next: String?)

    private var identifiers: [String]

    init(_ result: PHFetchResult<some PHObject>) throws {
        if let error = result.error { throw error }
        identifiers = try result.snapshot?.localIdentifiers() ?? []
    }

    mutating func add(_ others: [String]) {
        let known = Set(identifiers)
        identifiers += others.filter { !known.contains($0) }
    }

    mutating func remove(_ others: [String]) {
        let removed = Set(others)
        identifiers.removeAll(where: removed.contains)
    }

    /// Inserts objects so that they are at these indexes afterwards.
    ///
    /// The last object is inserted first, so that the next object of each inserted object is already in the list.
    mutating func insert(_ others: [String], at indexes: IndexSet) throws -> [Group] {
        guard Set(identifiers).isDisjoint(with: others) else {
            throw PhotoLibraryError(
                .changeNotSupported, "The fetch result already contains this object: move it instead.")
        }
        identifiers = try identifiers.inserting(others, at: indexes).orNoSuchPlace()
        return indexes.rangeView.reversed().map { (Array(identifiers[$0]), identifier(at: $0.upperBound)) }
    }

    /// Removes objects.
    mutating func remove(at indexes: IndexSet) throws -> [String] {
        let old = identifiers
        identifiers = try old.removing(at: indexes).orNoSuchPlace()
        return indexes.map { old[$0] }
    }

    /// Replaces objects by others.
    mutating func replace(at indexes: IndexSet, with others: [String]) throws -> [String] {
        let old = identifiers
        identifiers = try old.replacing(at: indexes, with: others).orNoSuchPlace()
        return indexes.map { old[$0] }
    }

    /// Moves objects before an index that counts the remaining objects.
    mutating func move(at indexes: IndexSet, to index: Int) throws -> Group {
        let old = identifiers
        identifiers = try old.moving(at: indexes, to: index).orNoSuchPlace()
        return (indexes.map { old[$0] }, identifier(at: index + indexes.count))
    }

    private func identifier(at index: Int) -> String? { index < identifiers.count ? identifiers[index] : nil }
}

extension Optional {
    fileprivate func orNoSuchPlace() throws -> Wrapped {
        guard let self else {
            throw PhotoLibraryError(
                .changeNotSupported, "The result has no such index, or the numbers of indexes and objects differ.")
        }
        return self
    }
}
