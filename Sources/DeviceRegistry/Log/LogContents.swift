package import PhotoModel
package import SystemPackage

/// What a log has: the registers that count, and what is wrong with its files.
package struct LogContents: Sendable {
    package private(set) var registers = RegisterSet()
    /// The files that do not count.
    package private(set) var faults: [FaultyFile] = []
    /// The sequences of each writer that the segments cover.
    package private(set) var covered: [WriterID: SequenceRanges] = [:]

    /// A file that does not count.
    package struct FaultyFile: Sendable, Hashable {
        package let path: FilePath
        package let fault: SegmentFault
    }

    init() {}

    mutating func add(_ segment: Segment, of writer: WriterID) {
        for register in segment.registers { registers.insert(register) }
        covered[writer] = covered[writer, default: SequenceRanges()].adding(segment.header.range)
    }

    mutating func add(_ fault: SegmentFault, at path: FilePath) {
        faults.append(FaultyFile(path: path, fault: fault))
    }

    /// The sequences of a writer that no segment covers.
    ///
    /// - Parameter last: The last sequence of the writer.
    package func missing(of writer: WriterID, through last: UInt64) -> [ClosedRange<UInt64>] {
        last > 0 ? covered[writer, default: SequenceRanges()].missing(from: 1...last) : []
    }
}

extension SegmentLog {
    /// Reads all segments.
    ///
    /// Another process may merge segments meanwhile: then those that are gone are looked for again under their new
    /// names.
    ///
    /// - Throws: `ioFailure` if a folder cannot be listed.
    package func contents() throws(PhotoLibraryError) -> LogContents {
        var contents = LogContents()
        for writer in try writers() {
            var read: Set<SegmentName> = []
            for attempt in 1...Self.attempts {
                var gone: [SegmentName] = []
                for name in try segments(of: writer) where !read.contains(name) {
                    do {
                        contents.add(try segment(name, of: writer), of: writer)
                        read.insert(name)
                    } catch .changing where attempt < Self.attempts { gone.append(name) } catch {
                        contents.add(error, at: folder(of: writer).appending(name.text))
                        read.insert(name)
                    }
                }
                if gone.isEmpty { break }
            }
        }
        return contents
    }

    private static let attempts = 3
}
