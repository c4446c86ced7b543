import AssetLoading
import Foundation
import Glibc
import OpenPhotoKitOwner
import Originals
import SystemPackage
import TestSupport
import Testing

/// Sources that change, disappear or contain unusual files: each file gets exactly one status, with a clear reason.
@Suite struct HostileSourceTests {
    private let scene: Scene
    private let library: OwnedLibrary

    init() throws {
        scene = try Scene()
        library = try scene.open()
    }

    private func item(_ name: String, in items: [ImportItem]) -> ImportItem? {
        items.first { $0.path.lastComponent?.string == name }
    }

    // MARK: Names

    @Test func everyNameThatLinuxAllowsIsImported() async throws {
        let names: [[UInt8]] = [
            Array("line\nbreak.jpg".utf8), Array("-rf.jpg".utf8), Array("\u{1B}[2Jscreen.jpg".utf8), [0xFF, 0xFE],
            // A character of four bytes and 247 characters of one byte: 255 bytes with the extension.
            Array(("\u{1F4F7}" + String(repeating: "n", count: 247) + ".jpg").utf8), Array("...".utf8),
            // The same letter in two Unicode normalisation forms: two files.
            Array("caf\u{E9}.jpg".utf8), Array("cafe\u{301}.jpg".utf8), Array("quote\"s'.jpg".utf8),
            Array("\\back.jpg".utf8), Array(" .jpg".utf8), Array("*?[.jpg".utf8),
        ]
        for (number, bytes) in names.enumerated() {
            try scene.source.pushing(#require(FilePath(bytes: bytes)))
                .write(TestPhoto.jpeg(UInt64(number), width: 64, height: 64))
        }
        let (items, summary) = try await scene.importAll(library)
        #expect(summary.imported == names.count && summary.files == names.count)
        #expect(Set(items.map { $0.path.lastComponent.map { Array(FilePath(root: nil, [$0]).bytes) } }) == Set(names))
        #expect(try await scene.importAll(library).summary.resumed == names.count)
    }

    @Test func noControlCharacterOfANameReachesATerminal() async throws {
        let folder = try scene.add("\u{1B}[31mfolder\u{7}\u{9B}x/a.jpg", TestPhoto.jpeg(1)).removingLastComponent()
        for number in 0..<2 { try folder.appending("\u{8}\(number)\n.jpg").write(TestPhoto.jpeg(1)) }
        try folder.appending("empty\u{1B}c.jpg").write([])
        symlink("nowhere", folder.appending("dangling\r.jpg").string)
        for arguments in [
            ["import", "--verbose", scene.source.string], ["import", folder.appending("gone\u{1B}c").string],
            ["hash", folder.appending("gone\u{1B}c").string], ["list"], ["verify"],
            ["show", "\u{1B}c"], ["import", "--library", "/proc/\u{1B}c\u{7}", folder.string],
        ] {
            let isOther = arguments.contains("--library")
            let outcome = try PhotosProcess.run(
                arguments: arguments + (isOther ? [] : ["--library", scene.libraryPath.string])
                    + ["--color", "never", "--progress", "none"])
            let text = outcome.standardOutput + outcome.standardError
            #expect(
                text.unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control },
                "\(arguments[0]): \(text.debugDescription)")
        }
    }

    // MARK: Files that are not photos

    @Test(.timeLimit(.minutes(1))) func aSparseGiantIsReadOnlyIfItIsNamedLikeAPhoto() async throws {
        for name in ["disk.img", "giant.jpg"] {
            let file = open(scene.source.appending(name).string, O_CREAT | O_WRONLY, 0o600)
            #expect(ftruncate(file, 100 << 30) == 0)
            close(file)
        }
        try scene.add("a.jpg", TestPhoto.jpeg(1))
        let items = try await scene.importAll(library, mode: .reference).items
        #expect(items.map(\.status) == [.imported, .skipped, .failed])
        #expect(item("giant.jpg", in: items)?.error?.code == .fileTooLarge)
    }

    @Test(.enabled(if: geteuid() == 0, "devices are made by root")) func devicesAreSkippedAtOnce() async throws {
        // A device like /dev/zero with another name, and a disk that does not exist.
        #expect(mknod(scene.source.appending("zero.jpg").string, S_IFCHR | 0o600, 1 << 8 | 5) == 0)
        #expect(mknod(scene.source.appending("disk.jpg").string, S_IFBLK | 0o600, 240 << 8) == 0)
        let items = try await scene.importAll(library).items
        #expect(items.map(\.status) == [.skipped, .skipped])
        #expect(items.allSatisfy { $0.error?.code == .notARegularFile })
    }

    @Test(.enabled(if: OtherUser.canRunPhotos, "needs root, setpriv and a build that others may run"))
    func anotherUsersFilesAndFoldersAreNamed()
        throws
    {
        try scene.add("a.jpg", TestPhoto.jpeg(1))
        try scene.add("closed.jpg", TestPhoto.jpeg(2))
        try scene.add("locked/b.jpg", TestPhoto.jpeg(3))
        // The folder may be listed, but the files in it are not accessible.
        try scene.add("listed/c.jpg", TestPhoto.jpeg(4))
        chmod(scene.folder.url.path, 0o755)
        chmod(scene.source.appending("a.jpg").string, 0o644)
        chmod(scene.source.appending("closed.jpg").string, 0)
        chmod(scene.source.appending("locked").string, 0)
        chmod(scene.source.appending("listed").string, 0o744)
        let other = scene.folder.path("other")
        mkdir(other, 0o777)
        chown(other, 65534, 65534)
        let outcome = try OtherUser.photos(["import", "--library", other + "/l", "--json", scene.source.string])
        #expect(outcome.exit == 2)
        let lines = outcome.output.split(separator: "\n")
        func status(_ name: String) -> String? {
            lines.first { $0.contains("\"path\":\"\(scene.source.pushing(FilePath(name)))\"") }
                .flatMap { $0.firstMatch(of: /"status":"([a-z]*)"/) }.map { String($0.output.1) }
        }
        #expect(status("a.jpg") == "imported")
        for name in ["closed.jpg", "locked", "listed/c.jpg"] { #expect(status(name) == "failed", "\(name)") }
        #expect(lines.count == 5)
    }

    // MARK: Changes

    /// A thread exchanges a photo with a pipe or with a link to another file.
    ///
    /// The import does not wait for the pipe, and the other file is never stored.
    @Test(.timeLimit(.minutes(2)), arguments: LongTests.every(2, of: [true, false]))
    func filesSwappedDuringTheImportNeitherBlockItNorAreFollowed(
        byLink: Bool
    ) async throws {
        let secret = TestPhoto.jpeg(99)
        let target = try scene.add("../elsewhere/secret.jpg", secret)
        let other = scene.folder.path("other")
        if byLink { symlink(target.string, other) } else { mkfifo(other, 0o600) }
        let photo = try scene.add("a.jpg", TestPhoto.jpeg(1))
        let swapper = Swapper(photo.string, other)
        for round in 0..<12 {
            let path = FilePath(scene.folder.path("library \(round)"))
            let items = try await scene.importAll(OwnedLibrary(at: path, opening: .creatingIfAbsent)).items
            #expect(items.count <= 1)
            for item in items where item.path.lastComponent == "a.jpg" && item.status == .failed {
                #expect(
                    item.error?.code == .unreadable || item.error?.code == .notARegularFile
                        || item.error?.code == .sourceChanged)
            }
        }
        #expect(swapper.stop() > 0)
    }

    /// If a link replaces a file between the walk and the load, the load refuses it.
    @Test func aLinkThatTookAFilesPlaceIsNotFollowed() throws {
        let target = try scene.add("../elsewhere/secret.jpg", [1])
        let link = scene.source.appending("a.jpg")
        symlink(target.string, link.string)
        let error = #expect(throws: PhotoLibraryError.self) { try LocalFiles().open(link, followsLinks: false) }
        #expect(error?.code == .unreadable && error?.message.contains("link") == true)
        #expect(try LocalFiles().open(link).length == 1)
    }

    @Test(.timeLimit(.minutes(1))) func aFileThatGrowsAllTheTimeIsNamedAndTheOthersAreImported() async throws {
        // Reading takes so long that the writer has a turn on a busy machine too.
        let growing = try scene.add("growing.jpg", TestPhoto.jpeg(1) + [UInt8](repeating: 0, count: 64_000_000))
        try scene.add("still.jpg", TestPhoto.jpeg(2))
        let writer = Writer(growing)
        let (items, summary) = try await scene.importAll(library)
        writer.stop()
        #expect(item("growing.jpg", in: items)?.error?.code == .sourceChanged)
        #expect(item("still.jpg", in: items)?.status == .imported)
        #expect(summary.failed == 1 && summary.imported == 1)
        #expect(scene.leftovers.isEmpty)
        #expect(try await scene.importAll(library).summary.imported == 1)
    }

    // MARK: Sources that disappear

    @Test func aSourceThatVanishesMarksNothingAndFailsByItself() async throws {
        try scene.add("a.jpg", TestPhoto.jpeg(1))
        let other = try scene.add("../other/b.jpg", TestPhoto.jpeg(2)).lexicallyNormalized()
        #expect(try await scene.importAll(library, mode: .reference).summary.imported == 1)
        let before = try library.storedFiles().map(\.path)
        rename(scene.source.string, scene.folder.path("away"))
        let (items, summary) = try await scene.importAll(library, [scene.source, other])
        #expect(summary.failed == 1 && summary.imported == 1)
        #expect(items.first { $0.status == .failed }?.path == scene.source)
        #expect(try library.storedFiles().map(\.path).prefix(before.count) == before[...])
        rename(scene.folder.path("away"), scene.source.string)
        #expect(try await scene.importAll(library, mode: .reference).summary.resumed == 1)
    }

    @Test func aSourceThatVanishesInTheMiddleEndsWithNamedFailures() async throws {
        // More than an import reads ahead of the first result.
        let count = 1_000
        for number in 0..<count {
            try scene.add(
                FilePath("\(number % 10)/\(number).jpg"), TestPhoto.jpeg(UInt64(number), width: 32, height: 32))
        }
        let items = Gathered<ImportItem>()
        let (source, away) = (scene.source.string, scene.folder.path("away"))
        let summary = try await library.importFiles(ImportRequest(paths: [scene.source])) { item in
            if items.all.isEmpty { rename(source, away) }
            items.append(item)
        }
        #expect(summary.imported > 0 && summary.failed > 0 && summary.imported + summary.failed == summary.files)
        #expect(items.all.filter { $0.status == .failed }.allSatisfy { $0.error?.code == .unreadable })
        #expect(scene.leftovers.isEmpty)
        rename(away, source)
        let again = try await scene.importAll(library).summary
        #expect(again.resumed == summary.imported && again.imported == count - summary.imported)
    }

    @Test(.enabled(if: BindMount.isPossible, "mounting needs privileges")) func aReadOnlySourceIsImported() async throws
    {
        try scene.add("a.jpg", TestPhoto.jpeg(1))
        let mount = try BindMount(of: scene.source, at: scene.source, isReadOnly: true)
        defer { withExtendedLifetime(mount) {} }
        #expect(access(scene.source.appending("a.jpg").string, W_OK) != 0 && errno == EROFS)
        #expect(try await scene.importAll(library).summary.imported == 1)
    }
}
