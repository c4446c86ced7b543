import Foundation
import Glibc
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import SystemSupport

@Suite struct DurableFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func content(_ name: String) throws -> String {
        try String(contentsOf: folder.url.appendingPathComponent(name), encoding: .utf8)
    }

    @Test("Renaming never replaces: of two with one name the second stays where it is")
    func renames() throws {
        let one = try folder.write("one".utf8, to: "one")
        let two = try folder.write("two".utf8, to: "two")
        let target = folder.filePath.appending("target")
        #expect(try DurableFile.renameWithoutReplacing(one, to: target))
        #expect(try !DurableFile.renameWithoutReplacing(two, to: target))
        #expect(try folder.names == ["target", "two"])
        #expect(try content("target") == "one")
        #expect(throws: PhotoLibraryError(.ioFailure, "")) {
            try DurableFile.renameWithoutReplacing(one, to: folder.filePath.appending("absent/name"))
        }
    }

    @Test("The way for file systems without such a rename does the same")
    func links() throws {
        try folder.write("one".utf8, to: "one")
        try folder.write("two".utf8, to: "two")
        #expect(DurableFile.link(folder.path("one"), thenUnlinkFor: folder.path("target")) == nil)
        #expect(DurableFile.link(folder.path("two"), thenUnlinkFor: folder.path("target")) == .fileExists)
        #expect(try folder.names == ["target", "two"])
        #expect(try content("target") == "one")
    }

    @Test("Writing replaces the whole file and leaves no other")
    func writes() throws {
        let path = folder.filePath.appending("state.json")
        for text in ["a long first state", "short"] {
            try Array(text.utf8).withUnsafeBytes { try DurableFile.write($0, to: path) }
            #expect(try content("state.json") == text)
        }
        #expect(try folder.names == ["state.json"])
        #expect(throws: PhotoLibraryError(.notARegularFile, "")) {
            try [UInt8]().withUnsafeBytes { try DurableFile.write($0, to: folder.filePath) }
        }
        #expect(try folder.names == ["state.json"])
    }

    @Test("A folder is synced; a path without a folder is an error with the path")
    func syncsFolders() throws {
        try DurableFile.syncFolder(folder.filePath)
        let error = #expect(throws: PhotoLibraryError.self) {
            try DurableFile.syncFolder(folder.filePath.appending("absent"))
        }
        #expect(error?.code == .ioFailure && error?.path == folder.path("absent"))
    }

    @Test("The folder of a path")
    func folders() {
        #expect(FilePath("/a/b").folder == "/a")
        #expect(FilePath("b").folder == ".")
        #expect(FilePath("/b").folder == "/")
    }
}
