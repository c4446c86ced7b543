import DeviceRegistry
import Foundation
import TestSupport
import Testing

@Suite struct SegmentTests {
    private let key: SigningKey

    init() throws { key = try .fixed() }

    private func header(
        _ range: ClosedRange<UInt64> = 1...1000, seen: [WriterID: UInt64] = [:], of registry: UUID = testRegistry
    ) -> SegmentHeader {
        SegmentHeader(registry: registry, publicKey: key.publicKey, range: range, seen: seen)
    }

    private func registers(_ count: Int, seed: UInt64 = 7) throws -> RegisterSet {
        var random = try RandomRegisters(seed: seed)
        return RegisterSet(
            (1...count).map { random.register(subjects: 40, writer: key.writer, sequence: UInt64($0)) })
    }

    @Test(arguments: [1, 2, 50, 1000]) func segmentsAreReadAsTheyWereWritten(count: Int) throws {
        let seen = [try SigningKey.fixed(2).writer: UInt64.max, try SigningKey.fixed(3).writer: 0]
        let segment = Segment(header(seen: seen), try registers(count))
        let bytes = try segment.bytes(signedBy: key)
        #expect(try Segment(bytes, of: key.writer, in: testRegistry) == segment)
        #expect(try segment.bytes(signedBy: key) == bytes)
    }

    @Test func aSegmentMayBeEmpty() throws {
        let segment = Segment(header(1...1), RegisterSet())
        let bytes = try segment.bytes(signedBy: key)
        #expect(try Segment(bytes, of: key.writer, in: testRegistry) == segment)
    }

    // MARK: Sizes

    @Test func anEditTakesFewBytes() throws {
        var time = HybridTime(Date(timeIntervalSince1970: 1.8e9))
        let edits = (1...1000).map { number in
            time = time.next(at: Date(timeIntervalSince1970: 1.8e9 + Double(number) * 977))
            return Register(
                .asset(number), .favorite, [1], Stamp(time: time, writer: key.writer, sequence: UInt64(number)))
        }
        let size = try Segment(header(), RegisterSet(edits)).bytes(signedBy: key).count
        #expect(size <= 45 * 1000, "\(Double(size) / 1000) bytes an edit")
    }

    // MARK: Hostile files

    @Test func everyTruncatedSegmentIsRefused() throws {
        let bytes = try Segment(header(), registers(20)).bytes(signedBy: key)
        for count in 0..<bytes.count {
            #expect(throws: SegmentFault.damaged) {
                try Segment(Array(bytes.prefix(count)), of: key.writer, in: testRegistry)
            }
        }
        #expect(throws: SegmentFault.damaged) { try Segment(bytes + [0], of: key.writer, in: testRegistry) }
    }

    @Test func everyChangedByteIsNoticed() throws {
        let bytes = try Segment(header(), registers(20)).bytes(signedBy: key)
        for place in bytes.indices {
            var changed = bytes
            changed[place] ^= 1 << UInt8(place % 8)
            #expect(throws: SegmentFault.self) { try Segment(changed, of: key.writer, in: testRegistry) }
        }
    }

    @Test func aStrangersSignatureIsRefused() throws {
        let stranger = try SigningKey.fixed(9)
        let ofStranger = SegmentHeader(registry: testRegistry, publicKey: stranger.publicKey, range: 1...9)
        // The stranger's own segment in the writer's folder, and one that names the writer's key.
        for header in [ofStranger, header()] {
            let bytes = try Segment(header, RegisterSet()).bytes(signedBy: stranger)
            #expect(throws: SegmentFault.wrongSignature) { try Segment(bytes, of: key.writer, in: testRegistry) }
        }
    }

    @Test func aSegmentOfAnotherLibraryIsRefused() throws {
        let bytes = try Segment(header(of: UUID()), registers(3)).bytes(signedBy: key)
        #expect(throws: SegmentFault.ofAnotherRegistry) { try Segment(bytes, of: key.writer, in: testRegistry) }
    }

    @Test func aLaterVersionIsNamed() throws {
        var bytes = try Segment(header(), registers(3)).bytes(signedBy: key)
        bytes[7] = 2
        #expect(throws: SegmentFault.tooNew) { try Segment(bytes, of: key.writer, in: testRegistry) }
    }

    @Test func aSequenceOutsideOfTheStatedRangeIsRefused() throws {
        let register = try #require(registers(1).sorted.first)
        let stamp = Stamp(time: register.stamp.time, writer: key.writer, sequence: 11)
        let late = Register(register.subject, register.key, register.value, stamp)
        let bytes = try Segment(header(1...10), RegisterSet([late])).bytes(signedBy: key)
        #expect(throws: SegmentFault.damaged) { try Segment(bytes, of: key.writer, in: testRegistry) }
    }

    /// A correctly signed segment that states more bytes than a segment may have.
    @Test(arguments: [UInt64(Segment.maximumSize) + 1, UInt64(10) << 30, UInt64.max])
    func aSegmentThatStatesTooManyBytesIsRefused(stated: UInt64) throws {
        let bytes = try SignedBytes.segment(header(), body: [0, 0], count: 1, statedSize: stated, key)
        #expect(throws: SegmentFault.tooLarge) { try Segment(bytes, of: key.writer, in: testRegistry) }
    }

    /// A correctly signed segment whose bytes inflate to more than it states.
    @Test func aSegmentThatInflatesToMoreThanItStatesIsRefused() throws {
        let bytes = try SignedBytes.segment(
            header(), body: [UInt8](repeating: 0, count: 30_000_000), count: 1, statedSize: 100, key)
        #expect(throws: SegmentFault.damaged) { try Segment(bytes, of: key.writer, in: testRegistry) }
    }

    @Test(arguments: 0..<300) func randomBodiesNeverEndTheProcess(seed: UInt64) throws {
        var random = Seeded(seed)
        let body = random.bytes(Int.random(in: 0..<200, using: &random))
        let count = UInt64.random(in: 0...20, using: &random)
        let bytes = try SignedBytes.segment(header(), body: body, count: count, statedSize: UInt64(body.count), key)
        if let read = try? Segment(bytes, of: key.writer, in: testRegistry) {
            #expect(read.registers.count == Int(count))
        }
    }
}
