extension RandomAccessCollection where Index == Int {
    /// The first index of an element for which the predicate holds.
    ///
    /// It must hold for all later elements and for no earlier one.
    package func partitioningIndex(where holds: (Element) -> Bool) -> Int {
        var range = startIndex..<endIndex
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            range = holds(self[middle]) ? range.lowerBound..<middle : middle + 1..<range.upperBound
        }
        return range.lowerBound
    }
}
