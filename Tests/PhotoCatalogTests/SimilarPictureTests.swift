import Foundation
import PhotoCatalog
import PhotoModel
import Testing

@Suite("Similar pictures in the catalogue")
struct SimilarPictureTests {
    private let fixture: CatalogFixture
    private let assets: [String]

    /// Creates three photos with the signature ids 1 to 3.
    init() throws {
        fixture = try CatalogFixture()
        let files = (1...3).map { makeFile(bytes: $0, signature: makeSignature(UInt64($0))) }
        try fixture.store(files)
        assets = files.map(fixture.identifier)
    }

    private func pairs(score: Double = 0) throws -> [[String]] {
        var pairs: [[String]] = []
        try fixture.catalog.forEachSimilarPair(score: score) { one, other, _, _ in pairs.append([one, other]) }
        return pairs
    }

    private func tooManySimilar() throws -> [Bool] {
        let copies = try fixture.catalog.possibleCopies(assets)
        return try assets.map { try #require(copies[$0]).hasTooManySimilarPictures }
    }

    @Test func comparedPicturesAreNotComparedAgain() throws {
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

    @Test func doubtfulPairsAreComparedInFinerCellsOnce() throws {
        try fixture.catalog.setSimilar([
            (1, .all([])), (2, .all([SimilarPicture(signatureID: 1, score: 0.4)])),
            (3, .all([SimilarPicture(signatureID: 1, score: 0.5), SimilarPicture(signatureID: 2, score: 0.7)])),
        ])
        func doubtful(most: Int = 2, after: (Int64, Int64) = (0, 0), limit: Int = 10) throws -> [[Int64]] {
            try fixture.catalog.pairsToCompareFinely(0.3...0.6, after: after, mostOfPicture: most, limit: limit)
                .map { [$0.0, $0.1] }
        }
        #expect(try doubtful() == [[1, 2], [1, 3]])
        #expect(try doubtful(limit: 1) == [[1, 2]] && doubtful(after: (1, 2)) == [[1, 3]])
        #expect(try doubtful(most: 1).isEmpty, "The first picture has two such pairs.")
        try fixture.catalog.record(
            .finePairs([FinePair(1, 2, score: 0.2, isProven: false), FinePair(1, 7, score: 0.2, isProven: false)]))
        #expect(try doubtful() == [[1, 3]])
        #expect(try pairs(score: 0.3) == [[assets[1], assets[2]], [assets[0], assets[2]]])
        // A pair whose score stays in the range is not compared again.
        try fixture.catalog.record(.finePairs([FinePair(1, 3, score: 0.5, isProven: false)]))
        #expect(try doubtful().isEmpty)
        _ = try fixture.catalog.delete([assets[1]])
        try fixture.catalog.setSimilar([(3, .all([SimilarPicture(signatureID: 1, score: 0.5)]))])
        #expect(try doubtful() == [[1, 3]], "The picture was compared again in 64×64 cells.")
        _ = try fixture.catalog.delete([assets[0]])
        #expect(try doubtful().isEmpty)
    }

    /// A picture with too many similar ones is not recorded with each of them, so their lists are incomplete too.
    @Test func tooManySimilarPicturesMarksTheOthersToo() throws {
        try fixture.catalog.setSimilar([(1, .all([])), (2, .all([])), (3, .tooMany([1]))])
        #expect(try tooManySimilar() == [true, false, true])
    }

    @Test func aPhotoDeletedDuringTheComparisonIsComparedWhenItIsRestored() throws {
        _ = try fixture.catalog.delete([assets[0]])
        #expect(try fixture.catalog.uncomparedSignatures(limit: 10) == [2, 3])
        // A comparison that began before the deletion writes nothing.
        try fixture.catalog.setSimilar([(1, .all([SimilarPicture(signatureID: 2, score: 0.9)]))])
        _ = try fixture.catalog.restore([assets[0]])
        #expect(try fixture.catalog.uncomparedSignatures(limit: 10) == [1, 2, 3])
        #expect(try pairs() == [])
    }

    @Test func aPictureSignedAgainLosesItsSimilarPictures() throws {
        try fixture.catalog.setSimilar([
            (1, .all([])), (2, .all([SimilarPicture(signatureID: 1, score: 0.4)])), (3, .all([])),
        ])
        try fixture.catalog.record(.signatures([PictureSignature(resourceID: 2, signature: makeSignature(9))]))
        #expect(try fixture.catalog.uncomparedSignatures(limit: 10) == [4])
        #expect(try pairs() == [])
        // An id that no longer exists.
        try fixture.catalog.setSimilar([(4, .all([SimilarPicture(signatureID: 2, score: 0.9)]))])
        #expect(try pairs() == [])
    }
}
