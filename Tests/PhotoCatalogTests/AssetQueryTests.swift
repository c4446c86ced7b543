import Foundation
import PhotoCatalog
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@Suite struct AssetQueryTests {
    private let fixture: CatalogFixture

    init() throws { fixture = try CatalogFixture() }

    private func names(_ change: (inout AssetQuery) -> Void) throws -> [String] {
        var query = AssetQuery()
        change(&query)
        return try fixture.catalog.fetch(query).map { $0.original?.originalFilename?.string ?? "?" }
    }

    private func names(_ filter: AssetFilter) throws -> [String] { try names { $0.filter = filter } }

    // MARK: Times

    @Test func datesAreHalfOpenAndAnyPrefixOfATimeIsADate() throws {
        let times = [
            "2020-12-31T23:59:59", "2021-01-01T00:00:00", "2021-03-05T10:00:00", "2021-03-05T10:00:00.500",
            "2021-03-31T23:59:59.999+14:00", "2021-04-01T00:00:00",
        ]
        for (number, time) in times.enumerated() {
            try fixture.store([makeFile("\(number)", bytes: number + 1, time: time)])
        }
        try fixture.store([makeFile("undated", bytes: 99)])
        func captured(_ from: String?, _ before: String?) throws -> [String] {
            try names(.captured(from: from, before: before))
        }
        #expect(try captured("2021", nil) == ["1", "2", "3", "4", "5"])
        #expect(try captured(nil, "2021") == ["0"])
        #expect(try captured("2021-03", "2021-04") == ["2", "3", "4"])
        #expect(try captured("2021-03-05", "2021-03-06") == ["2", "3"])
        #expect(try captured(nil, "2021-03-05T10:00:00") == ["0", "1"])
        #expect(try captured("2021-03-05T10:00:00", nil) == ["2", "3", "4", "5"])
        #expect(try captured(nil, nil).count == 7)
        #expect(try names { _ in } == ["0", "1", "2", "3", "4", "5", "undated"])
    }

    // MARK: Search

    /// Characters with a special meaning in SQL patterns and texts.
    @Test(arguments: [
        ("100%", ["100%.jpg"]), ("%", ["100%.jpg"]), ("_", ["a_b.jpg"]), ("a_b", ["a_b.jpg"]), ("'", ["it's.jpg"]),
        ("t's", ["it's.jpg"]), ("\"", []), ("'; DROP TABLE asset; --", []), ("AXB", ["aXb.jpg"]),
        (".JPG", ["100%.jpg", "a_b.jpg", "aXb.jpg", "it's.jpg"]),
        ("*", []), ("?1", []),
    ])
    func searchTextIsNoPattern(text: String, expected: [String]) throws {
        for (number, name) in ["100%.jpg", "a_b.jpg", "aXb.jpg", "it's.jpg"].enumerated() {
            try fixture.store([makeFile(name, bytes: number + 1)])
        }
        #expect(try names(.search(text)) == expected)
        #expect(try fixture.catalog.assetCount() == 4)
    }

    @Test func searchLooksAtNameMakeModelAndLens() throws {
        try fixture.store([
            makeFile("a", bytes: 1, make: "Nikon"), makeFile("b", bytes: 2, model: "NIKON D90"),
            makeFile("c", bytes: 3, lens: "AF-S nikkor"), makeFile("nik", bytes: 4),
            makeFile("e", bytes: 5, make: "Canon"),
        ])
        #expect(try names(.search("NiK")) == ["a", "b", "c", "nik"])
        #expect(try names(.search("")).count == 5)
    }

    @Test func namesThatAreNotUTF8AreFoundByTheirTextParts() throws {
        let path = try #require(FilePath(bytes: Array("/photos/caf".utf8) + [0xE9] + Array("-42.jpg".utf8)))
        try fixture.store([makeFile(path: path, bytes: 1), makeFile("other.jpg", bytes: 2)])
        #expect(try names(.search("CAF")).count == 1)
        #expect(try names(.search("-42")).count == 1)
        #expect(try names(.search("caf\u{e9}")).isEmpty)
    }

    // MARK: Kinds, order, limit

    @Test func onlyTheAskedMediaType() throws {
        try fixture.store([
            makeFile("i", bytes: 1), makeFile("v", bytes: 2, format: .video), makeFile("u", bytes: 3, format: .unknown),
        ])
        #expect(try names(.mediaType(.image)) == ["i"])
        #expect(try names(.mediaType(.video)) == ["v"])
        #expect(try names(.mediaType(.unknown)) == ["u"])
    }

    @Test func ordersAreTotalAndEqualOnesKeepTheOrderOfAddition() throws {
        let times: [String?] = ["2021-01-01T00:00:00", nil, "2020-01-01T00:00:00", "2021-01-01T00:00:00", nil]
        for (number, name) in ["b", "B", "é", "a", "b"].enumerated() {
            try fixture.store(
                [
                    makeFile(
                        path: FilePath("/\(number)/\(name)"), bytes: number + 1, size: [5, 9, 5, 1, 9][number],
                        time: times[number])
                ],
                now: Date(timeIntervalSince1970: Double(number / 2)))
        }
        func order(_ key: AssetSort.Key, ascending: Bool = true) throws -> [Int] {
            let all = try fixture.catalog.allLocalIdentifiers()
            let query = AssetQuery(sort: [AssetSort(key, ascending: ascending)])
            return try fixture.catalog.localIdentifiers(of: query).map { all.firstIndex(of: $0) ?? -1 }
        }
        #expect(try order(.captureDate) == [2, 0, 3, 1, 4])
        #expect(try order(.captureDate, ascending: false) == [3, 0, 2, 4, 1], "What has no date is last again.")
        #expect(try order(.addedDate) == [0, 1, 2, 3, 4])
        #expect(try order(.addedDate, ascending: false) == [4, 3, 2, 1, 0])
        #expect(try order(.filename) == [1, 3, 0, 4, 2], "By bytes: capitals, then small letters, then beyond ASCII.")
        #expect(try order(.size, ascending: false) == [4, 1, 2, 0, 3])
        #expect(try order(.size) == [3, 0, 2, 1, 4])
    }

    @Test(arguments: [(nil, 3), (0, 0), (1, 1), (2, 2), (3, 3), (Int.max, 3), (-1, 0)] as [(Int?, Int)])
    func limits(limit: Int?, count: Int) throws {
        try fixture.store((1...3).map { makeFile(bytes: $0) })
        #expect(try names { $0.limit = limit }.count == count)
    }

    // MARK: By identifier

    @Test func assetsAreFoundByIdentifierAndOtherIdentifiersAreIgnored() throws {
        let files = (1...20).map { makeFile(bytes: $0) }
        try fixture.store(files)
        let names = files.map(fixture.identifier)
        let found = try fixture.catalog.assets(names + names + ["missing", "' OR 1=1 --", ""])
        #expect(Set(found.keys) == Set(names))
        #expect(try fixture.catalog.assets([]).isEmpty)
        #expect(try fixture.catalog.allLocalIdentifiers() == names)
    }

    /// More identifiers than SQLite permits arguments in one statement.
    @Test func manyIdentifiersAtOnce() throws {
        try fixture.store([makeFile(bytes: 1)])
        let name = fixture.identifier(makeFile(bytes: 1))
        let found = try fixture.catalog.assets((0..<40_000).map { "stranger \($0)" } + [name])
        #expect(Array(found.keys) == [name])
    }
}
