internal import Foundation
internal import OpenPhotoKit

/// What a fetch found, in its order, as the requests of a block change it: which objects their indexes mean.
struct FetchedOrder {
    /// Objects that come, or go, before another; `nil` is the end.
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

    /// Objects come in, where they have the indexes afterwards: the last first, so that what each is before is there.
    mutating func insert(_ others: [String], at indexes: IndexSet) throws -> [Group] {
        guard Set(identifiers).isDisjoint(with: others) else {
            throw PhotoLibraryError(
                .changeNotSupported, "What was fetched has an object once: move the one that is there.")
        }
        identifiers = try identifiers.inserting(others, at: indexes).orNoSuchPlace()
        return indexes.rangeView.reversed().map { (Array(identifiers[$0]), identifier(at: $0.upperBound)) }
    }

    /// The objects that go.
    mutating func remove(at indexes: IndexSet) throws -> [String] {
        let old = identifiers
        identifiers = try old.removing(at: indexes).orNoSuchPlace()
        return indexes.map { old[$0] }
    }

    /// The objects whose places others take.
    mutating func replace(at indexes: IndexSet, with others: [String]) throws -> [String] {
        let old = identifiers
        identifiers = try old.replacing(at: indexes, with: others).orNoSuchPlace()
        return indexes.map { old[$0] }
    }

    /// Objects go before the index in what is left without them.
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
                .changeNotSupported, "What was fetched has no such index, or not as many indexes as objects are given.")
        }
        return self
    }
}
