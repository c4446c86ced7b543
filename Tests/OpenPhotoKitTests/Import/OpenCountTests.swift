import Foundation
import Glibc
import MessageSupport
import PhotoInspection
import SystemPackage
import TestSupport
import Testing

@testable import OpenPhotoKitOwner

/// How often the files of a source are opened, which a slow disk or a network disk makes expensive.
@Suite struct OpenCountTests {
    private let scene: Scene

    init() throws {
        scene = try Scene()
        try scene.add("notes", Array("no photo".utf8))
        try scene.add("song.mp3", Array("ID3".utf8))
        try scene.add("picture", TestPhoto.jpeg(1))
        try scene.add("picture.txt", TestPhoto.jpeg(2))
        try scene.add("named.jpg", TestPhoto.jpeg(3))
    }

    private static let once = ["notes": 1, "song.mp3": 1, "picture": 1, "picture.txt": 1, "named.jpg": 1]

    @Test(arguments: ImportRequest.Mode.allCases.filter { $0 != .move })
    func anImportOpensEachFileOnce(_ mode: ImportRequest.Mode) async throws {
        let library = try scene.open()
        let counter = try OpenCounter(of: scene.source)
        let (_, summary) = try await scene.importAll(library, mode: mode)
        #expect(summary.assets == 3 && summary.skips == [.notAPhoto: 2])
        #expect(try counter.opens() == Self.once)
    }

    @Test func aDryRunOpensEachFileOnce() async throws {
        let library = try scene.open()
        let counter = try OpenCounter(of: scene.source)
        #expect(try await scene.importAll(library, dryRun: true).summary.plannedAssets == 3)
        #expect(try counter.opens() == Self.once)
    }

    @Test func anInspectionOpensEachFileOnce() throws {
        let counter = try OpenCounter(of: scene.source)
        let found = Gathered<FilePath.Component?>()
        PhotoInspector().inspectAndWait([scene.source]) { path, _ in found.append(path.lastComponent) }
        #expect(found.all == ["named.jpg", "picture", "picture.txt"])
        #expect(try counter.opens() == Self.once)
    }

    @Test func aCheckOfSafetyOpensEachFileOnce() async throws {
        let library = try scene.open()
        let counter = try OpenCounter(of: scene.source)
        let files = Gathered<SafeFile>()
        try library.checkSafetyAndWait(of: [scene.source], filter: PathFilter()) { files.append($0) }
        #expect(files.all.compactMap(\.reason).filter { $0 == .notAPhoto }.count == 2)
        #expect(try counter.opens() == Self.once)
    }
}

/// Counts with inotify(7) how often the files in a folder are opened.
private final class OpenCounter {
    private let descriptor: FileDescriptor

    init(of folder: FilePath) throws {
        descriptor = FileDescriptor(rawValue: inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC)))
        guard inotify_add_watch(descriptor.rawValue, folder.string, UInt32(IN_OPEN)) >= 0 else {
            throw Errno(rawValue: errno)
        }
    }

    deinit { try? descriptor.close() }

    /// The number of times that each file was opened, by its name.
    func opens() throws -> [String: Int] {
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = try bytes.withUnsafeMutableBytes { try descriptor.read(into: $0) }
        var opens: [String: Int] = [:]
        var rest = bytes[..<count]
        let headerSize = MemoryLayout<inotify_event>.size
        while rest.count >= headerSize {
            let event = rest.withUnsafeBytes { $0.loadUnaligned(as: inotify_event.self) }
            let name = rest.dropFirst(headerSize).prefix(Int(event.len)).prefix { $0 != 0 }
            if event.mask & UInt32(IN_ISDIR) == 0 { opens[String(decoding: name, as: UTF8.self), default: 0] += 1 }
            rest = rest.dropFirst(headerSize + Int(event.len))
        }
        return opens
    }
}
