internal import PhotoModel

// Full segments are not merged with others. So that their number is bounded, all are written again when most of their
// registers were set again.
extension SegmentLog {
    /// The number of registers of one rewritten segment.
    private static let registersOfSegment = 20_000

    /// Writes the registers of a writer that count to new segments, and removes the others, if these are the half.
    ///
    /// A process that is killed leaves the former segments beside new ones. The next merge removes those that the
    /// others replace together.
    func rewriteIfHalfIsObsolete(signedBy key: SigningKey) throws(PhotoLibraryError) {
        let names = try segments(of: key.writer)
        var contents = LogContents()
        var (count, seen): (Int, [WriterID: UInt64]) = (0, [:])
        for name in names {
            // A damaged segment stays as it is.
            guard let segment = try? segment(name, of: key.writer) else { return }
            contents.add(segment, of: key.writer)
            count += segment.registers.count
            seen.merge(segment.header.seen, uniquingKeysWith: max)
        }
        guard let covered = contents.covered[key.writer], covered.count == 1, contents.registers.count <= count / 2
        else { return }
        var written: [SegmentName] = []
        for (range, registers) in Self.parts(of: contents.registers, covering: covered[0]) {
            written.append(try write(registers, covering: range, seen: seen, signedBy: key))
        }
        try remove(names.filter { !written.contains($0) }, of: key.writer)
    }

    /// Parts of registers in the order of their sequences, and the sequences that each part covers.
    private static func parts(
        of registers: RegisterSet, covering range: ClosedRange<UInt64>
    ) -> [(ClosedRange<UInt64>, RegisterSet)] {
        var rest = registers.sorted.sorted { $0.stamp.sequence < $1.stamp.sequence }[...]
        var parts: [(ClosedRange<UInt64>, RegisterSet)] = []
        var first = range.lowerBound
        while !rest.isEmpty {
            let part = rest.prefix(registersOfSegment)
            rest = rest.dropFirst(part.count)
            // The last part ends where the segments end. No two registers of a writer have one sequence.
            let last = rest.isEmpty ? range.upperBound : part.last?.stamp.sequence ?? range.upperBound
            guard first <= last else { continue }
            parts.append((first...last, RegisterSet(part)))
            first = last == .max ? last : last + 1
        }
        return parts
    }
}
