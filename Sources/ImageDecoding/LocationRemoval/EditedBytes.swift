package import PhotoModel

/// Bytes that replace as many bytes of a file.
package struct Overwrite: Sendable, Hashable {
    /// The position of the first byte in the file.
    package let offset: Int64
    package let bytes: [UInt8]

    /// Creates an overwrite.
    package init(offset: Int64, bytes: [UInt8]) {
        self.offset = offset
        self.bytes = bytes
    }
}

/// A source with edits that keep its size.
///
/// Edits are kept in copies of pages.
package final class EditedBytes: RandomAccessBytes {
    private static let pageSize = 4096
    /// The greatest number of edited pages: 64 MiB.
    private static let maxPages = 16 << 10
    /// The longest run of unchanged bytes inside an overwrite.
    private static let maxGap = 16

    package let size: Int
    /// The number of edits that changed bytes.
    package private(set) var changeCount = 0

    private let source: any RandomAccessBytes
    private var pages: [Int: [UInt8]] = [:]

    package init(_ source: any RandomAccessBytes) {
        self.source = source
        size = source.size
    }

    package func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(PhotoLibraryError) -> Int {
        let count = try source.read(at: offset, into: buffer)
        guard count > 0, !pages.isEmpty else { return count }
        let read = offset..<offset + count
        for index in offset / Self.pageSize...(read.upperBound - 1) / Self.pageSize {
            guard let page = pages[index] else { continue }
            let start = index * Self.pageSize
            let part = read.clamped(to: start..<start + page.count)
            UnsafeMutableRawBufferPointer(rebasing: buffer[part.lowerBound - offset..<part.upperBound - offset])
                .copyBytes(from: page[part.lowerBound - start..<part.upperBound - start])
        }
        return count
    }

    /// Replaces bytes.
    ///
    /// Bytes after the end are ignored.
    ///
    /// - Throws: `unsupportedFile` if too many pages are edited; `ioFailure`.
    func write(_ bytes: [UInt8], at offset: Int) throws(PhotoLibraryError) {
        try edit(offset..<offset + bytes.count) { bytes[$0 - offset] }
    }

    /// Replaces every byte of the range.
    ///
    /// - Throws: `unsupportedFile` if too many pages are edited; `ioFailure`.
    func fill(_ range: Range<Int>, with byte: UInt8) throws(PhotoLibraryError) { try edit(range) { _ in byte } }

    private func edit(_ range: Range<Int>, to byte: (Int) -> UInt8) throws(PhotoLibraryError) {
        let range = range.clamped(to: 0..<size)
        guard !range.isEmpty else { return }
        guard range.count <= Self.maxPages * Self.pageSize else { throw Self.tooManyEdits }
        for index in range.lowerBound / Self.pageSize...(range.upperBound - 1) / Self.pageSize {
            let start = index * Self.pageSize
            let original: [UInt8]
            if let page = pages[index] { original = page } else { original = try load(index) }
            var page = original
            for position in range.clamped(to: start..<start + page.count) { page[position - start] = byte(position) }
            guard page != original else { continue }
            guard pages.count < Self.maxPages || pages[index] != nil else { throw Self.tooManyEdits }
            pages[index] = page
            changeCount += 1
        }
    }

    private static let tooManyEdits = PhotoLibraryError.placesNotRemovable("More than 64 MiB of it may be places.")

    /// The page of the source.
    private func load(_ index: Int) throws(PhotoLibraryError) -> [UInt8] {
        let start = index * Self.pageSize
        return try source.bytes(start..<min(start + Self.pageSize, size))
    }

    /// The differences from the source, ordered and not overlapping.
    package func overwrites() throws(PhotoLibraryError) -> [Overwrite] {
        var overwrites: [Overwrite] = []
        var run: (start: Int, bytes: [UInt8], unchanged: Int)?
        func endRun() {
            if let run {
                overwrites.append(
                    Overwrite(offset: Int64(run.start), bytes: Array(run.bytes.dropLast(run.unchanged))))
            }
            run = nil
        }
        for (index, page) in pages.sorted(by: { $0.key < $1.key }) {
            let original = try load(index)
            let start = index * Self.pageSize
            if let last = run, last.start + last.bytes.count != start { endRun() }
            for (position, (byte, old)) in zip(page, original).enumerated() {
                if byte != old {
                    if run == nil { run = (start + position, [], 0) }
                    run?.bytes.append(byte)
                    run?.unchanged = 0
                } else if let last = run {
                    if last.unchanged == Self.maxGap {
                        endRun()
                    } else {
                        run?.bytes.append(byte)
                        run?.unchanged += 1
                    }
                }
            }
        }
        endRun()
        return overwrites
    }
}
