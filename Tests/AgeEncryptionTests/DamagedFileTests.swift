import Originals
import PhotoModel
import Synchronization
import TestSupport
import Testing

@testable import AgeEncryption

@Suite struct DamagedFileTests {
    private let identity: AgeIdentity
    /// 200,000 bytes: three full chunks and a part.
    private let plain: [UInt8]
    private let encrypted: [UInt8]
    private static let chunk = 65_536 + 16
    private static let payload = 168 + 16

    init() throws {
        identity = try .generate()
        var random = Seeded(1)
        plain = random.bytes(200_000)
        encrypted = try EncryptingByteSource(BytesInMemory(plain), for: identity.recipient).all()
    }

    private func failure(_ bytes: [UInt8], _ range: Range<Int64>? = nil) -> AgeFailure? {
        AgeFailure.thrown {
            let file = EncryptedFile.inMemory(bytes)
            let whole = 0..<(try DecryptingByteSource.length(of: file, with: identity))
            return try DecryptingByteSource(file, range ?? whole, with: identity).all()
        }
    }

    @Test func damageOfEachKindHasItsError() throws {
        #expect(failure(encrypted) == nil)
        let start = { (chunk: Int) in Self.payload + chunk * Self.chunk }
        #expect(failure(Array(encrypted.dropLast(1))) == .changedChunk(3))
        #expect(failure(Array(encrypted.prefix(start(3)))) == .truncated, "Cut between chunks.")
        #expect(failure(Array(encrypted.prefix(start(3) + 7))) == .truncated)
        #expect(failure(Array(encrypted.prefix(start(3) + 16))) == .emptyLastChunk)
        #expect(failure(Array(encrypted.prefix(start(0)))) == .truncated)
        #expect(failure(Array(encrypted.prefix(start(0) - 1))) == .malformedHeader("it has no nonce"))
        #expect(failure(Array(encrypted.prefix(100))) == .malformedHeader("it does not end"))
        #expect(failure([]) == .notAge)
        #expect(failure(Array("age-encryption.org/v2\n---\n".utf8)) == .notAge)

        let swapped =
            encrypted[..<start(0)] + encrypted[start(1)..<start(2)] + encrypted[start(0)..<start(1)]
            + encrypted[start(2)...]
        #expect(failure(Array(swapped)) == .changedChunk(0))
        #expect(failure(Array(encrypted[..<start(1)] + encrypted[start(2)...])) == .changedChunk(1))

        // The last chunk of a file of one full chunk, with another chunk after it.
        let one = try EncryptingByteSource(BytesInMemory(Array(plain.prefix(65_536))), for: identity.recipient).all()
        #expect(failure(one) == nil)
        #expect(failure(one + Array(repeating: 0, count: 30)) == .extended)

        for (position, expected) in [(start(2) + 5, AgeFailure.changedChunk(2)), (start(0) - 1, .changedChunk(0))] {
            var changed = encrypted
            changed[position] ^= 1
            #expect(failure(changed) == expected)
        }
    }

    @Test func aRangeIsGivenAlthoughAnotherChunkIsDamaged() throws {
        var changed = encrypted
        changed[Self.payload + Self.chunk] ^= 1
        #expect(failure(changed, 0..<65_536) == nil)
        #expect(failure(changed, 131_072..<200_000) == nil)
        #expect(failure(changed, 65_535..<65_537) == .changedChunk(1))
    }

    @Test func everyChangedByteOfTheHeaderIsFound() throws {
        for position in 0..<168 {
            var changed = encrypted
            changed[position] ^= 2
            #expect(failure(changed, 0..<1) != nil, "\(position)")
        }
    }

    @Test func onlyTheHeaderAndTheChunksOfTheRangeAreRead() throws {
        let requests = Requests()
        let file = EncryptedFile(
            .encrypted { [encrypted] in Int64(encrypted.count) },
            open: { [encrypted] range in
                requests.ranges.withLock { $0.append(range) }
                return BytesInMemory(encrypted, range)
            })
        let ranges: [(Range<Int64>, [Range<Int64>])] = [
            (0..<200_000, [0..<Int64(encrypted.count)]),
            (5..<10, [0..<184 + 65_552]),
            (140_000..<140_001, [0..<184, 184 + 2 * 65_552..<184 + 3 * 65_552]),
            (199_999..<200_000, [0..<184, 184 + 3 * 65_552..<Int64(encrypted.count)]),
        ]
        for (range, expected) in ranges {
            requests.ranges.withLock { $0 = [] }
            let read = try DecryptingByteSource(file, range, with: identity).all()
            #expect(read == Array(plain[Int(range.lowerBound)..<Int(range.upperBound)]))
            #expect(requests.ranges.withLock { $0 } == expected)
        }
    }

    @Test func stanzasOfOtherTypesAndForOthersAreSkipped() throws {
        let fileKey = SecretBytes([UInt8](repeating: 7, count: 16))
        let others = (0..<40).map { number in
            AgeStanza(
                arguments: ["\(number)-grease", "a~!", "b"], body: [UInt8](repeating: UInt8(number), count: number * 5))
        }
        let own = try AgeStanza(encrypting: fileKey, for: identity.recipient)
        let other = try AgeStanza(encrypting: fileKey, for: try AgeIdentity.generate().recipient)
        let header = try AgeHeader(others + [other, own] + others, fileKey: fileKey)
        let payload = try Self.emptyPayload(fileKey)
        let file = EncryptedFile.inMemory(header.bytes + payload, pieceSize: 50)
        #expect(try DecryptingByteSource.length(of: file, with: identity) == 0)
        #expect(try DecryptingByteSource(file, 0..<0, with: identity).all() == [])
        #expect(failure(header.bytes + payload.dropLast() + [payload[31] ^ 1]) == .changedChunk(0))
        // The code of the header belongs to another file key.
        let forged = try AgeHeader([own], fileKey: SecretBytes([UInt8](repeating: 8, count: 16)))
        #expect(failure(forged.bytes + payload) == .changedHeader)
        #expect(failure(try AgeHeader(others + [other], fileKey: fileKey).bytes + payload) == .wrongKey)
    }

    /// The nonce and the one chunk of an empty file.
    private static func emptyPayload(_ fileKey: SecretBytes) throws -> [UInt8] {
        let nonce = [UInt8](0..<16)
        var chunk = [UInt8](repeating: 0, count: 16)
        let cipher = try ChunkCipher(key: AgePayload.key(fileKey, nonce: nonce), isEncrypting: true)
        try chunk.withUnsafeMutableBytes {
            try cipher.encrypt(
                UnsafeRawBufferPointer(start: nil, count: 0), nonce: AgePayload.nonce(chunk: 0, isLast: true), into: $0)
        }
        return nonce + chunk
    }

    @Test func aHeaderThatDoesNotEndIsRefusedBeforeItFillsTheMemory() throws {
        let requested = Requests()
        let line = Array("-> grease\n".utf8) + Array((String(repeating: "A", count: 64) + "\n").utf8)
        let start = Array("age-encryption.org/v1\n".utf8)
        let endless = start + Array(repeatElement(line, count: 10_000).joined())
        let file = EncryptedFile(
            .encrypted { Int64(endless.count) },
            open: { range in
                requested.ranges.withLock { $0.append(range) }
                return BytesInMemory(endless, range)
            })
        let error = AgeFailure.thrown { try DecryptingByteSource(file, 0..<1, with: identity).all() }
        #expect(error == .headerTooLong)
        #expect(requested.ranges.withLock { $0.map(\.upperBound).max() ?? 0 } <= 70_000 + 65_552)
    }

    @Test func aSourceThatChangesItsSizeIsNotEncrypted() throws {
        for length: Int64 in [199_999, 200_001, 131_072, 65_536, 0] {
            let source = BytesInMemory(plain, length: length)
            #expect(throws: PhotoLibraryError(.sourceChanged, "")) {
                try EncryptingByteSource(source, for: identity.recipient).all()
            }
        }
    }
}

@Suite struct AgeKeyTests {
    @Test func keysAreReadAndWritten() throws {
        let identity = try AgeIdentity.generate()
        #expect(identity.text.hasPrefix("AGE-SECRET-KEY-1") && identity.text.count == 74)
        #expect(identity.recipient.description.count == 62)
        for text in [identity.text, " \(identity.text)\r\n", "# note\n\n\(identity.text)\n"] {
            #expect(try AgeIdentity(text: text).recipient == identity.recipient)
        }
        #expect(AgeRecipient(text: identity.recipient.description) == identity.recipient)
        let wrong = identity.text.dropLast() + (identity.text.hasSuffix("Q") ? "P" : "Q")
        let twice = "\(identity.text)\n\(identity.text)"
        for text in ["", "AGE-SECRET-KEY-1", String(wrong), identity.recipient.description, twice] {
            let error = #expect(throws: PhotoLibraryError(.unsupportedFile, "")) { try AgeIdentity(text: text) }
            #expect(error?.description.contains("AGE-SECRET-KEY-1Q") == false)
        }
        #expect(AgeRecipient(text: identity.text) == nil)
    }

    /// Valid and invalid texts of BIP 173.
    @Test func textsOfBech32() throws {
        #expect(Bech32.decode("A12UEL5L", prefix: "a") == [])
        #expect(Bech32.decode("a12uel5l", prefix: "a") == [])
        #expect(Bech32.decode("abcdef1qpzry9x8gf2tvdw0s3jn54khce6mua7lmqqqxw", prefix: "abcdef")?.first == 0x00)
        for text in ["A1G7SGD8", "10a06t8", "1qzzfhee", "A12uel5l", "a12uel5m", "x1b4n0q5v", "li1dgmt3", "a", ""] {
            #expect(Bech32.decode(text, prefix: "a") == nil, "\(text)")
        }
    }
}

/// The ranges of a file that were asked for.
private final class Requests: Sendable {
    let ranges = Mutex<[Range<Int64>]>([])
}
