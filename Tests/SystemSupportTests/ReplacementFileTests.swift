import Foundation
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import SystemSupport

@Suite struct ReplacementFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func content(_ name: String) throws -> String {
        try String(contentsOf: folder.url.appendingPathComponent(name), encoding: .utf8)
    }

    private func append(_ text: String, to file: ReplacementFile) throws {
        try Array(text.utf8).withUnsafeBytes { try file.append($0) }
    }

    @Test("The old file stays until the new one is whole, through a link too")
    func replaces() throws {
        try folder.write("old".utf8, to: "file")
        try FileManager.default.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: "file")
        let file = try ReplacementFile(at: folder.filePath.appending("link"))
        try append("new ", to: file)
        #expect(try content("file") == "old")
        try append("text", to: file)
        try file.finish()
        #expect(try content("file") == "new text")
        #expect(try folder.names == ["file", "link"])
    }

    @Test("One that is not finished leaves nothing")
    func abandoned() throws {
        try append("half", to: try ReplacementFile(at: folder.filePath.appending("file")))
        #expect(try folder.names == [])
    }

    /// A process that is killed removes nothing, so the folder must not have the file before it is finished.
    @Test("One that is being written has no name")
    func unfinished() throws {
        let file = try ReplacementFile(at: folder.filePath.appending("file"))
        try append("half", to: file)
        #expect(try folder.names == [])
        try file.finish()
        #expect(try folder.names == ["file"])
        #expect(try content("file") == "half")
    }

    @Test("On request it takes only a name that is free")
    func withoutReplacing() throws {
        for (name, isFree) in [("free", true), ("taken", false)] {
            try folder.write("old".utf8, to: "taken")
            let file = try ReplacementFile(at: folder.filePath.appending(name))
            try append("new", to: file)
            #expect(!file.hasItsName)
            #expect(try file.finishWithoutReplacing() == isFree)
            #expect(file.hasItsName == isFree)
        }
        #expect(try content("taken") == "old")
        #expect(try content("free") == "new")
        #expect(try folder.names == ["free", "taken"])
    }

    @Test("A folder, pipe or device is not replaced by a file")
    func refused() throws {
        #expect(mkfifo(folder.path("pipe"), 0o600) == 0)
        for name in ["pipe", "."] {
            #expect(throws: PhotoLibraryError(.notARegularFile, "")) {
                _ = try ReplacementFile(at: folder.filePath.appending(name))
            }
        }
        #expect(throws: PhotoLibraryError(.ioFailure, "")) {
            _ = try ReplacementFile(at: folder.filePath.appending("absent/file"))
        }
    }
}
