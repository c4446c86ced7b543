import Foundation
import PhotoCatalog
import PhotoModel
import Testing

@Suite("Siblings in the catalogue")
struct SiblingTests {
    private let fixture: CatalogFixture
    private let assets: [String]

    /// Three signed photos with the signature ids 1 to 3.
    init() throws {
        fixture = try CatalogFixture()
        let files = (1...3).map { makeFile(bytes: $0, signature: makeSignature(UInt64($0))) }
        try fixture.store(files)
        assets = files.map(fixture.identifier)
    }

    private func pairs(score: Double = 0) throws -> [[String]] {
        var pairs: [[String]] = []
        try fixture.catalog.forEachSimilarPair(score: score) { one, other, _ in pairs.append([one, other]) }
        return pairs
    }

    private func crowded() throws -> [Bool] {
        let copies = try fixture.catalog.possibleCopies(assets)
        return try assets.map { try #require(copies[$0]).isCrowded }
    }

    @Test func thoseThatWereLookedAtAreNotAgain() throws {
        #expect(try fixture.catalog.uncomparedSignatures(limit: 10) == [1, 2, 3])
        try fixture.catalog.setSimilar([(1, .all([])), (2, .tooMany([]))])
        #expect(try fixture.catalog.uncomparedSignatures(limit: 10) == [3])
        #expect(try fixture.catalog.uncomparedCount() == 1)
    }

    @Test func eachPairIsGivenOnceTheMostAlikeFirst() throws {
        try fixture.catalog.setSimilar([
            (1, .all([])), (2, .all([SimilarPicture(signatureID: 1, score: 0.4)])),
            (3, .all([SimilarPicture(signatureID: 1, score: 0.7)])),
        ])
        #expect(try pairs() == [[assets[0], assets[2]], [assets[0], assets[1]]])
        #expect(try pairs(score: 0.5) == [[assets[0], assets[2]]])
        _ = try fixture.catalog.delete([assets[2]])
        #expect(try pairs() == [[assets[0], assets[1]]])
    }

    /// Those around one in a crowd do not know it: what is known of them is not all.
    @Test func aCrowdSpreads() throws {
        try fixture.catalog.setSimilar([(1, .all([])), (2, .all([])), (3, .tooMany([1]))])
        #expect(try crowded() == [true, false, true])
    }

    @Test func oneThatIsDeletedMeanwhileIsLookedAtWhenItComesBack() throws {
        _ = try fixture.catalog.delete([assets[0]])
        #expect(try fixture.catalog.uncomparedSignatures(limit: 10) == [2, 3])
        // Who looked at it before it was deleted writes nothing.
        try fixture.catalog.setSimilar([(1, .all([SimilarPicture(signatureID: 2, score: 0.9)]))])
        _ = try fixture.catalog.restore([assets[0]])
        #expect(try fixture.catalog.uncomparedSignatures(limit: 10) == [1, 2, 3])
        #expect(try pairs() == [])
    }

    @Test func aPictureSignedAgainLosesItsSiblings() throws {
        try fixture.catalog.setSimilar([
            (1, .all([])), (2, .all([SimilarPicture(signatureID: 1, score: 0.4)])), (3, .all([])),
        ])
        try fixture.catalog.record(.signatures([AssetSignature(assetID: 2, signature: makeSignature(9))]))
        #expect(try fixture.catalog.uncomparedSignatures(limit: 10) == [4])
        #expect(try pairs() == [])
        // An id that leads nowhere any more.
        try fixture.catalog.setSimilar([(4, .all([SimilarPicture(signatureID: 2, score: 0.9)]))])
        #expect(try pairs() == [])
    }
}
