import Foundation
import PhotoCatalog
import PhotoModel
import Testing

@Suite("Decisions and kept references in the catalogue")
struct DecisionTests {
    private let fixture: CatalogFixture
    private let now = Date(timeIntervalSince1970: 1000)

    init() throws { fixture = try CatalogFixture() }

    @Test func aDecisionIsFoundFromBothSides() throws {
        let decision = Decision([2, 2], [1, 1], isSame: true, date: now)
        try fixture.catalog.decide([decision, Decision([3], [4], isSame: false, date: now)])
        #expect(try fixture.catalog.decisions(about: [1, 1]) == [decision])
        #expect(try fixture.catalog.decisions(about: [2, 2]) == [decision])
        #expect(try fixture.catalog.decisions(about: [5]) == [])
        #expect(try fixture.catalog.decisions().count == 2)
        #expect(decision.other(than: [1, 1]) == [2, 2])
        #expect(decision.other(than: [9]) == nil)
    }

    @Test func theLastWordCounts() throws {
        try fixture.catalog.decide([
            Decision([1], [2], isSame: true, date: now), Decision([2], [1], isSame: false, date: now),
        ])
        #expect(try fixture.catalog.decisions().map(\.isSame) == [false])
        #expect(try fixture.catalog.forgetDecision(about: [[2], [1]]))
        #expect(try !fixture.catalog.forgetDecision(about: [[2], [1]]))
        #expect(try fixture.catalog.decisions() == [])
    }

    @Test func aKeptReferenceWaitsUntilItIsResolved() throws {
        let later = now + 60
        try fixture.catalog.remember(["b", "a"], now: now)
        try fixture.catalog.remember(["a"], now: later)
        #expect(try fixture.catalog.rememberedReferences(resolved: false).map(\.identifier) == ["a", "b"])
        try fixture.catalog.setResolved([("a", "asset")], now: later)
        #expect(try fixture.catalog.rememberedReferences(resolved: false).map(\.identifier) == ["b"])
        let resolved = try #require(try fixture.catalog.rememberedReferences(resolved: true).first)
        #expect(resolved.localIdentifier == "asset")
        #expect(resolved.addedDate == now)
        #expect(resolved.resolvedDate == later)
        #expect(try fixture.catalog.forget(["a", "b", "c"]) == 2)
    }
}
