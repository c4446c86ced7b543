import DeviceRegistry
import PhotoModel
import TestSupport
import Testing

/// The value that tells other devices which files a photo has.
@Suite struct EvidenceTests {
    private func file(_ kind: Int, _ name: String, bytes: Int = 4_321_000) throws -> AssetEvidence.File {
        var random = Seeded(UInt64(kind + 1))
        return AssetEvidence.File(
            kind: kind, sha256: try #require(Digest(random.bytes(32))), bytes: bytes, format: "jpeg",
            name: Array(name.utf8))
    }

    @Test func filesAreReadAsTheyWereWritten() throws {
        let evidence = AssetEvidence(files: [
            try file(0, "IMG_0001.JPG"), try file(4, ""), try file(100, "IMG 1 — 海.xmp", bytes: .max),
        ])
        #expect(AssetEvidence(value: evidence.value) == evidence)
        #expect(AssetEvidence(files: [try file(0, "IMG_0001.JPG")]).value.count < 70)
    }

    @Test func longNamesAndManyFilesAreLeftOut() throws {
        #expect(try file(0, String(repeating: "a", count: 255)).name.count == 255)
        #expect(try file(0, String(repeating: "a", count: 256)).name.isEmpty)
        let many = AssetEvidence(files: try (0..<100).map { _ in try file(100, "a") })
        #expect(many.files.count == 64)
        #expect(AssetEvidence(value: many.value)?.files.count == 64)
        #expect(AssetEvidence(value: many.value + AssetEvidence(files: [try file(0, "")]).value) == nil)
    }

    @Test func partsOfAValueAreNone() throws {
        let value = AssetEvidence(files: [try file(0, "IMG_0001.JPG")]).value
        for count in value.indices { #expect(AssetEvidence(value: Array(value.prefix(count))) == nil) }
        let size: [UInt8] = [0] + Array(repeating: 7, count: 32) + Array(repeating: 0xFF, count: 9) + [1]
        #expect(AssetEvidence(value: size + [0, 0]) == nil, "A size that is greater than Int")
    }

    @Test func randomBytesAreReadOrRefused() throws {
        var random = Seeded(5)
        let value = AssetEvidence(files: [try file(0, "IMG_0001.JPG"), try file(9, "IMG_0001.MOV")]).value
        for _ in 0..<20_000 {
            let noise = random.bytes(Int.random(in: 0..<200, using: &random))
            var changed = value
            changed[Int.random(in: changed.indices, using: &random)] = .random(in: 0...255, using: &random)
            for bytes in [noise, changed, changed + noise] {
                guard let evidence = AssetEvidence(value: bytes) else { continue }
                #expect(evidence.files.allSatisfy { $0.bytes >= 0 && $0.name.count <= 255 })
                #expect((1...64).contains(evidence.files.count))
                #expect(AssetEvidence(value: evidence.value) == evidence)
            }
        }
    }
}
