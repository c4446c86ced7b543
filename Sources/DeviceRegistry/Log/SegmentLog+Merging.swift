internal import Foundation
package import PhotoModel
internal import SystemPackage
internal import SystemSupport

// Small segments are merged into larger ones, as in a log-structured merge-tree: O'Neil, Cheng, Gawlick, O'Neil, "The
// log-structured merge-tree", Acta Informatica 33 (1996). So a register is written again a few times, however many
// segments there are.
extension SegmentLog {
    /// The number of segments of one size that are merged into one.
    package static let mergedSegments = 8
    /// The size in bytes below which all segments count as equally large.
    private static let smallSize = 4096

    /// Merges the last segments of a writer if there are enough, then removes them.
    ///
    /// A process that is killed leaves both the merged segment and those that it replaces. The next call removes what
    /// is left.
    ///
    /// - Returns: Whether segments were merged.
    /// - Throws: `notEnoughSpace`, `ioFailure`. The log has all registers all the same.
    @discardableResult
    package func merge(signedBy key: SigningKey) throws(PhotoLibraryError) -> Bool {
        try merge(removingReplaced(segments(of: key.writer), of: key.writer), signedBy: key)
    }

    private func merge(_ names: [SegmentName], signedBy key: SigningKey) throws(PhotoLibraryError) -> Bool {
        let last = lastOfOneSize(names, of: key.writer)
        guard last.count >= Self.mergedSegments, let first = last.first, let end = last.last else { return false }
        var registers = RegisterSet()
        var seen: [WriterID: UInt64] = [:]
        for (index, name) in last.enumerated().reversed() {
            // A damaged segment stays as it is. Those after it are merged, as those after a gap.
            guard let segment = try? segment(name, of: key.writer) else {
                return try merge(Array(last[(index + 1)...]), signedBy: key)
            }
            for register in segment.registers { registers.insert(register) }
            seen.merge(segment.header.seen, uniquingKeysWith: max)
        }
        guard registers.size <= Segment.maximumSize else { return false }
        let merged = try write(
            registers, covering: first.range.lowerBound...end.range.upperBound, seen: seen, signedBy: key)
        try remove(last.filter { $0 != merged }, of: key.writer)
        if (size(of: merged, key.writer) ?? 0) >= fullSize { try rewriteIfHalfIsObsolete(signedBy: key) }
        return true
    }

    /// The last segments that are to be merged: the fewest kinds of sizes that have enough segments, and no segment
    /// after a gap.
    private func lastOfOneSize(_ names: [SegmentName], of writer: WriterID) -> [SegmentName] {
        var last: [SegmentName] = []
        var greatest = 0
        for name in names.reversed() {
            guard let size = size(of: name, writer), size < fullSize else { break }
            if let next = last.last, name.range.upperBound < next.range.lowerBound - 1 { break }
            let tier = Self.tier(size)
            if tier > greatest {
                if last.count >= Self.mergedSegments { break }
                greatest = tier
            }
            last.append(name)
        }
        return last.reversed()
    }

    /// 0 for small segments; each following tier is of eight times the size.
    private static func tier(_ size: Int) -> Int {
        var (tier, limit) = (0, smallSize)
        while size >= limit {
            tier += 1
            limit *= mergedSegments
        }
        return tier
    }

    private func size(of name: SegmentName, _ writer: WriterID) -> Int? {
        var status = stat()
        guard lstat(folder(of: writer).appending(name.text).platform, &status) == 0 else { return nil }
        return Int(status.st_size)
    }

    func remove(_ names: [SegmentName], of writer: WriterID) throws(PhotoLibraryError) {
        guard !names.isEmpty else { return }
        let folder = folder(of: writer)
        for name in names where unlink(folder.appending(name.text).platform) != 0 && errno != ENOENT {
            throw PhotoLibraryError(
                Errno(rawValue: errno), couldNot: "remove the file", folder.appending(name.text))
        }
        try DurableFile.syncFolder(folder)
    }
}
