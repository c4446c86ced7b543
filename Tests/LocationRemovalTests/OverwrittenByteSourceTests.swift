import ContentDigests
import ImageDecoding
import LocationRemoval
import Originals
import PhotoModel
import SystemPackage
import TestSupport
import Testing

/// A source that replaces bytes while it is read.
struct OverwrittenByteSourceTests {
    /// The bytes do not depend on the sizes of the reads.
    @Test(arguments: [1, 2, 3, 7, 100, 4096, 200_000])
    func replacesBytes(size: Int) throws {
        var generator = Seeded(UInt64(size))
        let bytes = generator.bytes(150_000)
        var expected = bytes
        var overwrites: [Overwrite] = []
        var place = 0
        while place < bytes.count {
            let length = min(Int.random(in: 1...5000, using: &generator), bytes.count - place)
            let new = generator.bytes(length)
            overwrites.append(Overwrite(offset: Int64(place), bytes: new))
            expected.replaceSubrange(place..<place + length, with: new)
            place += length + Int.random(in: 0...3000, using: &generator)
        }
        let digest = try bytes.withUnsafeBytes { try ContentHasher.digest(.sha256, of: $0) }
        let whole = 0..<Int64(bytes.count)
        let stored = try StoreInMemory([bytes]).open(digest, whole, size: whole.upperBound)
        let source = OverwrittenByteSource(stored, overwrites)
        #expect(source.length == Int64(bytes.count))
        var read: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: size)
        while case let count = try buffer.withUnsafeMutableBytes({ try source.read(into: $0) }), count > 0 {
            read += buffer.prefix(count)
        }
        #expect(read == expected)
        #expect(try source.duplicateDescriptor() == nil)
    }
}
