import Foundation
import PhotoCatalog
import PhotoModel
import Testing

@Suite("Siblings in the catalogue")
struct SiblingTests {
    private let fixture: CatalogFixture

    /// Three signed photos with the signature ids 1 to 3.
    init() throws {
        fixture = try CatalogFixture()
        try fixture.store((1...3).map { makeFile(bytes: $0, signature: makeSignature(UInt64($0))) })
    }

    @Test func nothingIsKnownUntilEveryPictureWasLookedAt() throws {
        #expect(try fixture.catalog.signaturesWithoutSiblings(limit: 10) == [1, 2, 3])
        try fixture.catalog.setSiblings([(1, .all([])), (2, .all([]))])
        #expect(try fixture.catalog.siblings(of: 1) == .unknown)
        #expect(try fixture.catalog.signaturesWithoutSiblings(limit: 10) == [3])
        try fixture.catalog.setSiblings([(3, .all([]))])
        #expect(try fixture.catalog.siblings(of: 1) == .all([]))
    }

    @Test func aPairIsKnownFromBothSides() throws {
        try fixture.catalog.setSiblings([
            (1, .all([])), (2, .all([Sibling(signatureID: 1, score: 0.4)])),
            (3, .all([Sibling(signatureID: 1, score: 0.7)])),
        ])
        #expect(
            try fixture.catalog.siblings(of: 1)
                == .all([Sibling(signatureID: 3, score: 0.7), Sibling(signatureID: 2, score: 0.4)]))
        #expect(try fixture.catalog.siblings(of: 3) == .all([Sibling(signatureID: 1, score: 0.7)]))
        var pairs: [[String]] = []
        try fixture.catalog.forEachSiblingPair(score: 0.5) { one, other, _ in pairs.append([one, other]) }
        #expect(pairs == [[1, 3].map { fixture.identifier(makeFile(bytes: $0)) }])
    }

    @Test func aCrowdIsNotListed() throws {
        try fixture.catalog.setSiblings([(1, .crowd), (2, .all([])), (3, .all([]))])
        #expect(try fixture.catalog.siblings(of: 1) == .crowd)
    }

    @Test func aPictureSignedAgainLosesItsSiblings() throws {
        try fixture.catalog.setSiblings([
            (1, .all([])), (2, .all([Sibling(signatureID: 1, score: 0.4)])), (3, .all([])),
        ])
        try fixture.catalog.sign([(2, makeSignature(9))])
        #expect(try fixture.catalog.siblings(of: 1) == .unknown)
        try fixture.catalog.setSiblings([(4, .all([Sibling(signatureID: 2, score: 0.9)]))])
        #expect(try fixture.catalog.siblings(of: 1) == .all([]))
    }
}
