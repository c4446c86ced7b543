import Foundation
import GRDB
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import PhotoCatalog

@Suite("The persistent change history")
struct HistoryTests {
    private let fixture: CatalogFixture
    private var catalog: PhotoCatalog { fixture.catalog }
    private let start = Date(timeIntervalSince1970: 1000)

    init() throws {
        fixture = try CatalogFixture()
        try fixture.catalog.belong(to: UUID())
    }

    private func code(_ body: () throws -> Void) -> PhotoLibraryError.Code? {
        do {
            try body()
            return nil
        } catch { return (error as? PhotoLibraryError)?.code }
    }

    private func change(_ kinds: [ChangeKind], of asset: String = "A", now: Date? = nil) throws {
        try catalog.write { database in
            for kind in kinds { try database.insertChange(kind, asset, now: now ?? start) }
        }
    }

    private func details(since token: PersistentChangeToken) throws -> PersistentObjectChangeDetails {
        try catalog.changeDetails(
            after: token, through: catalog.currentChangeToken(), for: .asset)
    }

    // MARK: Net changes

    @Test(
        arguments: [
            ([.insert, .update], "insert"), ([.insert, .delete], nil), ([.delete, .insert], "update"),
            ([.update, .delete], "delete"), ([.update, .update], "update"), ([.insert, .delete, .insert], "insert"),
            ([.update, .delete, .insert, .update], "update"), ([.delete, .insert, .delete], "delete"),
        ] as [([ChangeKind], String?)])
    func ofAllChangesOfAnObjectTheNetOneStays(kinds: [ChangeKind], expected: String?) throws {
        try change(kinds)
        #expect(try catalog.history() == (expected.map { ["1 asset \($0) A"] } ?? []))
        #expect(try catalog.currentChangeToken().number == (expected == nil ? 0 : 1), "Nothing is no change.")
        // One transaction for each change gives the same net change.
        let token = try catalog.currentChangeToken()
        for kind in kinds { try change([kind], of: "B") }
        let net = try details(since: token)
        let sets = [
            "insert": net.insertedLocalIdentifiers, "update": net.updatedLocalIdentifiers,
            "delete": net.deletedLocalIdentifiers,
        ]
        for (kind, set) in sets { #expect(set == (kind == expected ? ["B"] : [])) }
        #expect(try catalog.changes(since: token).count == kinds.count)
    }

    @Test func aTransactionThatFailsLeavesNothingForTheNext() throws {
        struct Stop: Error {}
        #expect(throws: Stop.self) {
            try catalog.write { database in
                try database.insertChange(.insert, "A", now: start)
                throw Stop()
            }
        }
        try change([.insert], of: "B")
        #expect(try catalog.history() == ["1 asset insert B"])
    }

    // MARK: Tokens

    @Test func aTokenIsGoodOnlyForItsCatalogue() throws {
        let zero = try catalog.currentChangeToken()
        #expect(try catalog.oldestChangeToken() == zero)
        try change([.insert])
        let other = try CatalogFixture()
        try other.catalog.belong(to: UUID())
        #expect(code { _ = try other.catalog.changes(since: zero) } == .persistentChangeTokenExpired)
        let current = try catalog.currentChangeToken()
        let changes = try catalog.changes(since: zero)
        #expect(changes.last == current && changes.count == 1)
        #expect(try catalog.changes(since: current).count == 0)
    }

    /// The restored catalogue has the same generation and the same numbers, but other dates.
    @Test func anOlderCatalogueThatWasPutBackIsNoticed() throws {
        try change([.insert])
        let path = catalog.folder.appending(PhotoCatalog.databaseName)
        try catalog.close()
        let old = try Data(contentsOf: URL(fileURLWithPath: path.string))
        let before = try PhotoCatalog(folder: catalog.folder)
        let known = try before.currentChangeToken()
        _ = try before.write { try $0.insertChange(.insert, "B", now: start + 1) }
        let lost = try before.currentChangeToken()
        try before.close()

        try old.write(to: URL(fileURLWithPath: path.string))
        let after = try PhotoCatalog(folder: catalog.folder)
        #expect(code { _ = try after.changes(since: lost) } == .persistentChangeTokenExpired, "Of the future.")
        _ = try after.write { try $0.insertChange(.insert, "C", now: start + 2) }
        #expect(code { _ = try after.changes(since: lost) } == .persistentChangeTokenExpired, "Another change now.")
        #expect(try after.changes(since: known).count == 1)
    }

    // MARK: Retention

    @Test(arguments: [0, -5, .min]) func changesAreKeptForADayAtLeast(days: Int) throws {
        #expect(code { try catalog.perform([.setHistoryRetention(days)]) } == .changeNotSupported)
        #expect(try catalog.historyRetention() == 400)
    }

    @Test func oldChangesAreForgottenAndTheirTokensExpire() throws {
        try catalog.perform([.setHistoryRetention(30)])
        var tokens = [try catalog.currentChangeToken()]
        for day in 0..<200 {
            try change([.insert], of: "\(day)", now: start + Double(day) * 86_400)
            tokens.append(try catalog.currentChangeToken())
        }
        let oldest = try catalog.oldestChangeToken()
        // The first row has the date of the creation of the catalogue, which is after the dates of these changes.
        #expect(oldest == tokens[200 - 31])
        for token in tokens {
            let isKept = token.number >= oldest.number
            #expect(code { _ = try catalog.changes(since: token) } == (isKept ? nil : .persistentChangeTokenExpired))
            #expect(code { _ = try details(since: token) } == (isKept ? nil : .persistentChangeDetailsUnavailable))
        }
        #expect(try details(since: oldest).insertedLocalIdentifiers == Set((169..<200).map { "\($0)" }))
        #expect(try catalog.history().count == 31, "What is forgotten takes no room.")

        // Much later, only the last change remains.
        try change([.insert], of: "last", now: start + 1e9)
        try change([.insert], of: "very last", now: start + 2e9)
        #expect(try catalog.changes(since: catalog.oldestChangeToken()).count == 1)
    }

    @Test func anUnlimitedHistoryIsKept() throws {
        #expect(try catalog.historyRetention() == 400)
        try catalog.perform([.setHistoryRetention(nil)])
        #expect(try catalog.historyRetention() == nil)
        for time in [0, 1e9, 2e9] { try change([.update], now: start + time) }
        #expect(try catalog.changes(since: catalog.oldestChangeToken()).count == 3)
        try catalog.perform([.setHistoryRetention(7)])
        #expect(try catalog.historyRetention() == 7)
    }

    // MARK: Changes that are recorded

    @Test func bookkeepingNeverWritesHistory() throws {
        let files = (1...3).map { makeFile(bytes: $0, imageData: $0, signature: makeSignature(UInt64($0))) }
        try fixture.store(files)
        let reference = makeFile("linked.jpg", bytes: 4)
        try fixture.store([fixture.insertion(reference, isReference: true)], .references)
        let names = files.map(fixture.identifier)
        let token = try catalog.currentChangeToken()
        let before = try catalog.assets(names)

        try catalog.record(
            .signatures([
                PictureSignature(resourceID: 1, signature: makeSignature(9)),
                PictureSignature(resourceID: 2, signature: nil),
            ]))
        let signatures = try catalog.uncomparedSignatures(limit: 10)
        try catalog.setSimilar([(signatures[0], .all([SimilarPicture(signatureID: signatures[1], score: 0.9)]))])
        try catalog.perform([.remember(["identifier"])])
        try catalog.record(.answers([("identifier", names[0], true)]))
        _ = try catalog.perform([.forget(["identifier"])]).count
        _ = try catalog.plan(["originals/x"], run: "run")
        try catalog.forgetPlacements(run: "run")
        // The same file again, a reference that the library now stores itself, and a known file at another path.
        let again = makeFile(path: "/card/b.jpg", bytes: 3, imageData: 3)
        let dispositions = try fixture.store([files[0], reference, again], now: start + 10)
        #expect(
            dispositions == [
                .duplicate(of: names[0]), .relocated(of: fixture.identifier(reference), as: .original),
                .duplicate(of: names[2]),
            ])
        try catalog.perform([.setHistoryRetention(10)])

        #expect(try catalog.currentChangeToken() == token)
        #expect(try catalog.assets(names).mapValues(\.modificationDate) == before.mapValues(\.modificationDate))
    }

    @Test func historyRecordsVisibleChanges() throws {
        let file = makeFile(bytes: 1, imageData: 1)
        let album = DestinationAlbum(folder: nil, title: "Rome")
        try fixture.store([fixture.insertion(file) { $0.albums = [album] }])
        let name = fixture.identifier(file)
        let albumName = try #require(try catalog.albums().first).localIdentifier
        var last = try catalog.currentChangeToken()
        /// The changes since the last call of this function, without their tokens.
        func news() throws -> Set<String> {
            defer { last = (try? catalog.currentChangeToken()) ?? last }
            return Set(
                try catalog.history().filter { Int64($0.prefix { $0 != " " }) ?? 0 > last.number }
                    .map { String($0.drop { $0 != " " }.dropFirst()) })
        }
        #expect(try catalog.history().count == 2, "The asset and its album.")
        _ = try catalog.delete([name])
        #expect(try news() == ["asset delete \(name)", "album update \(albumName)"])
        try fixture.store([makeFile(bytes: 2, imageData: 1)])
        #expect(try news().isEmpty, "What is deleted stays so.")
        _ = try catalog.restore([name])
        #expect(try news() == ["asset insert \(name)", "album update \(albumName)"])
        try fixture.store([makeFile(bytes: 2, imageData: 1)])
        #expect(try news() == ["asset update \(name)"], "One more resource.")
        try catalog.perform([.ingest(IngestBatch([], bursts: [name: "burst"]))], run: "run")
        #expect(try news() == ["asset update \(name)"])
        try catalog.perform([.ingest(IngestBatch([], bursts: [name: "burst"]))], run: "run")
        #expect(try news().isEmpty, "It was one of the burst already.")
        _ = try catalog.delete([name])
        _ = try news()
        #expect(try catalog.purge([name], run: "run") == [name])
        #expect(try news().isEmpty, "It was gone before.")
    }
}
