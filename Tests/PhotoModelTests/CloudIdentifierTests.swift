import Foundation
import PhotoModel
import TestSupport
import Testing

@Suite struct CloudIdentifierTests {
    /// An identifier with every field, or without the given ones.
    static func identifier(
        seed: UInt64 = 7, imageData: Bool = true, signature: Bool = true,
        time: Bool = true, uniqueID: Bool = true, difference: Bool = false
    ) -> CloudIdentifier {
        var random = Seeded(seed)
        let words = SIMD4(random.next(), random.next(), random.next(), random.next())
        let evidence = CloudIdentifier.Evidence(
            sha256Prefix: random.bytes(16), imageDataPrefix: imageData ? random.bytes(16) : nil,
            orientation: imageData ? .rightMirrored : .up,
            signature: signature
                ? ContentSignature(
                    hash: PerceptualHash(words: words), quality: 87,
                    picture: .code(random.bytes(difference ? 560 : 620)), size: PixelSize(width: 4032, height: 3024),
                    unconverted: difference ? .difference(random.bytes(60)) : nil) : nil,
            captureTime: time
                ? CaptureTime(
                    year: 2021, month: 7, day: 4, hour: 10, minute: 20, second: 30, nanosecond: 123_456_789,
                    offsetMinutes: -570) : nil,
            uniqueIDPrefix: uniqueID ? random.bytes(8) : nil)
        return CloudIdentifier(stableID: random.bytes(16), subject: .asset(evidence))
    }

    private func code(_ text: String) -> PhotoLibraryError.Code? {
        do {
            _ = try CloudIdentifier(stringValue: text)
            return nil
        } catch { return error.code }
    }

    // MARK: Round trip

    @Test(arguments: 0..<32) func everyCombinationOfFieldsSurvives(fields: Int) throws {
        let identifier = Self.identifier(
            seed: UInt64(fields), imageData: fields & 1 != 0, signature: fields & 2 != 0,
            time: fields & 4 != 0, uniqueID: fields & 8 != 0, difference: fields & 16 != 0)
        for variant in [identifier, identifier.compact] {
            let read = try CloudIdentifier(stringValue: variant.stringValue)
            #expect(read.kind == variant.kind)
            #expect(read.stableID == variant.stableID)
            #expect(read.subject == variant.subject)
        }
    }

    @Test(arguments: [0, 1, 32, 33, 500]) func albumsAndFoldersSurvive(count: Int) throws {
        var random = Seeded(UInt64(count))
        let evidence = CloudIdentifier.CollectionEvidence(
            titlePrefix: random.bytes(8), contents: (0..<count).map { _ in random.bytes(16) })
        #expect(evidence.members.count == min(count, 32) && evidence.count == count)
        for subject in [CloudIdentifier.Subject.album(evidence), .folder(evidence)] {
            let identifier = CloudIdentifier(stableID: random.bytes(16), subject: subject)
            let text = identifier.stringValue
            #expect(text.utf8.count <= 320)
            #expect(try CloudIdentifier(stringValue: text).subject == subject)
            #expect(identifier.compact.stringValue == text)
        }
    }

    /// Compares the estimate with the known common part of two sets.
    @Test func resemblanceIsThePartInBoth() {
        var random = Seeded(3)
        let all = (0..<2000).map { _ in random.bytes(16) }
        func evidence(_ range: Range<Int>) -> CloudIdentifier.CollectionEvidence {
            CloudIdentifier.CollectionEvidence(titlePrefix: [], contents: Array(all[range]))
        }
        #expect(evidence(0..<10).resemblance(to: evidence(0..<10)) == 1)
        #expect(evidence(0..<10).resemblance(to: evidence(5..<15)) == 1.0 / 3)
        #expect(evidence(0..<10).resemblance(to: evidence(10..<20)) == 0)
        #expect(evidence(0..<0).resemblance(to: evidence(0..<0)) == 0)
        // A sample of 32: the standard error is at most 0.09, four of them are allowed.
        #expect(abs(evidence(0..<1000).resemblance(to: evidence(500..<1500)) - 1.0 / 3) < 0.36)
        #expect(evidence(0..<2000).resemblance(to: evidence(0..<2000)) == 1)
    }

    @Test func timesWithoutFractionOrOffsetSurvive() throws {
        for text in ["0001-01-01T00:00:00", "9999-12-31T23:59:59.999999999+14:00", "2021-07-04T10:20:30-14:00"] {
            var evidence = try #require(Self.identifier().evidence)
            evidence.captureTime = CaptureTime(text)
            let made = CloudIdentifier(stableID: Array(repeating: 1, count: 16), subject: .asset(evidence))
            #expect(try CloudIdentifier(stringValue: made.stringValue).evidence?.captureTime?.description == text)
        }
    }

    @Test(arguments: [false, true]) func lengthsAndAlphabetAreAsPromised(hasDifference: Bool) {
        let identifier = Self.identifier(difference: hasDifference)
        let full = identifier.stringValue
        let compact = identifier.compact.stringValue
        #expect(full.utf8.count <= 1000)
        #expect(compact.utf8.count <= 220)
        let allowed = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
        #expect((full + compact).utf8.allSatisfy(allowed.contains))
    }

    @Test func compactEqualsFull() {
        let full = Self.identifier()
        #expect(full.compact == full)
        #expect(full.compact.hashValue == full.hashValue)
        #expect(full.compact.evidence?.signature?.picture == ContentSignature.Picture.none)
        #expect(Self.identifier(difference: true).compact.evidence?.signature?.unconverted == nil)
        #expect(full != Self.identifier(seed: 8))
        let album = CloudIdentifier(
            stableID: full.stableID, subject: .album(CloudIdentifier.CollectionEvidence(titlePrefix: [], contents: [])))
        #expect(Set([full, full.compact, album]).count == 2)
    }

    /// The published vectors, which `Tests/Independent/identifier.py` computes from the description of the format.
    @Test func theFormatIsTheDocumentedOne() throws {
        func counting(_ first: UInt8, _ count: UInt8) -> [UInt8] { Array(first..<first + count) }
        let bare = CloudIdentifier.Evidence(
            sha256Prefix: counting(0x10, 16), imageDataPrefix: nil, orientation: .up, signature: nil, captureTime: nil,
            uniqueIDPrefix: nil)
        let full = CloudIdentifier.Evidence(
            sha256Prefix: counting(0x10, 16), imageDataPrefix: counting(0x20, 16), orientation: .right,
            signature: ContentSignature(
                version: 2, hash: try #require(PerceptualHash(bytes: counting(0x30, 32))), quality: 87,
                picture: .code([0x00, 0xFF, 0xFA, 0x3F, 0x9C]), size: PixelSize(width: 3024, height: 4032)),
            captureTime: CaptureTime("2021-07-04T10:20:30.123456789-09:30"), uniqueIDPrefix: counting(0x50, 8))
        var renderings = full
        renderings.signature = full.signature.map { $0.with($0.picture, unconverted: .difference(counting(0x60, 6))) }
        // SHA-256 of "Trip" and of the empty text, computed by sha256sum.
        let album = CloudIdentifier.CollectionEvidence(
            titlePrefix: [0xBD, 0x13, 0xD5, 0xA0, 0x90, 0x6B, 0xE4, 0x8E],
            contents: [UInt8(12), 11, 10].map { [$0] + counting(1, 15) })
        let folder = CloudIdentifier.CollectionEvidence(
            titlePrefix: [0xE3, 0xB0, 0xC4, 0x42, 0x98, 0xFC, 0x1C, 0x14], contents: [])
        let subjects: [String: CloudIdentifier.Subject] = [
            "bare": .asset(bare), "full": .asset(full), "renderings": .asset(renderings), "album": .album(album),
            "folder": .folder(folder),
        ]
        let file = try String(contentsOf: Python.folder.appendingPathComponent("vectors.txt"), encoding: .utf8)
        let vectors: [[String]] = file.split(separator: "\n").filter { $0.hasPrefix("identifier ") }
            .map { line in line.split(separator: " ").map(String.init) }
        #expect(Set(vectors.map { $0[1] }) == Set(subjects.keys))
        for vector in vectors {
            let identifier = CloudIdentifier(stableID: counting(0, 16), subject: try #require(subjects[vector[1]]))
            #expect(identifier.stringValue == vector[2])
            #expect(try CloudIdentifier(stringValue: vector[2]).subject == identifier.subject)
        }
    }

    // MARK: Damage

    /// Identifiers of every length modulo 3, so that the last character has zero, two or four unused bits.
    @Test func everyChangedCharacterOfACompactIdentifierIsNoticed() {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=+/ \n.".utf8)
        for fields in [0, 1, 8, 15] {
            let text = Array(
                Self.identifier(
                    imageData: fields & 1 != 0, signature: fields & 2 != 0, time: fields & 4 != 0,
                    uniqueID: fields & 8 != 0
                ).compact.stringValue.utf8)
            for position in text.indices {
                // At the end every character. At other positions, a character that differs in the lowest bit, and some
                // other characters.
                let others = position + 4 >= text.count ? alphabet : [text[position] ^ 1, 0x2D, 0x41, 0x7A]
                for character in others where character != text[position] {
                    var damaged = text
                    damaged[position] = character
                    let damagedText = String(decoding: damaged, as: UTF8.self)
                    #expect(code(damagedText) == .invalidIdentifier, "\(position): \(damagedText)")
                }
            }
        }
    }

    /// Positions in a long text: all positions at both ends and some between, because a checksum of 4 KB takes time.
    private func places(in count: Int) -> [Int] {
        Array(0..<40) + Array(stride(from: 40, to: count - 40, by: 97)) + Array(count - 40..<count)
    }

    @Test func aChangedCharacterOfAFullIdentifierIsNoticed() {
        let text = Array(Self.identifier().stringValue.utf8)
        for position in places(in: text.count) {
            var damaged = text
            damaged[position] = damaged[position] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
            #expect(code(String(decoding: damaged, as: UTF8.self)) == .invalidIdentifier, "\(position)")
        }
    }

    @Test func everyTruncationIsNoticed() {
        let full = Self.identifier().stringValue
        for length in places(in: full.count) {
            #expect(code(String(full.prefix(length))) == .invalidIdentifier, "\(length)")
        }
        let compact = Self.identifier().compact.stringValue
        for length in 0..<compact.count {
            #expect(code(String(compact.prefix(length))) == .invalidIdentifier, "\(length)")
            #expect(code(String(compact.suffix(length))) == .invalidIdentifier, "\(length)")
        }
    }

    @Test func aDoubledOrLostOrSwappedCharacterIsNoticed() {
        let text = Array(Self.identifier().compact.stringValue.utf8)
        for position in text.indices {
            var doubled = text
            doubled.insert(text[position], at: position)
            var lost = text
            lost.remove(at: position)
            #expect(code(String(decoding: doubled, as: UTF8.self)) == .invalidIdentifier)
            #expect(code(String(decoding: lost, as: UTF8.self)) == .invalidIdentifier)
            guard position > 0, text[position] != text[position - 1] else { continue }
            var swapped = text
            swapped.swapAt(position, position - 1)
            #expect(code(String(decoding: swapped, as: UTF8.self)) == .invalidIdentifier)
        }
    }

    @Test(arguments: [
        "", " ", "opk", "opk2", "opk0_AAAA", "opk1_AAAA", "opk2_", "OPK2_AAAA", "opk2_A", "opk2_=", "opk2_====",
        "opk2_AAAAAA",
        "opk2_AAAA",
        "opk00_AAAA", "opk\u{301}0_AAAA", "opk2_\u{301}", "opk2_é", "opk2_\0",
        "1B0F0C5E-4E1A-4A43-9C2A-6A5C2B1B4F00/L0/001",
        "https://example.org/photo", "opk2_" + String(repeating: "A", count: 100_000),
    ])
    func foreignTextIsRefused(text: String) {
        #expect(code(text) == .invalidIdentifier)
    }

    /// The cases need different remedies.
    @Test func theMessageDistinguishesForeignNewerAndDamagedIdentifiers() throws {
        func message(_ text: String) -> String {
            do {
                _ = try CloudIdentifier(stringValue: text)
                return "accepted"
            } catch { return error.message }
        }
        let valid = Self.identifier().compact.stringValue
        let newer = valid.replacingOccurrences(of: "opk2_", with: "opk3_")
        let older = valid.replacingOccurrences(of: "opk2_", with: "opk1_")
        let messages = [
            message("photo.jpg"), message(newer), message(older), message("opk2_"), message(String(valid.dropLast())),
        ]
        #expect(Set(messages).count == 5)
        let earlier = #expect(throws: PhotoLibraryError.self) { try CloudIdentifier(stringValue: older) }
        guard case .identify = earlier?.remedy else {
            Issue.record("The remedy is to identify the photo again.")
            return
        }
        #expect(!messages.contains("accepted"))
    }

    /// A difference needs a code, and at least one byte.
    @Test func damagedFieldsAreRefused() throws {
        let head: [UInt8] = [1] + [UInt8](repeating: 7, count: 16)
        let hashes = [UInt8](repeating: 9, count: 16 + 42)
        func code(_ fields: UInt8, _ end: [UInt8]) -> PhotoLibraryError.Code? {
            self.code(Self.text(of: head + [fields] + hashes + end))
        }
        #expect(code(2 | 16, [2, 0, 5, 5]) == nil)
        #expect(code(2 | 16 | 32, [2, 0, 5, 5, 1, 0, 6]) == nil)
        #expect(code(2 | 16 | 32, [2, 0, 5, 5, 0, 0]) == .invalidIdentifier, "No byte.")
        #expect(code(2 | 16 | 32, [2, 0, 5, 5, 2, 0, 6]) == .invalidIdentifier, "A byte is missing.")
        #expect(code(2 | 16 | 32, [2, 0, 5, 5, 1, 0, 6, 6]) == .invalidIdentifier, "A byte is left.")
        #expect(code(2 | 16 | 32, [2, 0, 5, 5]) == .invalidIdentifier, "It is missing.")
        #expect(code(2 | 32, [1, 0, 6]) == .invalidIdentifier, "The code is missing.")
        #expect(code(2 | 64, []) == .invalidIdentifier, "The field is unknown.")
    }

    @Test func randomBytesNeverCrash() {
        var random = Seeded(20_000)
        // The refused texts are counted, because 20,000 expectations take longer than the parser.
        var refused = 0
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
        for _ in 0..<20_000 {
            let bytes = random.bytes(.random(in: 0..<160, using: &random))
            let text = Bool.random(using: &random) ? bytes : bytes.map { alphabet[Int($0) % 64] }
            if code("opk2_" + String(decoding: text, as: UTF8.self)) == .invalidIdentifier { refused += 1 }
        }
        #expect(refused == 20_000)
    }

    /// Random content with a valid checksum.
    ///
    /// An accepted text must be written as it was read.
    @Test func randomFieldsWithARightChecksumNeverCrash() throws {
        var random = Seeded(20_001)
        var accepted = 0
        for _ in 0..<20_000 {
            let fields = UInt8.random(in: 0..<40, using: &random)
            var size = 34
            for (bit, length) in [17, 42, 13, 8].enumerated() where fields & 1 << bit != 0 { size += length }
            if Int.random(in: 0..<10, using: &random) == 0 { size = .random(in: 0..<200, using: &random) }
            var body = random.bytes(size)
            if size > 1 { body[0] = .random(in: 0..<5, using: &random) }
            if size > 17 { body[17] = fields }
            guard let identifier = try? CloudIdentifier(stringValue: Self.text(of: body)) else { continue }
            accepted += 1
            #expect(try CloudIdentifier(stringValue: identifier.stringValue).subject == identifier.subject)
        }
        #expect(accepted > 500, "The test must get past the checksum to mean something.")
    }

    /// The text of an identifier with this content and a valid checksum.
    private static func text(of body: [UInt8]) -> String {
        let checksum = crc32(body)
        let whole = Data(body + (0..<4).map { UInt8(truncatingIfNeeded: checksum >> (8 * $0)) })
        return "opk2_"
            + whole.base64EncodedString().replacingOccurrences(of: "+", with: "-")
            .replacingOccurrences(of: "/", with: "_").replacingOccurrences(of: "=", with: "")
    }

    /// CRC-32 by the table-free definition of ISO 3309, written for this test.
    private static func crc32(_ bytes: [UInt8]) -> UInt32 {
        var crc: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            crc ^= UInt32(byte)
            for _ in 0..<8 {
                let lowest = crc & 1
                crc >>= 1
                if lowest == 1 { crc ^= 0xEDB8_8320 }
            }
        }
        return crc ^ 0xFFFF_FFFF
    }
}
