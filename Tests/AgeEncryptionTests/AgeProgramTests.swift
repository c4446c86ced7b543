import AgeEncryption
import Foundation
import Originals
import PhotoModel
import TestSupport
import Testing

/// Compares with the program `age` (Debian's package `age`), which shares no code with this module.
@Suite(.enabled(if: AgeProgram.isInstalled, "the program age is not installed: .ci/prepare --tests installs it"))
struct AgeProgramTests {
    static let sizes = [0, 1, 65_535, 65_536, 65_537, 131_072, 131_073, 5_000_000]
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(arguments: sizes) func theProgramReadsOurFiles(size: Int) throws {
        var random = Seeded(UInt64(size))
        let bytes = random.bytes(size)
        let identity = try AgeIdentity.generate()
        let encrypted = try EncryptingByteSource(BytesInMemory(bytes, pieceSize: 10_007), for: identity.recipient).all()
        #expect(Int64(encrypted.count) == AgeFile.size(of: Int64(size)))
        try folder.write(encrypted, to: "file.age")
        try folder.write(Array("# a comment\n\(identity.text)\n".utf8), to: "key")
        let run = try Shell.run(
            "/usr/bin/age", ["-d", "-i", folder.path("key"), "-o", folder.path("out"), folder.path("file.age")])
        #expect(run.exit == 0, "\(run.output)")
        // The program makes its output when it writes the first byte.
        if size == 0 { return #expect(try !folder.names.contains("out")) }
        #expect(try Data(contentsOf: URL(fileURLWithPath: folder.path("out"))) == Data(bytes))
    }

    @Test(arguments: sizes) func filesOfTheProgramAreRead(size: Int) throws {
        var random = Seeded(UInt64(size) &+ 1)
        let bytes = random.bytes(size)
        try folder.write(bytes, to: "in")
        let (identity, recipient) = try generatedKey()
        #expect(identity.recipient.description == recipient)
        // Ours is neither the first nor the last of three recipients.
        let others = try (0..<2).map { _ in try AgeIdentity.generate().recipient.description }
        for recipients in [[recipient], [others[0], recipient, others[1]]] {
            let encrypted = try encrypt(recipients)
            let file = EncryptedFile.inMemory(encrypted, pieceSize: 10_007)
            #expect(try DecryptingByteSource(file, 0..<Int64(size), with: identity).all() == bytes)
            var ranges: [Range<Int64>] = [0..<1, 65_535..<65_537, 65_536..<65_537, 131_071..<131_072, 1..<131_072]
            for _ in 0..<20 where size > 0 {
                let start = Int64.random(in: 0..<Int64(size), using: &random)
                ranges.append(start..<Int64.random(in: (start + 1)...Int64(size), using: &random))
            }
            for range in ranges where range.upperBound <= size {
                let read = try DecryptingByteSource(file, range, with: identity).all()
                #expect(read == Array(bytes[Int(range.lowerBound)..<Int(range.upperBound)]), "\(range)")
            }
            #expect(throws: AgeFailure.truncated.error) {
                try DecryptingByteSource(file, 0..<Int64(size + 1), with: identity).all()
            }
        }
        let other = try AgeIdentity.generate()
        let file = EncryptedFile.inMemory(try encrypt(others))
        for identity in [identity, other] {
            #expect(AgeFailure.thrown { try DecryptingByteSource(file, 0..<1, with: identity).all() } == .wrongKey)
        }
    }

    private func encrypt(_ recipients: [String]) throws -> [UInt8] {
        let run = try Shell.run(
            "/usr/bin/age",
            recipients.flatMap { ["-r", $0] } + ["-o", folder.path("encrypted"), folder.path("in")])
        #expect(run.exit == 0, "\(run.output)")
        return [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.path("encrypted"))))
    }

    /// A key of `age-keygen`, read from its file with comments.
    private func generatedKey() throws -> (AgeIdentity, recipient: String) {
        let run = try Shell.run("/usr/bin/age-keygen", ["-o", folder.path("key")])
        #expect(run.exit == 0, "\(run.output)")
        let text = try String(contentsOfFile: folder.path("key"), encoding: .utf8)
        let recipient = try #require(text.firstMatch(of: /public key: (age1\S+)/)).1
        return (try AgeIdentity(text: text), String(recipient))
    }
}

enum AgeProgram {
    static let isInstalled = FileManager.default.isExecutableFile(atPath: "/usr/bin/age")
}

extension EncryptedFile {
    static func inMemory(_ bytes: [UInt8], pieceSize: Int = .max) -> EncryptedFile {
        EncryptedFile(
            .encrypted { Int64(bytes.count) }, open: { BytesInMemory(bytes, $0, pieceSize: pieceSize) })
    }
}

extension AgeFailure {
    /// The failure that is the cause of the error that `body` throws; `nil` without one.
    static func thrown(_ body: () throws -> some Any) -> AgeFailure? {
        do {
            _ = try body()
            return nil
        } catch { return (error as? PhotoLibraryError)?.cause as? AgeFailure }
    }
}
