import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import OpenPhotoKitOwner

@Suite struct SafeTests {
    private let scene: Scene
    private let library: OwnedLibrary

    init() async throws {
        scene = try Scene()
        for number in 1...4 { try scene.add(FilePath("\(number).jpg"), TestPhoto.jpeg(UInt64(number))) }
        library = try scene.open()
        try await scene.importAll(library)
    }

    private func check(_ paths: [FilePath]? = nil) throws -> (files: [FilePath: SafeFile], summary: SafeSummary) {
        let files = Gathered<SafeFile>()
        try library.checkSafetyAndWait(of: paths ?? [scene.source]) { files.append($0) }
        var summary = SafeSummary()
        files.all.forEach { summary.count($0) }
        return (Dictionary(files.all.map { ($0.path, $0) }) { $1 }, summary)
    }

    private func reason(_ name: FilePath) throws -> SafeFile.Reason? {
        try #require(try check().files[scene.source.pushing(name)]).reason
    }

    private var undated: FilePath { scene.libraryPath.appending("originals").appending("undated") }

    @Test func importedFilesAreSafeAndNothingIsWritten() throws {
        let before = tree(scene.libraryPath.appending("originals"))
        let (files, summary) = try check()
        #expect(summary.isSafe && summary.safe == 4)
        #expect(files.values.allSatisfy { $0.status == .safe && $0.localIdentifier != nil && $0.sha256 != nil })
        #expect(tree(scene.libraryPath.appending("originals")) == before)
    }

    @Test func faultsOfTheLibrarysCopyAreNamed() throws {
        var bytes = try undated.appending("1.jpg").contents()
        bytes[bytes.count / 2] ^= 1
        try undated.appending("1.jpg").write(bytes)
        try FileManager.default.removeItem(atPath: undated.appending("2.jpg").string)
        try FileManager.default.removeItem(atPath: undated.appending("3.jpg").string)
        try FileManager.default.createDirectory(
            atPath: undated.appending("3.jpg").string, withIntermediateDirectories: false)
        #expect(try reason("1.jpg") == .libraryCopyChanged)
        #expect(try reason("2.jpg") == .libraryCopyMissing)
        #expect(try reason("3.jpg") == .libraryCopyUnreadable)
        #expect(try reason("4.jpg") == nil)
    }

    @Test(.timeLimit(.minutes(1))) func aPipeAtAnOriginalsPathDoesNotBlock() throws {
        let original = undated.appending("1.jpg")
        try FileManager.default.removeItem(atPath: original.string)
        #expect(mkfifo(original.string, 0o600) == 0)
        #expect(try reason("1.jpg") != nil)
    }

    @Test func filesThatTheLibraryLacksAreNamed() throws {
        try scene.add("new.jpg", TestPhoto.jpeg(9))
        try scene.add("letter.txt", Array("Dear".utf8))
        try scene.add("empty.jpg", [])
        try FileManager.default.createSymbolicLink(
            atPath: scene.source.appending("link.jpg").string,
            withDestinationPath: scene.source.appending("1.jpg").string)
        #expect(mkfifo(scene.source.appending("pipe").string, 0o600) == 0)
        #expect(try reason("new.jpg") == .notInLibrary)
        #expect(try reason("letter.txt") == .notAPhoto)
        #expect(try reason("empty.jpg") == .emptyFile)
        #expect(try reason("link.jpg") == .notARegularFile)
        #expect(try reason("pipe") == .notARegularFile)
        #expect(try check().summary.notSafe == 5)
    }

    /// Programs that recover cards give photos such names.
    @Test func aPhotoNamedLikeASystemFileIsNotIgnored() throws {
        try scene.add("._IMG_1.jpg", TestPhoto.jpeg(77))
        try scene.add("Thumbs.db", TestPhoto.jpeg(78))
        try scene.add("._IMG_2.jpg", [0x00, 0x05, 0x16, 0x07] + Array("AppleDouble".utf8))
        #expect(try reason("._IMG_1.jpg") == .notInLibrary)
        #expect(try reason("Thumbs.db") == .notInLibrary)
        let file = try check().files[scene.source.appending("._IMG_2.jpg")]
        #expect(file?.status == .ignored)
        #expect(file?.bytes == 15 && file?.sha256 != nil)
    }

    @Test func systemFilesAreIgnoredButPhotosInHiddenFoldersAreNot() throws {
        try scene.add(".DS_Store", [1, 2])
        try scene.add(".Spotlight/index", [1, 2])
        #expect(try check().summary.isSafe)
        #expect(try check().summary.ignored == 2)
        try scene.add(".hidden/deep/.er/new", TestPhoto.jpeg(9))
        #expect(try reason(".hidden/deep/.er/new") == .notInLibrary)
    }

    @Test func theLibraryItselfIsNeverSafe() throws {
        #expect(try check([undated]).files.values.allSatisfy { $0.reason == .sameFile })
        let (files, summary) = try check([scene.libraryPath.removingLastComponent()])
        #expect(!summary.isSafe)
        #expect(files[scene.libraryPath]?.reason == .insideLibrary)
    }

    @Test func aReferenceIsNoCopy() async throws {
        try scene.add("reference.jpg", TestPhoto.jpeg(8))
        try await scene.importAll(library, mode: .reference)
        #expect(try reason("reference.jpg") == .onlyReference)
    }

    @Test func anEmptyFolderIsNotSafe() throws {
        let empty = FilePath(scene.folder.path("empty"))
        try FileManager.default.createDirectory(atPath: empty.string, withIntermediateDirectories: false)
        #expect(try !check([empty]).summary.isSafe)
        #expect(try check([empty.appending("absent")]).summary.notSafe == 1)
    }

    @Test func receiptsCarryTheDigestOfTheirLines() throws {
        let path = FilePath(scene.folder.path("receipt.txt"))
        let receipt = try SafeReceipt(.text, at: path, library: library)
        for file in try check().files.values { try receipt.add(file) }
        try receipt.finish()
        let lines = String(decoding: try path.contents(), as: UTF8.self).split(separator: "\n")
        #expect(lines.count { $0.hasPrefix("safe\t-\t") } == 4)
        #expect(lines.contains("safe\tyes"))
    }

    @Test func oneWholeCopyOfSeveralIsEnough() async throws {
        let double = try scene.add("double.jpg", TestPhoto.jpeg(1))
        try await scene.importAll(library, [double]) { $0.duplicates = .importAll }
        let digest = try #require(try check().files[double]?.sha256)
        let twins = try library.storedFiles().map(\.resource).filter { $0.sha256 == digest }
        try #require(twins.count == 2)
        try #require(library.localPath(of: twins[0])).write([1])
        #expect(try check().summary.isSafe)
        try #require(library.localPath(of: twins[1])).write([1])
        // Both stored files with these bytes are changed.
        #expect(try check().summary.reasons == [.libraryCopyChanged: 2])
    }

    @Test func aDeletedPhotoIsNoCopy() throws {
        let file = try #require(try check().files[scene.source.pushing("1.jpg")])
        _ = try library.deleteAssets([try #require(file.localIdentifier)])
        #expect(try reason("1.jpg") == .onlyDeleted)
    }

    @Test func theLibrarysOwnDiskIsNoted() throws {
        #expect(try check().summary.onLibrarysDisk == 4)
    }
}
