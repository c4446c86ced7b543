package import Foundation

// How PhotoKit moves things about in an ordered collection. Places that do not exist give `nil`.
extension Array {
    /// The elements but those at the indexes.
    package func removing(at indexes: IndexSet) -> [Element]? {
        guard indexes.last.map({ $0 < count }) ?? true else { return nil }
        return self.enumerated().filter { !indexes.contains($0.offset) }.map(\.element)
    }

    /// The elements with others among them, which have the indexes afterwards, in ascending order.
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

    /// The elements with others in the places of those at the indexes, in ascending order.
    package func replacing(at indexes: IndexSet, with others: [Element]) -> [Element]? {
        guard others.count == indexes.count, indexes.last.map({ $0 < count }) ?? true else { return nil }
        var result = self
        for (index, other) in zip(indexes, others) { result[index] = other }
        return result
    }

    /// The elements with those at the indexes taken out and then, in their order, put in before `index` of what is left.
    package func moving(at indexes: IndexSet, to index: Int) -> [Element]? {
        guard var rest = removing(at: indexes), 0...rest.count ~= index else { return nil }
        rest.insert(contentsOf: indexes.map { self[$0] }, at: index)
        return rest
    }
}

extension Array where Element: Equatable {
    /// The elements with others before `next`, or at the end if it is `nil`.
    package func inserting(_ others: [Element], before next: Element?) -> [Element]? {
        guard let index = next.map({ firstIndex(of: $0) }) ?? count else { return nil }
        return self[..<index] + others + self[index...]
    }
}

extension IndexSet {
    /// As many indexes in a row as there are elements; none that cannot be.
    package init(_ elements: some Collection, from index: Int) {
        let (end, overflows) = index.addingReportingOverflow(elements.count)
        self.init()
        if index >= 0, !overflows { insert(integersIn: index..<end) }
    }
}
