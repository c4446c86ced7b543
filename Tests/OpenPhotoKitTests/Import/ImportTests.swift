import Foundation
import Glibc
import SystemPackage
import TestSupport
import Testing

@testable import OpenPhotoKitOwner

@Suite struct ImportTests {
    private let scene: Scene
    private let library: OwnedLibrary

    init() throws {
        scene = try Scene()
        library = try scene.open()
    }

    private func statuses(_ items: [ImportItem]) -> [String: ImportItem.Status] {
        Dictionary(uniqueKeysWithValues: items.map { ($0.path.lastComponent?.string ?? "", $0.status) })
    }

    // MARK: Modes

    @Test func aCopyIsByteForByteAndTheSourceIsNotTouched() async throws {
        for number in 1...4 { try scene.add(FilePath("sub/\(number).jpg"), TestPhoto.jpeg(UInt64(number))) }
        try scene.add("note.txt", Array("hello".utf8))
        try scene.add(".DS_Store", [0])
        let before = tree(scene.source)
        let (items, summary) = try await scene.importAll(library)
        #expect(tree(scene.source) == before)
        #expect(summary.imported == 4 && summary.skipped == 2 && summary.files == 6)
        for item in items where item.status == .imported {
            let identifier = try #require(item.localIdentifier)
            let original = try #require(try library.assets(withLocalIdentifiers: [identifier])[identifier]?.original)
            #expect(try library.place(of: original).contents() == item.path.contents())
        }
        #expect(scene.leftovers.isEmpty)
    }

    @Test func aReferenceStaysWhereItIs() async throws {
        let path = try scene.add("a.jpg", TestPhoto.jpeg(1))
        let before = tree(scene.source)
        let (items, _) = try await scene.importAll(library, mode: .reference)
        #expect(tree(scene.source) == before)
        let identifier = try #require(items.first?.localIdentifier)
        let original = try #require(try library.assets(withLocalIdentifiers: [identifier])[identifier]?.original)
        #expect(original.location == .reference(path))
        #expect(tree(scene.libraryPath.appending("originals")).isEmpty)
        #expect(scene.leftovers.isEmpty)
    }

    @Test func aDryRunReportsTheImportAndStoresNothing() async throws {
        for number in 1...40 {
            try scene.add(FilePath("\(number).jpg"), TestPhoto.jpeg(UInt64(number), width: 64, height: 64))
        }
        // The walk finds the copy long after its original.
        try scene.add("z.jpg", TestPhoto.jpeg(1, width: 64, height: 64))
        try scene.add("zz.jpg", TestPhoto.commented(TestPhoto.jpeg(10, width: 64, height: 64), "c"))
        try scene.add("zzz.txt", [1, 2, 3])
        let dry = try await scene.importAll(library, dryRun: true)
        #expect(try library.assetCount() == 0)
        #expect(
            tree(scene.libraryPath).keys.sorted()
                == tree(scene.libraryPath).keys.filter { !$0.hasPrefix("originals") }.sorted())
        #expect(scene.leftovers.isEmpty)
        #expect(dry.items.allSatisfy { $0.status != .planned || $0.localIdentifier == nil })
        let real = try await scene.importAll(library)
        #expect(dry.summary.planned == real.summary.imported)
        #expect(dry.summary.duplicates == real.summary.duplicates)
        #expect(dry.summary.skipped == real.summary.skipped)
        #expect(dry.items.map(\.path) == real.items.map(\.path))
        #expect(real.summary.imported == 40 && real.summary.duplicates == 2)
    }

    // MARK: Duplicates

    @Test func sameBytesAreOneAssetWithinTheRunAndLater() async throws {
        let photo = TestPhoto.jpeg(1)
        for name in ["1.jpg", "2.jpg", "sub/3.png"] { try scene.add(FilePath(name), photo) }
        let first = try await scene.importAll(library)
        #expect(first.items.count { $0.status == .imported } == 1)
        let identifier = try #require(first.items.first { $0.status == .imported }?.localIdentifier)
        #expect(first.items.allSatisfy { $0.localIdentifier == identifier })
        #expect(first.items.filter { $0.status == .duplicate }.allSatisfy { $0.match == .bytes })
        let other = try scene.add("../elsewhere/4.jpg", photo)
        let second = try await scene.importAll(library, [other])
        #expect(second.items.map(\.status) == [.duplicate])
        #expect(second.items.map(\.localIdentifier) == [identifier])
        #expect(second.summary.resumed == 0)
        #expect(try library.assetCount() == 1)
        #expect(tree(scene.libraryPath.appending("originals")).keys.filter { $0.hasSuffix("g") }.count == 1)
    }

    @Test(arguments: [ImportRequest.Mode.copy, .reference]) func sameImageDataInOtherBytesIsKeptAsAnAlternate(
        mode: ImportRequest.Mode
    ) async throws {
        let photo = TestPhoto.jpeg(1)
        let variants = [
            photo, TestPhoto.commented(photo, "a comment"),
            TestPhoto.dated(photo, "2021:07:31 23:59:59", subSeconds: "5"),
            photo + Array("an appended motion clip".utf8),
        ]
        for (number, variant) in variants.enumerated() { try scene.add(FilePath("\(number).jpg"), variant) }
        let (items, summary) = try await scene.importAll(library, mode: mode)
        #expect(summary.imported == 1 && summary.duplicates == 3)
        #expect(items.map(\.match) == [nil, .imageData, .imageData, .imageData])
        #expect(Set(items.map(\.localIdentifier)).count == 1)
        let asset = try #require(try library.assets(withLocalIdentifiers: library.allLocalIdentifiers()).values.first)
        #expect(asset.resources.map(\.kind) == [.original, .alternate, .alternate, .alternate])
        for (resource, variant) in zip(asset.resources, variants) {
            #expect(try library.place(of: resource).contents() == variant)
        }
        // In a second import, the bytes of each file are in the library.
        let again = try await scene.importAll(library, [try scene.add("../again/2.jpg", variants[2])], mode: mode)
        #expect(again.items.map(\.match) == [.bytes])
    }

    // MARK: Files that are not imported

    @Test func systemFilesAreSkippedByName() async throws {
        for name in [
            ".DS_Store", "Thumbs.db", "desktop.ini", "._IMG_1.jpg", "@eaDir/a.jpg", ".hidden/a.jpg",
            "$RECYCLE.BIN/a.jpg",
            "__MACOSX/a.jpg",
        ] {
            try scene.add(FilePath(name), TestPhoto.jpeg(1))
        }
        try scene.add(".visible.jpg", TestPhoto.jpeg(2))
        let (items, summary) = try await scene.importAll(library)
        #expect(summary.imported == 1 && summary.skipped == 8)
        let skipped = items.filter { $0.status == .skipped }
        // The hidden folder is reported with a code that users see.
        #expect(skipped.filter { $0.error?.code == .notARegularFile }.map { $0.path.lastComponent } == [".hidden"])
        #expect(skipped.filter { $0.error?.code == .notAPhoto }.count == 7)
    }

    @Test func linksToFilesAreFollowedAndLinksToFoldersAreNot() async throws {
        let target = try scene.add("../outside/photo.jpg", TestPhoto.jpeg(1))
        try scene.add("../folder/other.jpg", TestPhoto.jpeg(2))
        let manager = FileManager.default
        for (name, destination) in [
            ("link.jpg", target.string), ("again.jpg", target.string), ("folder", scene.folder.path("folder")),
            ("loop", scene.source.string), ("dangling.jpg", "/nonexistent/x.jpg"), ("self.jpg", "self.jpg"),
        ] {
            try manager.createSymbolicLink(
                atPath: scene.source.appending(name).string, withDestinationPath: destination)
        }
        let (items, summary) = try await scene.importAll(library)
        let statuses = statuses(items)
        #expect(statuses["again.jpg"] == .imported && statuses["link.jpg"] == .duplicate)
        #expect(statuses["folder"] == .skipped && statuses["loop"] == .skipped)
        #expect(statuses["dangling.jpg"] == .failed && statuses["self.jpg"] == .failed)
        #expect(summary.files == 6)
        #expect(items.filter { $0.status == .failed }.allSatisfy { $0.error?.code == .unreadable })
        #expect(try library.assetCount() == 1)
        // A folder in the request is entered, even through a link.
        #expect(try await scene.importAll(library, [scene.source.appending("folder")]).summary.imported == 1)
    }

    @Test(.timeLimit(.minutes(5))) func pipesSocketsAndDevicesAreSkippedAtOnce() async throws {
        #expect(mkfifo(scene.source.appending("pipe.jpg").string, 0o600) == 0)
        let socket = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(socket) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let path = Array(scene.source.appending("socket.jpg").string.utf8)
        #expect(path.count < 108)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path) }
        let bound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        #expect(bound == 0)
        // Opening the pipe would never end, and neither would reading /dev/zero.
        let (items, _) = try await scene.importAll(library, [scene.source, "/dev/null", "/dev/zero"])
        #expect(items.map(\.status) == Array(repeating: .skipped, count: 4))
        #expect(items.allSatisfy { $0.error?.code == .notARegularFile })
    }

    @Test func anEmptyFileIsSkippedAndReported() async throws {
        try scene.add("empty.jpg", [])
        let (items, _) = try await scene.importAll(library)
        #expect(items.map(\.status) == [.skipped])
        #expect(items.first?.error?.code == .emptyFile)
    }

    @Test(.enabled(if: getuid() != 0, "root may read every file")) func anUnreadableFileFailsAndTheOthersAreImported()
        async throws
    {
        let path = try scene.add("a.jpg", TestPhoto.jpeg(1))
        try scene.add("b.jpg", TestPhoto.jpeg(2))
        #expect(chmod(path.string, 0) == 0)
        let (items, _) = try await scene.importAll(library)
        #expect(statuses(items) == ["a.jpg": .failed, "b.jpg": .imported])
    }

    @Test func missingFilesFailAndTheOthersAreImported() async throws {
        try scene.add("a.jpg", TestPhoto.jpeg(1))
        let (items, summary) = try await scene.importAll(library, ["/nonexistent/folder", scene.source])
        #expect(summary.failed == 1 && summary.imported == 1)
        #expect(items.first { $0.status == .failed }?.error?.code == .unreadable)
    }

    @Test func aNamedFileOrFolderNeedNotBeUTF8() async throws {
        let file = scene.source.pushing(try #require(FilePath(bytes: [0xFF, 0x2E, 0x6A, 0x70, 0x67])))
        try file.write(TestPhoto.jpeg(1))
        let folder = scene.source.pushing(try #require(FilePath(bytes: [0xFE])))
        #expect(folder.withPlatformString { mkdir($0, 0o777) } == 0)
        try folder.appending("b.jpg").write(TestPhoto.jpeg(2))
        let (items, _) = try await scene.importAll(library, [file, folder])
        #expect(items.map(\.status) == [.imported, .imported])
        #expect(items.map(\.path) == [file, folder.appending("b.jpg")])
    }

    @Test func theLibraryInsideItsSourceIsSkipped() async throws {
        try scene.add("a.jpg", TestPhoto.jpeg(1))
        let library = try OwnedLibrary(at: scene.source.appending("My Library"), opening: .creatingIfAbsent)
        for _ in 0..<2 {
            let (items, _) = try await scene.importAll(library)
            #expect(items.count == 2)
            #expect(items.filter { $0.status == .skipped }.map(\.path) == [scene.source.appending("My Library")])
        }
        #expect(try library.assetCount() == 1)
        // Also if the library is the source, or is reached through a link.
        let link = FilePath(scene.folder.path("link"))
        try FileManager.default.createSymbolicLink(atPath: link.string, withDestinationPath: library.path.string)
        for path in [library.path, link] {
            #expect(try await scene.importAll(library, [path]).items.map(\.status) == [.skipped])
        }
    }

    // MARK: Damage

    /// A damaged file is stored and gets the status `imported`.
    ///
    /// Only a file that is not stored gets the status `failed`.
    @Test func damagedPicturesAreKept() async throws {
        let photo = TestPhoto.jpeg(1)
        var holed = TestPhoto.jpeg(2)
        for index in holed.count / 2..<holed.count / 2 + 40 { holed[index] = 0 }
        let files: [String: [UInt8]] = [
            "truncated.jpg": Array(photo.prefix(photo.count / 2)), "header.jpg": Array(photo.prefix(20)),
            "holed.jpg": holed,
            "text.jpg": Array("This is no picture.".utf8), "one byte.png": [0x89],
        ]
        for (name, bytes) in files { try scene.add(FilePath(name), bytes) }
        let (items, summary) = try await scene.importAll(library)
        #expect(summary.imported == files.count && summary.failed == 0)
        for item in items {
            let name = try #require(item.path.lastComponent).string
            #expect(item.condition != .ok, "\(name)")
            let identifier = try #require(item.localIdentifier)
            let original = try #require(try library.assets(withLocalIdentifiers: [identifier])[identifier]?.original)
            #expect(try library.place(of: original).contents() == files[name])
            #expect(original.imageDataDigest == nil, "\(name): no digest stands for a picture that is not whole.")
        }
        let conditions = Dictionary(
            uniqueKeysWithValues: items.map { ($0.path.lastComponent?.string ?? "", $0.condition) })
        #expect(conditions["truncated.jpg"] == .damaged && conditions["header.jpg"] == .damaged)
    }

    /// The content of a file, not its name, decides whether it is imported.
    @Test func photosWithoutAPhotosNameAreImportedAndOtherFilesAreSkipped() async throws {
        try scene.add("IMG_0001", TestPhoto.jpeg(1))
        try scene.add("picture.txt", TestPhoto.jpeg(2))
        try scene.add("notes.txt", Array("hello".utf8))
        try scene.add("song.mp3", Array("ID3".utf8) + [UInt8](repeating: 0, count: 100))
        let (items, _) = try await scene.importAll(library)
        #expect(
            statuses(items) == [
                "IMG_0001": .imported, "picture.txt": .imported, "notes.txt": .skipped, "song.mp3": .skipped,
            ])
    }

    // MARK: Parallel jobs

    /// The numbers of parallel jobs change the order of work, and never the results.
    @Test func resultsDoNotDependOnTheNumberOfJobs() async throws {
        for number in 0..<30 {
            let seed = UInt64(number % 20)
            let size = 40 + 37 * (number % 5)
            let photo = TestPhoto.jpeg(seed, width: size, height: size)
            let bytes =
                number % 3 == 0 ? TestPhoto.dated(photo, "20\(10 + number % 7):0\(1 + number % 9):01 00:00:00") : photo
            try scene.add(FilePath("\(number % 4)/IMG_\(number % 6)\(number).jpg"), bytes)
            if number % 5 == 0 { try scene.add(FilePath("\(number % 4)/note \(number).txt"), [1, 2, 3]) }
        }
        struct Outcome: Equatable {
            let items: [String]
            let paths: [String]
            let identifiers: [String]
        }
        var outcomes: [Outcome] = []
        let manifest = try scene.libraryPath.appending("library.json").contents()
        for (ioJobs, jobs) in [(1, 1), (4, 4), (1, 4), (4, 1)] {
            let place = FilePath(scene.folder.path("library \(ioJobs) \(jobs)"))
            try FileManager.default.createDirectory(atPath: place.string, withIntermediateDirectories: true)
            // The libraries have the same identity, so that the local identifiers can be compared.
            try place.appending("library.json").write(manifest)
            let library = try OwnedLibrary(at: place)
            let (items, _) = try await scene.importAll(library, ioJobs: ioJobs, jobs: jobs)
            let paths = try library.storedFiles().map { "\($0.asset.localIdentifier) \($0.resource.kind) \($0.path)" }
            outcomes.append(
                Outcome(
                    items: items.map {
                        "\($0.path) \($0.status) \($0.localIdentifier ?? "") \($0.match?.rawValue ?? "")"
                    },
                    paths: paths, identifiers: try library.allLocalIdentifiers()))
        }
        for outcome in outcomes.dropFirst() {
            #expect(outcome.items == outcomes[0].items)
            #expect(outcome.paths == outcomes[0].paths)
            #expect(outcome.identifiers == outcomes[0].identifiers)
        }
    }
}
