internal import ContentDigests
internal import Originals
internal import PhotoModel

/// A byte source that gives a block only after comparing it with the digest that the block had when places were sought.
///
/// A store that answers differently the second time would otherwise give places that were not there the first time.
final class ComparedBlocks: ByteSource {
    private let source: any ByteSource
    private let digests: [Int: Digest]
    private let changed: PhotoLibraryError
    private var number = 0
    private var rest: ArraySlice<UInt8> = []

    /// - Parameter digests: Those of ``RangedBytes``.
    init(_ source: any ByteSource, _ digests: [Int: Digest], _ changed: PhotoLibraryError) {
        self.source = source
        self.digests = digests
        self.changed = changed
    }

    var length: Int64 { source.length }
    var cancel: @Sendable () -> Void { source.cancel }
    func version() throws -> ByteVersion { try source.version() }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        if rest.isEmpty, !buffer.isEmpty {
            let block = try source.bytes(upTo: RangedBytes.blockSize)
            if let expected = digests[number], !block.isEmpty {
                let digest = try block.withUnsafeBytes { try ContentHasher.digest(.sha256, of: $0) }
                guard digest == expected else { throw changed }
            }
            number += 1
            rest = block[...]
        }
        let part = rest.prefix(buffer.count)
        buffer.copyBytes(from: part)
        rest = rest.dropFirst(part.count)
        return part.count
    }
}

extension ByteSource {
    /// The next bytes: fewer than requested only at the end.
    func bytes(upTo count: Int) throws -> [UInt8] {
        try [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let rest = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[filled...])
                let read = try self.read(into: rest)
                guard read > 0 else { return }
                filled += read
            }
        }
    }
}
