internal import Originals
internal import PhotoModel
internal import SystemSupport

/// The bytes of a whole original.
final class WholeDownload: ByteSource {
    let length: Int64
    private let downloads: Downloads
    private let sha256: Digest
    private let priority: DownloadPriority
    private let cancellation = Cancellation()
    private var transfer: Transfer?
    private var file: PartialFile?
    private var position: Int64 = 0

    init(_ sha256: Digest, size: Int64, _ priority: DownloadPriority, of downloads: Downloads) {
        (self.sha256, length, self.priority, self.downloads) = (sha256, size, priority, downloads)
    }

    deinit { transfer?.leave() }

    var cancel: @Sendable () -> Void { { [cancellation] in cancellation.cancel() } }

    /// The digest shows changes.
    func version() throws -> ByteVersion { .unknown }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        guard !buffer.isEmpty else { return 0 }
        do {
            try cancellation.check()
            let transfer = transfer ?? downloads.transfer(sha256, size: length, priority)
            self.transfer = transfer
            let count = try transfer.read(at: position, into: buffer, after: &file, cancellation)
            position += Int64(count)
            return count
        } catch {
            // A reader that failed reads no more.
            cancellation.cancel()
            transfer?.leave()
            transfer = nil
            throw error
        }
    }
}

/// A part of the bytes of an original.
final class PartialDownload: ByteSource {
    let length: Int64
    private let downloads: Downloads
    private let sha256: Digest
    private let size: Int64
    private let range: Range<Int64>
    private let priority: DownloadPriority
    private let cancellation = Cancellation()
    private var reader: StoreReader?
    private var position: Int64

    init(_ sha256: Digest, _ range: Range<Int64>, size: Int64, _ priority: DownloadPriority, of downloads: Downloads) {
        (self.sha256, self.range, self.size, self.priority) = (sha256, range, size, priority)
        self.downloads = downloads
        length = Int64(range.count)
        position = range.lowerBound
    }

    var cancel: @Sendable () -> Void { { [cancellation] in cancellation.cancel() } }

    func version() throws -> ByteVersion { .unknown }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        let part = UnsafeMutableRawBufferPointer(
            rebasing: buffer.prefix(Int(clamping: range.upperBound - position)))
        guard !part.isEmpty else { return 0 }
        try cancellation.check()
        let count = try readFromTransfer(into: part) ?? readFromStore(into: part)
        position += Int64(count)
        return count
    }

    /// `nil` if no transfer has the next byte.
    private func readFromTransfer(into buffer: UnsafeMutableRawBufferPointer) throws -> Int? {
        guard reader == nil, let transfer = downloads.transfer(sha256, having: position, priority) else { return nil }
        defer { transfer.leave() }
        var file: PartialFile?
        do { return try transfer.read(at: position, into: buffer, after: &file, cancellation) } catch {
            try cancellation.check()
            return nil
        }
    }

    private func readFromStore(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        let reader =
            self.reader
            ?? StoreReader(
                downloads,
                .init(
                    sha256: sha256, size: size, range: position..<range.upperBound, priority: SharedPriority(priority)),
                after: nil, cancellation)
        self.reader = reader
        do { return try reader.read(into: buffer) } catch is StoreReader.VersionChanged {
            throw PhotoLibraryError(.sourceChanged, "The file in the store has changed. Read it from its beginning.")
        }
    }
}
