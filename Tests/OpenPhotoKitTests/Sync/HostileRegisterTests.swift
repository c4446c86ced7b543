import DeviceRegistry
import Foundation
import GRDB
import PhotoModel
import TestSupport
import Testing

@testable import OpenPhotoKitOwner
@testable import PhotoCatalog

/// Another device writes values that no program of this project writes.
@Suite struct HostileRegisterTests {
    /// Random values of all keys, about objects that are here and about others.
    private struct RandomValues {
        var random: Seeded
        let writer: WriterID
        let subjects: [Subject]
        let assets: [[UInt8]]

        mutating func register(_ sequence: UInt64) -> Register {
            let time = HybridTime(Date(timeIntervalSince1970: Double.random(in: -1e9...9e9, using: &random)))
            let stamp = Stamp(time: time, writer: writer, sequence: sequence)
            return Register(pick(subjects), key(), value(), stamp)
        }

        private mutating func key() -> Key {
            let code = UInt8.random(in: 0...20, using: &random)
            switch UInt8.random(in: 0...5, using: &random) {
            case 0: return .member(pick(assets))
            case 1: return Key(UInt8.random(in: 128...135, using: &random), bytes(40))
            case 2: return .conflict(of: Key(code, []))
            default: return Key(code, [])
            }
        }

        private mutating func value() -> [UInt8] {
            switch UInt8.random(in: 0...6, using: &random) {
            case 0: []
            case 1: [UInt8.random(in: 0...3, using: &random)]
            case 2: ObjectState.deleted.value
            case 3: pick(assets)
            case 4: pick(subjects).id
            case 5: RegisterValue.text(String(decoding: bytes(30), as: UTF8.self))
            default: bytes(60)
            }
        }

        private mutating func bytes(_ most: Int) -> [UInt8] { random.bytes(Int.random(in: 0...most, using: &random)) }

        private mutating func pick<Element>(_ elements: [Element]) -> Element {
            elements[Int.random(in: 0..<elements.count, using: &random)]
        }
    }

    @Test(arguments: 0..<UInt64(LongTests.count(4, all: 40))) func noValueDamagesTheCatalogue(seed: UInt64) async throws
    {
        let scene = try await SyncScene()
        let desktop = try scene.desktop.open()
        let photos = try desktop.allLocalIdentifiers()
        _ = try desktop.performChangesAndWait {
            let folder = try $0.createFolder(title: "Folder").localIdentifier
            for title in ["One", "Other"] {
                let album = try $0.createAlbum(title: title, inFolder: folder).localIdentifier
                try $0.addAssets(photos, toAlbum: album)
            }
        }
        try await desktop.syncNow()
        let catalog = desktop.catalog
        let names = try await catalog.pool.read { database in
            try Dictionary(
                uniqueKeysWithValues: ["asset", "album", "folder"].map { table in
                    (table, try Data.fetchAll(database, sql: "SELECT stableID FROM \(table)").map { Array($0) })
                })
        }
        let stranger: [UInt8] = Array(repeating: 7, count: 16)
        let assets = names["asset", default: []] + [stranger]
        let subjects =
            assets.map { Subject(.asset, $0) } + names["album", default: []].map { Subject(.album, $0) }
            + names["folder", default: []].map { Subject(.folder, $0) }
            + [
                Subject(.album, stranger), Subject(.folder, stranger), Subject(.contents, stranger + stranger),
                Subject(.contents, stranger), Subject(.device, stranger), Subject(.asset, []), Subject(.album, [1]),
                Subject(Subject.Kind(code: 99), stranger),
            ]
        var values = RandomValues(
            random: Seeded(seed), writer: try SigningKey.generate().writer, subjects: subjects, assets: assets)
        for round in 0..<5 as Range<UInt64> {
            let range = round * 400 + 1...round * 400 + 400
            let registers = RegisterSet(range.map { values.register($0) })
            let received = ReceivedRegisters(
                registers.sorted, of: values.writer, seen: [values.writer: .max], completing: range)
            _ = try catalog.perform([.receive(received)], by: .device("Stranger"))
            try await desktop.syncNow()
        }
        let faults = try await catalog.pool.read { database in
            try Row.fetchAll(database, sql: "PRAGMA foreign_key_check").map(\.description)
                + String.fetchAll(database, sql: "PRAGMA integrity_check").filter { $0 != "ok" }
        }
        #expect(faults == [])
        // A photo may be hidden, deleted or both, but it is there.
        #expect(try await catalog.pool.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM asset") } == 6)
        #expect(try await desktop.verify { _ in }.faults == 0)
        for album in try desktop.fetchAlbums() {
            var query = AssetQuery()
            query.album = album.localIdentifier
            _ = try desktop.fetchAssets(query).map(\.localIdentifier)
        }
        _ = try await desktop.syncStatus()
        _ = try await desktop.syncConflicts()
        _ = try await desktop.syncStates(ofAssets: photos)
        // The other device reads what this one wrote since.
        try await scene.exchange()
    }
}
