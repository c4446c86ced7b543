import Foundation
import PhotoCatalog
import PhotoModel
import Testing

@Suite("Decisions and kept references in the catalogue")
struct DecisionTests {
    private let fixture: CatalogFixture
    private let now = Date(timeIntervalSince1970: 1000)

    init() throws { fixture = try CatalogFixture() }

    private func content(_ byte: UInt8) -> [UInt8] { Array(repeating: byte, count: 16) }

    @Test func aDecisionIsFoundFromBothSides() throws {
        let decision = Decision(content(2), content(1), isSame: true, date: now)
        try fixture.catalog.decide([decision, Decision(content(3), content(4), isSame: false, date: now)])
        #expect(try fixture.catalog.decisions(about: content(1)) == [decision])
        #expect(try fixture.catalog.decisions(about: content(2)) == [decision])
        #expect(try fixture.catalog.decisions(about: content(5)) == [])
        #expect(try fixture.catalog.decisions().count == 2)
        #expect(decision.other(than: content(1)) == content(2))
        #expect(decision.other(than: content(9)) == nil)
    }

    @Test func theLatestDecisionHoldsInAnyOrder() throws {
        let first = Decision(content(1), content(2), isSame: true, date: now)
        let second = Decision(content(2), content(1), isSame: false, date: now + 1)
        for order in [[first, second], [second, first]] {
            try fixture.catalog.decide(order)
            #expect(try fixture.catalog.decisions() == [second])
        }
        #expect(try fixture.catalog.perform([.forgetDecision(content(2), content(1))]).count > 0)
        #expect(try fixture.catalog.perform([.forgetDecision(content(2), content(1))]).count == 0)
        #expect(try fixture.catalog.decisions() == [])
    }

    @Test func knownDecisionsAreNotCounted() throws {
        let first = Decision(content(1), content(2), isSame: true, date: now)
        let other = Decision(content(3), content(4), isSame: true, date: now)
        #expect(try fixture.catalog.decide([first]) == 1)
        #expect(try fixture.catalog.decide([first, other]) == 1)
        #expect(try fixture.catalog.decide([first, other]) == 0)
        #expect(try fixture.catalog.decide([Decision(content(2), content(1), isSame: false, date: now + 1)]) == 1)
        #expect(try fixture.catalog.decide([first]) == 0, "What was said later stays.")
    }

    /// Contents are prefixes of digests, so a shorter content could match many photos.
    @Test func aDecisionAboutPartOfAContentIsRefused() throws {
        for short in [[], [1], Array(content(1).dropLast())] {
            let error = #expect(throws: PhotoLibraryError.self) {
                try fixture.catalog.decide([Decision(content(2), short, isSame: true, date: now)])
            }
            #expect(error?.code == .invalidIdentifier)
        }
        #expect(try fixture.catalog.decisions() == [])
    }

    @Test func aKeptReferenceWaitsUntilItIsResolved() throws {
        let later = now + 60
        let catalog = fixture.catalog
        try catalog.perform([.remember(["b", "a"])], now: now)
        try catalog.perform([.remember(["a"])], now: later)
        #expect(try catalog.rememberedReferences(resolved: false).map(\.identifier) == ["a", "b"])
        try catalog.record(.answers([("a", "asset", true)]), now: later)
        #expect(try catalog.rememberedReferences(resolved: false).map(\.identifier) == ["b"])
        let resolved = try #require(try catalog.rememberedReferences(resolved: true).first)
        #expect(resolved.localIdentifier == "asset")
        #expect(resolved.addedDate == now)
        #expect(resolved.resolvedDate == later)
        // Both are resolved again: "a" because its asset is missing, and "b" because it is unresolved.
        #expect(try catalog.referencesToAsk() == ["a", "b"])
        #expect(try catalog.perform([.forget(["a", "b", "c"])]).count == 2)
    }

    @Test func aProvenReferenceIsResolvedAgainOnlyAfterItsPhotoIsDeleted() throws {
        let catalog = fixture.catalog
        let file = makeFile(bytes: 1)
        try fixture.store([file])
        let asset = fixture.identifier(file)
        try catalog.perform([.remember(["proven", "likely", "waiting"])], now: now)
        try catalog.record(.answers([("proven", asset, true), ("likely", asset, false)]), now: now)
        #expect(try catalog.referencesToAsk() == ["likely", "waiting"])
        _ = try catalog.delete([asset])
        #expect(try catalog.referencesToAsk() == ["likely", "proven", "waiting"])
        try catalog.record(.answers([("proven", nil, false)]), now: now)
        #expect(try catalog.rememberedReferences(resolved: false).map(\.identifier) == ["proven", "waiting"])
    }
}
