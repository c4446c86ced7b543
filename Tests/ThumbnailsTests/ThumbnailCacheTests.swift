import Foundation
import GRDB
import Glibc
import ImageDecoding
import PhotoModel
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import Thumbnails

@Suite struct ThumbnailCacheTests {
    private let folder: TemporaryFolder
    private let path: FilePath
    private var database: String { path.string + "/thumbnails.sqlite" }

    init() throws {
        folder = try TemporaryFolder()
        path = folder.filePath.appending("openphotokit").appending("library")
    }

    private func mode(_ path: String) -> mode_t? {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & 0o777 : nil
    }

    @Test("It gives what was stored, by original and size, also when it is opened again")
    func storing() throws {
        do {
            let cache = try ThumbnailCache(at: path)
            #expect(cache.jpeg(for: .numbered(1)) == nil && !cache.contains(.numbered(1)))
            try cache.store(fakeJPEG(20_000), for: .numbered(1))
            try cache.store(fakeJPEG(90_000), for: .numbered(1, .preview))
            try cache.store(fakeJPEG(10), for: .numbered(2))
            try cache.store(fakeJPEG(11), for: .numbered(2))
        }
        let cache = try ThumbnailCache(at: path)
        #expect(cache.jpeg(for: .numbered(1)) == fakeJPEG(20_000) && cache.contains(.numbered(1)))
        #expect(cache.jpeg(for: .numbered(1, .preview)) == fakeJPEG(90_000))
        #expect(cache.jpeg(for: .numbered(2)) == fakeJPEG(11))
        #expect(cache.jpeg(for: .numbered(2, .preview)) == nil && cache.jpeg(for: .numbered(3)) == nil)
    }

    @Test("Other users cannot read it")
    func modes() throws {
        let cache = try ThumbnailCache(at: path)
        try cache.store(fakeJPEG(10), for: .numbered(1))
        #expect(mode(path.string) == 0o700 && mode(folder.path("openphotokit")) == 0o700)
        for name in try FileManager.default.contentsOfDirectory(atPath: path.string) {
            #expect(mode(path.appending(name).string) == 0o600, "\(name)")
        }
    }

    // MARK: limit

    @Test("Over the limit, the least recently used are removed; the file does not grow")
    func limit() throws {
        let hour = Mutex(1)
        let cache = try ThumbnailCache(at: path, defaultLimit: 2_000_000) { hour.withLock { $0 } }
        for number in 0..<100 { try cache.store(fakeJPEG(10_000), for: .numbered(number)) }
        #expect(!cache.isFull)
        hour.withLock { $0 = 2 }
        for number in 20..<40 { #expect(cache.jpeg(for: .numbered(number)) != nil) }
        for number in 100..<250 { try cache.store(fakeJPEG(10_000), for: .numbered(number)) }
        let gone = (0..<250).filter { !cache.contains(.numbered($0)) }
        // The first of those that were not used in the second hour.
        #expect(gone == Array((Array(0..<20) + Array(40..<100)).prefix(gone.count)))
        #expect(50...80 ~= gone.count)
        try DatabaseQueue(path: database).writeWithoutTransaction {
            _ = try $0.checkpoint(.truncate)
        }
        #expect(try size(of: database) <= 2_000_000)
    }

    private func size(of path: String) throws -> Int {
        try #require(try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
    }

    @Test("It is full before a picture is removed")
    func full() throws {
        let cache = try ThumbnailCache(at: path, defaultLimit: 2_000_000)
        var count = 0
        while !cache.isFull, count < 300 {
            try cache.store(fakeJPEG(10_000), for: .numbered(count))
            count += 1
        }
        #expect(150...200 ~= count && (0..<count).allSatisfy { cache.contains(.numbered($0)) })
    }

    @Test("A lower limit holds for all, and shrinks the file")
    func lowerLimit() throws {
        let cache = try ThumbnailCache(at: path)
        for number in 0..<100 { try cache.store(fakeJPEG(10_000), for: .numbered(number)) }
        try cache.setLimit(300_000)
        let other = try ThumbnailCache(at: path)
        try other.store(fakeJPEG(10_000), for: .numbered(100))
        let present = (0..<101).filter { cache.contains(.numbered($0)) }
        #expect(15...30 ~= present.count && present.last == 100)
        try DatabaseQueue(path: database).writeWithoutTransaction {
            _ = try $0.checkpoint(.truncate)
        }
        #expect(try size(of: database) <= 300_000)
    }

    @Test("Uses are recorded after many reads and at the end, not at each read")
    func uses() throws {
        let hour = Mutex(1)
        do {
            let cache = try ThumbnailCache(at: path) { hour.withLock { $0 } }
            for number in 0..<600 { try cache.store(fakeJPEG(10), for: .numbered(number)) }
            hour.withLock { $0 = 2 }
            for number in 0..<511 { _ = cache.jpeg(for: .numbered(number)) }
            #expect(try used(2) == 0)
            _ = cache.jpeg(for: .numbered(511))
            #expect(try used(2) == 512)
            _ = cache.jpeg(for: .numbered(512))
            #expect(try used(2) == 512)
        }
        #expect(try used(2) == 513)
    }

    private func used(_ hour: Int) throws -> Int? {
        try DatabaseQueue(path: database).read {
            try Int.fetchOne($0, sql: "SELECT count(*) FROM thumbnail WHERE used = ?", arguments: [hour])
        }
    }

    // MARK: damage

    private enum Damage: CaseIterable {
        case noise, empty, otherVersion, truncated, pictures, folderRemoved
    }

    @Test("A damaged or removed database is replaced, whether it is open or not", arguments: [true, false])
    func damage(isOpen: Bool) throws {
        // A program of another version replaces the database when it opens it.
        for damage in Damage.allCases where damage != .otherVersion || !isOpen {
            var cache: ThumbnailCache? = try ThumbnailCache(at: path)
            for number in 0..<50 { try cache?.store(fakeJPEG(10_000), for: .numbered(number)) }
            try DatabaseQueue(path: database).writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
            if !isOpen { cache = nil }
            try inflict(damage)
            let damaged = try cache ?? ThumbnailCache(at: path)
            // A picture may survive in SQLite's memory.
            for number in 0..<50 {
                #expect([nil, fakeJPEG(10_000)].contains(damaged.jpeg(for: .numbered(number))), "\(damage)")
            }
            try damaged.store(fakeJPEG(77), for: .numbered(99))
            #expect(damaged.jpeg(for: .numbered(99)) == fakeJPEG(77), "\(damage)")
            #expect(try ThumbnailCache(at: path).jpeg(for: .numbered(99)) == fakeJPEG(77), "\(damage)")
            try FileManager.default.removeItem(atPath: path.string)
        }
    }

    private func inflict(_ damage: Damage) throws {
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: database))
        defer { try? file.close() }
        let size = try file.seekToEnd()
        var random = Seeded(3)
        func noise(from start: UInt64, to end: UInt64) throws {
            try file.seek(toOffset: start)
            try file.write(contentsOf: Data((start..<end).map { _ in UInt8.random(in: 0...255, using: &random) }))
        }
        switch damage {
        case .noise: try noise(from: 0, to: size)
        case .empty: try file.truncate(atOffset: 0)
        case .otherVersion:
            try DatabaseQueue(path: database).write { try $0.execute(sql: "PRAGMA user_version = 7") }
        case .truncated: try file.truncate(atOffset: size / 2)
        case .pictures: try noise(from: 50_000, to: size)
        case .folderRemoved: try FileManager.default.removeItem(atPath: path.string)
        }
    }

    @Test("A folder that cannot be made is an error")
    func unusable() throws {
        try folder.write([1], to: "file")
        #expect(throws: PhotoLibraryError(.ioFailure, "")) {
            try ThumbnailCache(at: folder.filePath.appending("file").appending("cache"))
        }
    }

    @Test("Many threads with several open caches")
    func threads() throws {
        let caches = try (0..<3).map { _ in try ThumbnailCache(at: path, defaultLimit: 3_000_000) }
        DispatchQueue.concurrentPerform(iterations: 12) { thread in
            let cache = caches[thread % 3]
            for number in 0..<60 {
                let key = ThumbnailCache.Key.numbered(number)
                let found = cache.jpeg(for: key)
                #expect(found == nil || found == fakeJPEG(9000, UInt8(number)))
                #expect(throws: Never.self) { try cache.store(fakeJPEG(9000, UInt8(number)), for: key) }
            }
        }
        #expect((0..<60).allSatisfy { caches[0].contains(.numbered($0)) })
    }
}
