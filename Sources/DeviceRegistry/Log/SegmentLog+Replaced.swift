internal import PhotoModel

extension SegmentLog {
    /// Removes the segments that others replaced, and which a killed process did not remove.
    ///
    /// The others cover the sequences of such a segment, and have each of its registers or a later value of it.
    ///
    /// - Parameter names: All segments of the writer, in the order of their sequences.
    /// - Returns: Those that are left.
    func removingReplaced(_ names: [SegmentName], of writer: WriterID) throws(PhotoLibraryError) -> [SegmentName] {
        // Segments of different sequences replace none, and need not be read.
        guard Self.haveCommonSequences(names) else { return names }
        var segments = OverlappingSegments()
        for name in names {
            if let segment = try? segment(name, of: writer) { segments.add(name, segment) }
        }
        let replaced = segments.removeReplaced()
        try remove(replaced, of: writer)
        return names.filter { !replaced.contains($0) }
    }

    private static func haveCommonSequences(_ names: [SegmentName]) -> Bool {
        let ranges = names.map(\.range).sorted { $0.lowerBound < $1.lowerBound }
        return zip(ranges, ranges.dropFirst()).contains { $1.lowerBound <= $0.upperBound }
    }
}

/// The segments of one writer, some of which have sequences of others.
private struct OverlappingSegments {
    private var segments: [(name: SegmentName, registers: [Register])] = []
    /// The registers of each name, and the numbers of the segments that have them.
    private var holders: [Register.Name: [(segment: Int, register: Register)]] = [:]
    private var replaced: Set<Int> = []

    mutating func add(_ name: SegmentName, _ segment: Segment) {
        for register in segment.registers { holders[register.name, default: []].append((segments.count, register)) }
        segments.append((name, segment.registers))
    }

    /// Leaves out the segments that others replaced; returns their names.
    mutating func removeReplaced() -> [SegmentName] {
        // A killed process left the former segments or the new ones complete. With the longest first, those of one kind
        // stay, so that none have common sequences.
        let longestFirst = segments.indices.sorted { length($0) > length($1) }
        for number in longestFirst where isReplaced(number) { replaced.insert(number) }
        return replaced.map { segments[$0].name }
    }

    private func length(_ number: Int) -> UInt64 {
        segments[number].name.range.upperBound - segments[number].name.range.lowerBound
    }

    private func isReplaced(_ number: Int) -> Bool {
        isCovered(number)
            && segments[number].registers.allSatisfy { register in
                holders[register.name, default: []].contains { other in
                    isOther(other.segment, number)
                        && (other.register == register || register.stamp < other.register.stamp)
                }
            }
    }

    /// Whether other segments have the sequences of a segment.
    private func isCovered(_ number: Int) -> Bool {
        let range = segments[number].name.range
        var next = range.lowerBound
        for other in segments.indices where isOther(other, number) && segments[other].name.range.contains(next) {
            let covered = segments[other].name.range
            if range.upperBound <= covered.upperBound { return true }
            next = covered.upperBound + 1
        }
        return false
    }

    private func isOther(_ other: Int, _ number: Int) -> Bool { other != number && !replaced.contains(other) }
}
