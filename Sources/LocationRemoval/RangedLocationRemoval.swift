package import Originals
package import PhotoModel
internal import SystemSupport

/// The bytes of a file without its places, where the file has no descriptor but ranges of it can be opened.
///
/// The places are sought when the first bytes are read, so that the wait for a remote store can be cancelled.
package final class RangedLocationRemoval: ByteSource {
    private let source: any ByteSource
    private let format: ImageFormat
    private let changed: PhotoLibraryError
    private let ranges: RangedBytes
    private var bytes: OverwrittenByteSource?

    /// - Parameters:
    ///   - source: All bytes of the file.
    ///   - changed: The error for bytes that are not the same when they are read again.
    ///   - open: Opens a range of the file.
    package init(
        _ source: any ByteSource, of format: ImageFormat, _ changed: PhotoLibraryError,
        open: @escaping (Range<Int64>) throws -> any ByteSource
    ) {
        self.source = source
        self.format = format
        self.changed = changed
        ranges = RangedBytes(size: Int(clamping: source.length), changed, open: open)
    }

    package var length: Int64 { source.length }

    package var cancel: @Sendable () -> Void {
        { [cancellation = ranges.cancellation, cancel = source.cancel] in
            cancellation.cancel()
            cancel()
        }
    }

    package func version() throws -> ByteVersion { try source.version() }

    /// Reads the next bytes.
    ///
    /// - Throws: `unsupportedFile` if the file may hold places that cannot be removed; the errors of the source.
    package func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        let bytes = try bytes ?? withoutPlaces()
        self.bytes = bytes
        return try bytes.read(into: buffer)
    }

    private func withoutPlaces() throws -> OverwrittenByteSource {
        let overwrites = try LocationRemoval.overwrites(of: format, in: ranges)
        return OverwrittenByteSource(ComparedBlocks(source, ranges.digests, changed), overwrites)
    }
}
