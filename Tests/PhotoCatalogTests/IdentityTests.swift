import GRDB
import PhotoCatalog
import PhotoModel
import SystemPackage
import TestSupport
import Testing

func makeSignature(_ seed: UInt64, version: Int = ContentSignature.currentVersion) -> ContentSignature {
    var random = Seeded(seed)
    return ContentSignature(
        version: version,
        hash: PerceptualHash(words: SIMD4(random.next(), random.next(), random.next(), random.next())), quality: 90,
        thumbnail: random.bytes(4096), size: PixelSize(width: 400, height: 300))
}

@Suite struct PrefixLookUpTests {
    private let fixture: CatalogFixture

    init() throws { fixture = try CatalogFixture() }

    private func found(_ evidence: PhotoCatalog.ExactEvidence, _ prefix: [UInt8]) throws -> [String] {
        try fixture.catalog.assets(with: evidence, prefix: prefix).map(\.localIdentifier)
    }

    /// Digests with an equal 128-bit prefix, with a prefix that differs in the last bit, and the least and greatest
    /// digests.
    @Test func onlyDigestsThatBeginWithThePrefixAreFound() throws {
        let prefix = Array(repeating: UInt8(0xAB), count: 16)
        let digests: [[UInt8]] = [
            prefix + Array(repeating: 0, count: 16), prefix + Array(repeating: 0xFF, count: 16),
            prefix.dropLast() + [0xAA] + Array(repeating: 0xFF, count: 16),
            prefix.dropLast() + [0xAC] + Array(repeating: 0, count: 16),
            Array(repeating: 0xFF, count: 32), Array(repeating: 0, count: 32),
        ]
        var names: [String] = []
        for (number, bytes) in digests.enumerated() {
            let digest = try #require(Digest(bytes))
            let plain = makeFile(bytes: number)
            let file = AnalysedFile(
                source: plain.source, identity: plain.identity, sha256: digest, bytes: 1, format: .jpeg, condition: .ok,
                size: nil, metadata: plain.metadata, colorProfile: .none, imageDataDigest: nil, signature: nil)
            names.append("asset \(number)")
            let insertion = ResourceInsertion(
                file, localIdentifier: "asset \(number)", path: FilePath("originals/\(number)"), isReference: false)
            try fixture.catalog.perform([.ingest(IngestBatch([insertion]))], run: "run")
            // Files with an equal prefix would have one stable id: no two are known.
            try fixture.catalog.write { try $0.execute(sql: "UPDATE asset SET stableID = randomblob(16)") }
        }
        #expect(try found(.bytes, prefix) == [names[0], names[1]])
        #expect(try found(.bytes, Array(repeating: 0xFF, count: 16)) == [names[4]])
        #expect(try found(.bytes, Array(repeating: 0, count: 16)) == [names[5]])
        #expect(try found(.bytes, digests[1]) == [names[1]], "A whole digest is its own prefix.")
        #expect(try found(.bytes, Array(repeating: 1, count: 16)).isEmpty)
        #expect(try found(.imageData, Array(repeating: 0, count: 16)).isEmpty, "No digest is not a digest of zeros.")
    }

    @Test func imageDataNamesTheAssetOnceForEachOfItsFiles() throws {
        try fixture.store([
            makeFile(bytes: 1, imageData: 5), makeFile(bytes: 2, imageData: 5), makeFile(bytes: 3, imageData: 6),
        ])
        let name = fixture.identifier(makeFile(bytes: 1))
        #expect(try found(.imageData, makeDigest(1_000_005).prefix128) == [name, name])
    }

    @Test func allValuesOfASignatureAreStored() throws {
        let signed = makeFile(bytes: 1, time: "2020-01-01T00:00:00", signature: makeSignature(1))
        let bare = makeFile(bytes: 2)
        try fixture.store([signed, bare])
        func signature(of identifier: String) throws -> ContentSignature? {
            try fixture.catalog.signedAsset(withLocalIdentifier: identifier)?.signature
        }
        #expect(try signature(of: fixture.identifier(signed)) == makeSignature(1))
        #expect(try signature(of: fixture.identifier(bare)) == nil)
        #expect(try signature(of: "missing") == nil)
        let asset = try #require(try fixture.catalog.signedAsset(1))
        #expect(asset.localIdentifier == fixture.identifier(signed))
        #expect(asset.captureTime?.description == "2020-01-01T00:00:00")
        #expect(try fixture.catalog.signedAsset(99) == nil)
    }

    @Test func bothRenderingsAreStoredAndHaveAHash() throws {
        let (one, other) = (makeSignature(1), makeSignature(2))
        let both = one.with(one.picture, unconverted: .thumbnail(other.thumbnail, hash: other.hash))
        let file = makeFile(bytes: 1, signature: both)
        try fixture.store([file, makeFile(bytes: 2, signature: makeSignature(3))])
        #expect(try fixture.catalog.signedAsset(withLocalIdentifier: fixture.identifier(file))?.signature == both)
        var hashes: [(Int64, PerceptualHash)] = []
        try fixture.catalog.forEachHash { hashes.append(($0, $1)) }
        #expect(hashes.map(\.0) == [1, 1, 2])
        #expect(hashes.map(\.1) == [one.hash, other.hash, makeSignature(3).hash])
    }

    @Test func onlyHashesOfTheCurrentVersionAreRead() throws {
        try fixture.store([
            makeFile(bytes: 1, signature: makeSignature(1)),
            makeFile(bytes: 2, signature: makeSignature(2, version: 9)),
            makeFile(bytes: 3), makeFile(bytes: 4, signature: makeSignature(4)),
        ])
        func hashes(after id: Int64 = 0) throws -> [PerceptualHash] {
            var hashes: [PerceptualHash] = []
            try fixture.catalog.forEachHash(after: id) { hashes.append($1) }
            return hashes
        }
        #expect(try hashes() == [makeSignature(1).hash, makeSignature(4).hash])
        #expect(try hashes(after: 1) == [makeSignature(4).hash])
    }

    @Test func aPictureSignedAgainGetsANewID() throws {
        let file = makeFile(bytes: 1, signature: makeSignature(1, version: 9))
        try fixture.store([file])
        #expect(try fixture.catalog.outdatedSignatureCount() == 1)
        let outdated = try fixture.catalog.outdatedPictures()
        #expect(outdated.map(\.file.sha256) == [file.sha256])
        let renewed = outdated.map { PictureSignature(resourceID: $0.resourceID, signature: makeSignature(2)) }
        try fixture.catalog.record(.signatures(renewed))
        #expect(try fixture.catalog.outdatedSignatureCount() == 0)
        #expect(try fixture.catalog.signedAsset(1) == nil)
        #expect(try fixture.catalog.signedAsset(2)?.signature == makeSignature(2))
    }

    @Test func theSignatureOfADeletedAssetIsNotFound() throws {
        let file = makeFile(bytes: 1, signature: makeSignature(1))
        try fixture.store([file])
        _ = try fixture.catalog.delete([fixture.identifier(file)])
        #expect(try fixture.catalog.signedAsset(1) == nil)
        _ = try fixture.catalog.restore([fixture.identifier(file)])
        #expect(try fixture.catalog.signedAsset(1) != nil)
    }
}
