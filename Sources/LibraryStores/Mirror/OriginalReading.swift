internal import Originals
internal import PhotoModel
internal import Synchronization

/// Whether an original could be read while it was copied to a store.
///
/// The error of a copy does not say whether the original or the store failed.
final class OriginalReading: Sendable {
    private let error = Mutex<PhotoLibraryError?>(nil)

    /// The last error of reading the original; `nil` if there was none.
    var failure: PhotoLibraryError? { error.withLock { $0 } }

    /// Does a part of the reading, and notes its error.
    func noting<Value>(_ read: () throws -> Value) throws -> Value {
        do { return try read() } catch let thrown {
            let failure = PhotoLibraryError(converting: thrown)
            if failure.code != .cancelled { error.withLock { $0 = failure } }
            throw thrown
        }
    }
}

/// The error of reading an original, and not of the store that it is copied to.
struct OriginalFailure: Error {
    let error: PhotoLibraryError
}

/// The bytes of an original, whose errors are noted.
final class NotingSource: ByteSource {
    private let source: any ByteSource
    private let reading: OriginalReading

    init(_ source: any ByteSource, _ reading: OriginalReading) { (self.source, self.reading) = (source, reading) }

    var length: Int64 { source.length }
    var cancel: @Sendable () -> Void { source.cancel }
    func version() throws -> ByteVersion { try reading.noting { try source.version() } }
    func duplicateDescriptor() throws -> Int32? { try source.duplicateDescriptor() }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        try reading.noting { try source.read(into: buffer) }
    }
}
