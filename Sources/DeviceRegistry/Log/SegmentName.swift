internal import Foundation
internal import PhotoModel

/// The name of a segment's file: the first and the last sequence, and the beginning of its digest.
///
/// Names sort by their sequences.
package struct SegmentName: Hashable, Comparable, Sendable {
    package let range: ClosedRange<UInt64>
    /// 16 hexadecimal digits of the digest.
    let digest: String

    init(_ range: ClosedRange<UInt64>, digest: some Sequence<UInt8>) {
        self.range = range
        self.digest = digest.prefix(8).hexadecimal
    }

    /// - Returns: `nil` for every other name: those of unfinished files, of conflict copies, and paths.
    init?(_ text: String) {
        guard let match = text.wholeMatch(of: #/([0-9a-f]{16})-([0-9a-f]{16})-([0-9a-f]{16})\.opkl/#),
            let first = UInt64(match.1, radix: 16), let last = UInt64(match.2, radix: 16), 0 < first, first <= last,
            last <= SegmentHeader.lastSequence
        else { return nil }
        range = first...last
        digest = String(match.3)
    }

    package var text: String { "\(Self.digits(range.lowerBound))-\(Self.digits(range.upperBound))-\(digest).opkl" }

    private static func digits(_ number: UInt64) -> String {
        withUnsafeBytes(of: number.bigEndian, Array.init).hexadecimal
    }

    package static func < (one: SegmentName, other: SegmentName) -> Bool { one.text < other.text }
}
