internal import ImageDecoding
package import Originals
internal import PhotoModel
internal import Synchronization
package import SystemPackage

/// Opens a file once, also if its first bytes are read before to decide whether it is a photo.
package final class FilesOpenedOnce: FileSource {
    private let files: any FileSource
    private let begun = Mutex<[FilePath: BegunSource]>([:])

    /// - Parameter files: Opens the files.
    package init(_ files: any FileSource = LocalFiles()) { self.files = files }

    /// Whether the first bytes are those of a picture or a video.
    ///
    /// The file stays open until it is opened for its content, or closed.
    ///
    /// - Throws: `unreadable`, `notARegularFile`, `ioFailure`.
    package func beginsLikePhoto(_ path: FilePath, followsLinks: Bool) throws -> Bool {
        let source = try BegunSource(files.open(path, followsLinks: followsLinks))
        begun.withLock { $0[path] = source }
        return imageFormat(ofFirstBytes: source.head) != .unknown
    }

    /// Closes a file that is not opened for its content.
    package func close(_ path: FilePath) { begun.withLock { _ = $0.removeValue(forKey: path) } }

    package func open(_ path: FilePath, followsLinks: Bool) throws -> any ByteSource {
        try begun.withLock { $0.removeValue(forKey: path) } ?? files.open(path, followsLinks: followsLinks)
    }
}

/// An open file whose first bytes were read, and are given again.
///
/// Unchecked, because one thread at a time uses it: first the one that opens the file, later the one that takes it out
/// of the dictionary.
private final class BegunSource: ByteSource, @unchecked Sendable {
    let head: [UInt8]
    private let source: any ByteSource
    private var given = 0

    init(_ source: any ByteSource) throws {
        self.source = source
        head = try FileKinds.head(of: source)
    }

    var length: Int64 { source.length }
    var cancel: @Sendable () -> Void { source.cancel }

    func version() throws -> ByteVersion { try source.version() }

    func duplicateDescriptor() throws -> Int32? { try source.duplicateDescriptor() }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        guard given < head.count else { return try source.read(into: buffer) }
        let next = head[given...].prefix(buffer.count)
        buffer.copyBytes(from: next)
        given += next.count
        return next.count
    }
}
