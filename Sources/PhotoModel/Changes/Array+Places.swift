package import Foundation

// The operations of PhotoKit on ordered collections. The result is `nil` for an index that does not exist.
extension Array {
    /// The elements without those at the indexes.
    package func removing(at indexes: IndexSet) -> [Element]? {
        guard indexes.last.map({ $0 < count }) ?? true else { return nil }
        return self.enumerated().filter { !indexes.contains($0.offset) }.map(\.element)
    }

    /// The elements with others inserted.
    ///
    /// The others have the indexes in the result, in ascending order.
    package func inserting(_ others: [Element], at indexes: IndexSet) -> [Element]? {
        guard others.count == indexes.count, indexes.last.map({ $0 < count + others.count }) ?? true else { return nil }
        var result: [Element] = []
        result.reserveCapacity(count + others.count)
        var (own, new) = (makeIterator(), others.makeIterator())
        for index in 0..<(count + others.count) {
            if let next = indexes.contains(index) ? new.next() : own.next() { result.append(next) }
        }
        return result
    }

    /// The elements with those at the indexes replaced by others, in ascending order.
    package func replacing(at indexes: IndexSet, with others: [Element]) -> [Element]? {
        guard others.count == indexes.count, indexes.last.map({ $0 < count }) ?? true else { return nil }
        var result = self
        for (index, other) in zip(indexes, others) { result[index] = other }
        return result
    }

    /// The elements with those at the indexes moved, in their order, before `index` of the remaining elements.
    package func moving(at indexes: IndexSet, to index: Int) -> [Element]? {
        guard var rest = removing(at: indexes), 0...rest.count ~= index else { return nil }
        rest.insert(contentsOf: indexes.map { self[$0] }, at: index)
        return rest
    }
}

extension Array where Element: Equatable {
    /// The elements with others inserted before `next`, or at the end if `next` is `nil`.
    package func inserting(_ others: [Element], before next: Element?) -> [Element]? {
        guard let index = next.map({ firstIndex(of: $0) }) ?? count else { return nil }
        return self[..<index] + others + self[index...]
    }
}

extension IndexSet {
    /// One index for each element, in sequence from `index`; empty if the indexes are impossible.
    package init(_ elements: some Collection, from index: Int) {
        let (end, overflows) = index.addingReportingOverflow(elements.count)
        self.init()
        if index >= 0, !overflows { insert(integersIn: index..<end) }
    }
}
