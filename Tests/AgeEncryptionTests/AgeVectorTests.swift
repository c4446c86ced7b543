import AgeEncryption
import ContentDigests
import Foundation
import Originals
import PhotoModel
import TestSupport
import Testing

/// The published test vectors of the format (C2SP, CCTV, `age/testdata`), which are not in this repository.
///
/// `OPENPHOTOKIT_AGE_VECTORS` names the folder with the files.
@Suite struct AgeVectorTests {
    private static let folder = ProcessInfo.processInfo.environment["OPENPHOTOKIT_AGE_VECTORS"]

    @Test(.enabled(if: folder != nil, "OPENPHOTOKIT_AGE_VECTORS names no folder with the published test vectors"))
    func filesAreReadOrRefusedAsThePublishedVectorsSay() throws {
        let folder = try #require(Self.folder)
        var counts: [String: Int] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() {
            let vector = try Vector(URL(fileURLWithPath: folder).appendingPathComponent(name))
            // Armoured text and passphrases are not supported, and a file of a key that is not X25519 has none of ours.
            guard vector["armored"] == nil, vector["passphrase"] == nil, vector["identity"] != nil,
                let identity = try? AgeIdentity(text: vector["identity"] ?? "")
            else { continue }
            let expected = try #require(vector["expect"])
            counts[expected, default: 0] += 1
            let (failure, plain) = Self.read(vector.file, identity)
            if expected == "success" {
                let digest = try plain.withUnsafeBytes { try ContentHasher.digest(.sha256, of: $0) }
                #expect(failure == nil && digest.hex == vector["payload"], "\(name) \(String(describing: failure))")
            } else {
                #expect(failure.map(Self.expectation) == expected, "\(name) \(String(describing: failure))")
            }
        }
        #expect((counts["success"] ?? 0) >= 10 && (counts["payload failure"] ?? 0) >= 10, "\(counts)")
        #expect((counts["header failure"] ?? 0) >= 20 && counts["HMAC failure"] != nil, "\(counts)")
    }

    private static func read(_ bytes: [UInt8], _ identity: AgeIdentity) -> (AgeFailure?, [UInt8]) {
        let file = EncryptedFile.inMemory(bytes)
        var plain: [UInt8] = []
        let failure = AgeFailure.thrown {
            let length = try DecryptingByteSource.length(of: file, with: identity)
            plain = try DecryptingByteSource(file, 0..<length, with: identity).all()
        }
        return (failure, plain)
    }

    /// What the vectors call a failure.
    private static func expectation(_ failure: AgeFailure) -> String {
        switch failure {
        case .notAge, .malformedHeader, .headerTooLong: "header failure"
        case .wrongKey: "no match"
        case .changedHeader: "HMAC failure"
        case .changedChunk, .truncated, .extended, .emptyLastChunk: "payload failure"
        }
    }

    /// Lines of a name and a value, an empty line, and the encrypted file, which may be compressed.
    private struct Vector {
        private let values: [(name: String, value: String)]
        let file: [UInt8]

        init(_ url: URL) throws {
            let data = try Data(contentsOf: url)
            let end = try #require(data.firstRange(of: Data("\n\n".utf8)))
            values = String(decoding: data[..<end.lowerBound], as: UTF8.self).split(separator: "\n").compactMap {
                guard let colon = $0.firstRange(of: ": ") else { return nil }
                return (String($0[..<colon.lowerBound]), String($0[colon.upperBound...]))
            }
            var file = [UInt8](data[end.upperBound...])
            if values.contains(where: { $0.name == "compressed" }) {
                let script = """
                    import sys, zlib
                    data = open(sys.argv[1], "rb").read()
                    open(sys.argv[2], "wb").write(zlib.decompress(data[data.index(b"\\n\\n") + 2:]))
                    """
                let folder = try TemporaryFolder()
                #expect(try Python.run(script: script, [url.path, folder.path("file")]).exit == 0)
                file = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.path("file"))))
            }
            self.file = file
        }

        subscript(name: String) -> String? { values.first { $0.name == name }?.value }
    }
}
