import Foundation
import GRDB
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import PhotoCatalog

@Suite struct TextSearchTests {
    @Test func theSystemsSQLiteHasTheIndexWeNeed() throws {
        let queue = try DatabaseQueue()
        #expect(
            throws: Never.self, "SQLite must have FTS5 with its tokenizer “trigram”, as that of 3.34 and later can."
        ) {
            try queue.write { try $0.execute(sql: "CREATE VIRTUAL TABLE t USING fts5 (a, tokenize = 'trigram')") }
        }
    }

    // MARK: Found texts

    @Test(arguments: LongTests.every(2, of: 1...4 as ClosedRange<UInt64>))
    func randomTextsAreFoundWhereverTheyAre(seed: UInt64) throws {
        var random = Seeded(seed)
        let scene = try Scene()
        for _ in 0..<80 { try scene.add(Texts(&random)) }
        var found = 0
        for round in 0..<3 {
            for _ in 0..<LongTests.count(30, all: 120) {
                let text = scene.question(&random)
                var query = AssetQuery(.search(text))
                let expected = scene.numbers { $0.hold(text) }
                #expect(try scene.catalog.rows(of: query) == expected, "\(text)")
                #expect(try scene.catalog.count(of: query) == expected.count, "\(text)")
                #expect(try scene.found(query, by: []) == expected, "\(text)")
                #expect(try scene.found(query, by: query.indexed) == expected, "\(text)")
                query.limit = 3
                #expect(try scene.catalog.rows(of: query) == Array(expected.prefix(3)), "\(text)")
                query = AssetQuery(.not(.search(text)))
                #expect(try scene.catalog.rows(of: query) == scene.numbers { !$0.hold(text) }, "\(text)")
                found += expected.count
            }
            try scene.checkIndex()
            guard round < 2 else { break }
            // A later search uses the texts at that time.
            for number in scene.numbers(where: { _ in true }) {
                switch Int.random(in: 0..<6, using: &random) {
                case 0: try scene.remove(number)
                case 1: try scene.change(number, to: Texts(&random))
                default: break
                }
            }
        }
        #expect(found > LongTests.count(125, all: 500), "Texts that are nowhere prove nothing.")
    }

    /// SQLite adds the invalid byte to the preceding character.
    @Test func aCharacterBeforeAStrayByteIsFound() throws {
        let scene = try Scene()
        try scene.add(Texts(name: Array("caf\u{e9}".utf8) + [0x80]))
        for text in ["caf\u{e9}", "af\u{e9}", "caf"] {
            #expect(try scene.catalog.rows(of: AssetQuery(.search(text))) == [1], "\(text)")
        }
    }

    @Test func anAssetTwiceInTheIndexIsFoundOnce() throws {
        let scene = try Scene()
        try scene.add(Texts(name: Array("canon.jpg".utf8), words: ["Canon", "Canon EOS"]))
        #expect(try scene.catalog.rows(of: AssetQuery(.search("canon"))) == [1])
        #expect(try scene.catalog.count(of: AssetQuery(.search("canon"))) == 1)
    }

    @Test(arguments: AssetResource.Kind.allCases)
    func theNamesOfOriginalsAndAlternatesCount(kind: AssetResource.Kind) throws {
        let scene = try Scene()
        try scene.add(Texts(name: Array("a name".utf8)))
        try scene.catalog.write { try $0.execute(sql: "UPDATE resource SET kind = ?", arguments: [kind.rawValue]) }
        let isFound = [.original, .alternate, .alternatePhoto].contains(kind)
        for text in ["name", "na"] {
            #expect(try scene.catalog.rows(of: AssetQuery(.search(text))) == (isFound ? [1] : []), "\(text)")
        }
        try scene.checkIndex()
        try scene.catalog.write { try $0.execute(sql: "UPDATE resource SET kind = 0, originalFilename = X'616263'") }
        #expect(try scene.catalog.rows(of: AssetQuery(.search("ABC"))) == [1])
        try scene.checkIndex()
    }

    @Test func anAlternateIsFoundBesideItsOriginal() throws {
        let fixture = try CatalogFixture()
        try fixture.store([
            makeFile("beach.jpg", bytes: 1, imageData: 5), makeFile("Strand.jpg", bytes: 2, imageData: 5),
        ])
        for text in ["beach", "STRAND", "st"] {
            #expect(try fixture.catalog.rows(of: AssetQuery(.search(text))) == [1], "\(text)")
        }
    }

    @Test(arguments: ["grand canyon", "Grand_Canyon", "d c", "é_grand", "at the_grand"])
    func aLowLineIsASpace(sought: String) throws {
        let scene = try Scene()
        try scene.add(Texts(name: Array("Up at the_GRAND_CANYON é_grand.jpg".utf8)))
        try scene.add(Texts(name: [], words: ["", "", "", "At the grand canyon, é grand"]))
        try scene.add(Texts(name: Array("grand-canyon.jpg".utf8)))
        let query = AssetQuery(.search(sought))
        #expect(try scene.catalog.rows(of: query) == [1, 2])
        #expect(try scene.found(query, by: query.indexed) == [1, 2])
    }

    // MARK: Upper and lower case

    @Test(arguments: [
        ("CAFÉ.jpg", "café"), ("äpfel", "ÄPFEL"), ("Москва", "мОСКВА"), ("ΟΔΟΣ", "οδος"), ("οδός", "ΟΔΌΣ"), ("é", "É"),
        ("STRAẞE", "straße"), ("ŐŰ", "őű"), ("ŁÓDŹ", "łódź"), ("ЇЖАК", "їжак"), ("ȺȾx", "ⱥⱦX"),
    ])
    func lettersBeyondASCIIAreFolded(text: String, sought: String) throws {
        let scene = try Scene()
        try scene.add(Texts(name: Array("1 \(text) 2".utf8)))
        try scene.add(Texts(name: [], words: ["", "", "", "1 \(text) 2"]))
        try scene.add(Texts(name: [], keywords: ["other", text]))
        for sought in [sought, text] {
            let query = AssetQuery(.search(sought))
            #expect(try scene.catalog.rows(of: query) == [1, 2, 3], "\(sought)")
            #expect(try scene.found(query, by: query.indexed) == [1, 2, 3], "\(sought)")
        }
    }

    /// Accents are not ignored, and letters that only some languages regard as equal are different.
    @Test(arguments: [("café", "cafe"), ("Kelvin", "\u{212A}elvin"), ("DIYAR", "dıyar"), ("caſe", "case"), ("ß", "ss")])
    func lettersThatStayApart(text: String, sought: String) throws {
        let scene = try Scene()
        try scene.add(Texts(name: Array(text.utf8)))
        #expect(try scene.catalog.rows(of: AssetQuery(.search(sought))).isEmpty)
    }

    /// Otherwise a photo would be found by a short text and not by a longer text, because only longer texts use the
    /// index.
    @Test func allThatIsFoldedIsFoldedByTheIndex() throws {
        let scalars = (0x80...0x10FFFF).compactMap(Unicode.Scalar.init).filter { FoldedText.folded($0) != $0 }
        #expect(scalars.count > 900)
        let queue = try DatabaseQueue()
        try queue.write { (database) throws in
            try database.execute(sql: "CREATE VIRTUAL TABLE t USING fts5 (a, tokenize = 'trigram', detail = none)")
            for scalar in scalars {
                try database.execute(
                    sql: "INSERT INTO t (rowid, a) VALUES (?, ?)", arguments: [scalar.value, "xy\(scalar)"])
            }
            for scalar in scalars {
                let found = try Int.fetchAll(
                    database, sql: "SELECT rowid FROM t WHERE t MATCH ?",
                    arguments: ["\"xy\(FoldedText.folded(scalar))\""])
                #expect(found.contains(Int(scalar.value)), "\(scalar) U+\(String(scalar.value, radix: 16))")
            }
        }
    }

    // MARK: Query plans

    @Test func rareTextsAreLookedUpAndCommonOnesWalkedPast() throws {
        let scene = try Scene()
        try scene.catalog.write {
            try $0.execute(
                sql: """
                    WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 10000)
                        INSERT INTO asset
                            (id, localIdentifier, stableID, mediaType, addedDate, modificationDate, condition, make)
                        SELECT n, 'asset ' || n, randomblob(16), 'image', n, n, 'ok', IIF(n = 7, 'Canon Rare', 'Canon') FROM number;
                    """)
        }
        func lookUps(_ filter: AssetFilter, limit: Int? = 100) throws -> [AssetFilter] {
            var query = AssetQuery(filter)
            query.limit = limit
            return try scene.catalog.read { try query.lookUps($0).filters }
        }
        #expect(try lookUps(.search("canon")).isEmpty)
        #expect(try lookUps(.search("rare")) == [.search("rare")])
        #expect(try lookUps(.search("ra")).isEmpty, "Shorter texts are not in the index.")
        let both = AssetFilter.and([.search("canon"), .localIdentifiers(["asset 9"])])
        #expect(try lookUps(both) == [.localIdentifiers(["asset 9"])])
        #expect(try lookUps(both, limit: nil) == [.localIdentifiers(["asset 9"])])
        #expect(try scene.catalog.rows(of: AssetQuery(both)) == [9])
        #expect(try scene.catalog.rows(of: AssetQuery(.search("canon"))).count == 10_000)
    }

    // MARK: The index

    @Test func theCheckOfTheIndexNoticesAWrongText() throws {
        let scene = try Scene()
        try scene.add(Texts(name: Array("abc".utf8), words: ["Pentax"]))
        try scene.checkIndex()
        try scene.catalog.write {
            try $0.execute(sql: "DROP TRIGGER asset_textChanged; UPDATE asset SET make = 'Leica'")
        }
        #expect(throws: (any Error).self) { try scene.checkIndex() }
    }
}

/// The texts of an asset that a search compares.
private struct Texts {
    /// The bytes of the file name, not necessarily UTF-8.
    let name: [UInt8]
    /// The make, model, lens, title and caption.
    let words: [String]
    let keywords: [String]
    /// The bytes of all texts in lower case.
    private(set) var small: [[UInt8]] = []

    init(name: [UInt8], words: [String] = [], keywords: [String] = []) {
        (self.name, self.words, self.keywords) = (name, words, keywords)
        small = all.map(Self.small)
    }

    init(_ random: inout Seeded) {
        func some() -> [String] { (0..<Int.random(in: 0...3, using: &random)).map { _ in Self.text(&random) } }
        var name = Array(Self.text(&random).utf8)
        if Int.random(in: 0..<4, using: &random) == 0 {
            name.insert([0x80, 0xE9, 0xC3, 0xFF].randomElement(using: &random) ?? 0xFF, at: name.count / 2)
        }
        self.init(name: name, words: some(), keywords: some())
    }

    /// A random text of parts with a special meaning in SQL, FTS5 or Unicode.
    static func text(_ random: inout Seeded) -> String {
        let pieces = [
            "a", "B", "aB", "Canon", "IMG_", "'", "\"", "\"\"", "%", "_", "*", "^", " ", "AND", " OR ", "NEAR(", ")",
            "NOT",
            "-", ":", "{", "\\", "/", "é", "e\u{301}", "É", "ß", "ẞ", "İ", "ı", "ſ", "\u{212A}", "k", "σ", "ς", "Σ",
            "Ж", "ж", "東京", "駅", "🏞️", "\u{FFFE}",
            "\u{FEFF}",
            "make:",
        ]
        return (0..<Int.random(in: 1...5, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }
            .joined()
    }

    /// The non-ASCII letters in ``text(_:)`` that are equal without case.
    private static let pairs = [("É", "é"), ("ẞ", "ß"), ("Σ", "σ"), ("ς", "σ"), ("Ж", "ж")]

    /// The bytes of all texts.
    var all: [[UInt8]] { [name] + (words + (keywords.column.map { [$0] } ?? [])).map { Array($0.utf8) } }

    func hold(_ text: String) -> Bool {
        let sought = Self.small(Array(text.utf8))
        return small.contains { $0.contains(sought) }
    }

    private static func small(_ bytes: [UInt8]) -> [UInt8] {
        pairs.reduce(bytes.map { (65...90).contains($0) ? $0 + 32 : $0 == UInt8(ascii: "_") ? 32 : $0 }) {
            $0.replacing(Array($1.0.utf8), with: Array($1.1.utf8))
        }
    }

    func insert(number: Int64, _ database: Database) throws {
        try database.execute(
            sql: """
                INSERT INTO asset (id, localIdentifier, stableID, mediaType, addedDate, modificationDate, condition)
                    VALUES (?1, 'asset ' || ?1, randomblob(16), 'image', 1, 1, 'ok')
                """, arguments: [number])
        try database.execute(
            sql: """
                INSERT INTO resource (id, assetID, kind, location, path, bytes, sha256, copyNumber, format, orientation)
                    VALUES (1000 - ?1, ?1, 0, 0, 'path ' || ?1, 1, randomblob(32), 0, 'jpeg', 1)
                """, arguments: [number])
        try update(number: number, database)
    }

    func update(number: Int64, _ database: Database) throws {
        let columns = ["make", "model", "lens", "title", "caption"]
        let values = columns.indices.map { words.indices.contains($0) ? words[$0] : nil }
        try database.execute(
            sql: "UPDATE asset SET make = ?, model = ?, lens = ?, title = ?, caption = ?, keywords = ? WHERE id = ?",
            arguments: StatementArguments(values + [keywords.column]) + [number])
        try database.execute(
            sql: "UPDATE resource SET originalFilename = ? WHERE assetID = ?", arguments: [Data(name), number])
    }
}

/// A catalogue, and the texts of its assets.
private final class Scene {
    private let fixture: CatalogFixture
    private var assets: [Int64: Texts] = [:]
    var catalog: PhotoCatalog { fixture.catalog }

    init() throws { fixture = try CatalogFixture() }

    func add(_ texts: Texts) throws {
        let number = Int64(assets.count + 1)
        try catalog.write { try texts.insert(number: number, $0) }
        assets[number] = texts
    }

    func change(_ number: Int64, to texts: Texts) throws {
        try catalog.write { try texts.update(number: number, $0) }
        assets[number] = texts
    }

    /// Deleting the asset deletes its resource too.
    func remove(_ number: Int64) throws {
        try catalog.write { try $0.execute(sql: "DELETE FROM asset WHERE id = ?", arguments: [number]) }
        assets[number] = nil
    }

    func numbers(where holds: (Texts) -> Bool) -> [Int64] { assets.filter { holds($0.value) }.keys.sorted() }

    func found(_ query: AssetQuery, by lookUps: [AssetFilter]) throws -> [Int64] {
        try catalog.read {
            try SQLRequest<Int64>(literal: query.select("asset.id", by: AssetLookUps(filters: lookUps))).fetchAll($0)
        }
    }

    /// A random text, or a part of a text in the catalogue.
    func question(_ random: inout Seeded) -> String {
        let there = assets.sorted { $0.key < $1.key }.randomElement(using: &random)?.value.all.randomElement(
            using: &random)
        guard let there, Int.random(in: 0..<4, using: &random) > 0 else { return Texts.text(&random) }
        let scalars = String(decoding: there, as: UTF8.self).unicodeScalars
        let start = Int.random(in: 0...scalars.count, using: &random)
        let part = scalars.dropFirst(start).prefix(.random(in: 1...8, using: &random))
        return String(String.UnicodeScalarView(part))
    }

    func checkIndex() throws { try catalog.write { try $0.checkIndex() } }
}

extension Database {
    /// Throws unless the text index equals a newly created index.
    fileprivate func checkIndex() throws {
        for table in ["assetText", "fileNameText"] {
            try execute(sql: "INSERT INTO \(table) (\(table), rank) VALUES ('integrity-check', 1)")
        }
    }
}
