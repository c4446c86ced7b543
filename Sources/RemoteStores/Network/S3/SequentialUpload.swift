#if Network
    internal import Originals
    internal import PhotoModel
    internal import SystemSupport

    /// Gives the bytes of an upload in parts, and reads the upload once if the parts are read in sequence.
    ///
    /// An encrypted file cannot be read from its middle without being encrypted from its beginning.
    ///
    /// Invariant of `@unchecked Sendable`: only the thread that writes the object uses it, because a transfer reads its
    /// upload on the thread that runs it.
    final class SequentialUpload: @unchecked Sendable {
        private let upload: Upload
        private var source: (any ByteSource)?
        private var position: Int64 = 0

        init(_ upload: Upload) { self.upload = upload }

        /// A part of the upload.
        func part(_ range: Range<Int64>) -> Upload {
            Upload(length: Int64(range.count), willSend: upload.willSend) { [self] in PartSource(self, range) }
        }

        /// The SHA-256 of a part.
        func sha256(of range: Range<Int64>, _ cancellation: Cancellation) throws -> Digest {
            let (sha256, count) = try PartSource(self, range).digest(cancellation)
            guard count == Int64(range.count) else { throw HTTPFailures.changedWhileSent }
            return sha256
        }

        fileprivate func read(
            at position: Int64, into buffer: UnsafeMutableRawBufferPointer, _ cancellation: Cancellation
        ) throws -> Int {
            try cancellation.check()
            let source: any ByteSource
            if let current = self.source, self.position == position {
                source = current
            } else {
                let whole = try upload.open()
                source = position == 0 ? whole : try RangedByteSource(whole, position..<whole.length)
            }
            let count = try cancellation.run(ending: source.cancel) { try source.read(into: buffer) }
            (self.source, self.position) = (source, position + Int64(count))
            return count
        }

        private final class PartSource: ByteSource {
            private let owner: SequentialUpload
            private let range: Range<Int64>
            private let cancellation = Cancellation()
            private var position: Int64

            init(_ owner: SequentialUpload, _ range: Range<Int64>) {
                (self.owner, self.range, position) = (owner, range, range.lowerBound)
            }

            var length: Int64 { Int64(range.count) }
            var cancel: @Sendable () -> Void { { [cancellation] in cancellation.cancel() } }
            func version() throws -> ByteVersion { .unknown }

            func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
                // The last part also reads the upload's end, where a source compares its digest.
                let isAtEnd = position == range.upperBound && position == owner.upload.length
                let limit = isAtEnd ? buffer.count : Int(clamping: max(0, range.upperBound - position))
                let part = UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(limit))
                guard !part.isEmpty else { return 0 }
                let count = try owner.read(at: position, into: part, cancellation)
                position += Int64(count)
                return count
            }
        }
    }
#endif
