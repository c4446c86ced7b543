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

    /// Digests that share all or all but the last bit of a 128-bit prefix, and the extremes.
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
            _ = try fixture.catalog.commit(
                [
                    Admission(
                        file: file, localIdentifier: "asset \(number)", path: FilePath("originals/\(number)"),
                        isReference: false)
                ],
                seen: [], run: "run")
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

    @Test func aSignatureComesBackWhole() throws {
        let signature = makeSignature(1)
        let signed = makeFile(bytes: 1, time: "2020-01-01T00:00:00", signature: signature)
        let bare = makeFile(bytes: 2)
        try fixture.store([signed, bare])
        #expect(try fixture.catalog.signature(of: fixture.identifier(signed)) == signature)
        #expect(try fixture.catalog.signature(of: fixture.identifier(bare)) == nil)
        #expect(try fixture.catalog.signature(of: "nobody") == nil)
        let asset = try #require(try fixture.catalog.signedAsset(1))
        #expect(asset.localIdentifier == fixture.identifier(signed))
        #expect(asset.captureTime?.description == "2020-01-01T00:00:00")
        #expect(try fixture.catalog.signedAsset(99) == nil)
    }
}

@Suite struct HashIndexTests {
    /// Compares with counting bits one by one over random and clustered hashes.
    @Test(arguments: [0, 1, 15, 31, 32, 100, 256]) func candidatesAreThoseOfCountingEveryBit(radius: Int) throws {
        var random = Seeded(UInt64(radius))
        var index = HashIndex()
        var all: [[UInt8]] = []
        let centres = (0..<4).map { _ in random.bytes(32) }
        for number in 0..<600 {
            var bytes = centres[number % 4]
            for _ in 0..<Int.random(in: 0..<60, using: &random) {
                bytes[Int.random(in: 0..<32, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            }
            all.append(bytes)
            index.insert(try #require(PerceptualHash(bytes: bytes)), assetID: Int64(1000 + number))
        }
        #expect(index.count == 600)
        let queries = [centres[0], centres[2], random.bytes(32)]
        func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
            zip(left, right).reduce(0) { sum, pair in
                sum + (0..<8).filter { (pair.0 ^ pair.1) >> $0 & 1 == 1 }.count
            }
        }
        var expected: [(assetID: Int64, distance: Int)] = []
        for (number, bytes) in all.enumerated() {
            let nearest = queries.map { distance($0, bytes) }.min() ?? 256
            if nearest <= radius { expected.append((Int64(1000 + number), nearest)) }
        }
        expected.sort { ($0.distance, $0.assetID) < ($1.distance, $1.assetID) }
        let found = index.candidates(near: try queries.map { try #require(PerceptualHash(bytes: $0)) }, radius: radius)
        #expect(found.map(\.assetID) == expected.map(\.assetID))
        #expect(found.map(\.distance) == expected.map(\.distance))
    }

    @Test func nothingIsNearInAnEmptyIndexOrToNoQuery() {
        var index = HashIndex()
        let hash = PerceptualHash(words: .zero)
        #expect(index.candidates(near: [hash], radius: 256).isEmpty)
        index.insert(hash, assetID: 1)
        #expect(index.candidates(near: [], radius: 256).isEmpty)
        #expect(index.candidates(near: [hash, hash], radius: 0).map(\.assetID) == [1])
    }

    @Test func onlySignaturesOfTheAskedVersionAreRead() throws {
        let fixture = try CatalogFixture()
        try fixture.store([
            makeFile(bytes: 1, signature: makeSignature(1)),
            makeFile(bytes: 2, signature: makeSignature(2, version: 9)),
            makeFile(bytes: 3),
        ])
        #expect(try fixture.catalog.hashIndex().count == 1)
        #expect(try fixture.catalog.hashIndex(version: 9).count == 1)
        let near = try fixture.catalog.hashIndex().candidates(near: [makeSignature(1).hash], radius: 0)
        #expect(near.map(\.assetID) == [1])
    }
}
