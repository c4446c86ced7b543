import Foundation
import MessageSupport
import OpenPhotoKitOwner
import SystemPackage
import TestSupport
import Testing

/// Albums and folders whose photos were encoded again on the other device, or that differ in some of their photos.
///
/// Pillow encodes photos of the corpus twice: for the device that makes the identifiers, and for the one that resolves
/// them. Each test adds its albums to copies of both libraries.
@Suite(
    .serialized, .enabled(if: Corpus.isPresent, Comment(rawValue: Corpus.absence)),
    .enabled(if: Python.has("PIL.Image"), "python3 with Pillow is absent"))
struct AlbumContentTests {
    private static let files = Corpus.entries.map(\.path)
        .filter { $0.contains(#/^photos-(kodak|cid22)\/.*\/(pexels-photo-)?\d+\.png$/#) }.sorted()
    /// The number of photos of each device: more than the 32 that an identifier names.
    private static let count = 48

    private static let script = """
        import sys
        from PIL import Image
        folder, *paths = sys.argv[1:]
        for number, path in enumerate(paths):
            photo = Image.open(path).convert("RGB")
            photo.thumbnail((512, 512))
            photo.save(f"{folder}/mine/{number:02}.jpg", quality=93)
            photo.save(f"{folder}/theirs/{number:02}.jpg", quality=75)
        """

    /// The libraries of both devices, without albums.
    private struct Devices {
        let folder: TemporaryFolder
        /// The local identifiers of photos that are found on the other device, in the same order.
        let mine: [String]
        let theirs: [String]

        init() async throws {
            folder = try TemporaryFolder()
            for name in ["mine", "theirs"] {
                try FileManager.default.createDirectory(
                    atPath: folder.path(name), withIntermediateDirectories: true)
            }
            let paths = AlbumContentTests.files.map { Corpus.folder.appendingPathComponent($0).path }
            let made = try Python.run(script: AlbumContentTests.script, [folder.url.path] + paths)
            try #require(made.exit == 0, "\(made.output)")
            let (here, mine) = try await Self.store(folder, "mine")
            let (there, theirs) = try await Self.store(folder, "theirs")
            let identifiers = here.cloudIdentifierMappings(forLocalIdentifiers: mine)
            let answers = there.resolveAndWait(try mine.map { try #require(identifiers[$0]).get() })
            let pairs = try zip(zip(mine, theirs), answers).filter { pair, answer in
                try answer.get().localIdentifier == pair.1
            }
            try #require(pairs.count >= AlbumContentTests.count)
            self.mine = pairs.prefix(AlbumContentTests.count).map(\.0.0)
            self.theirs = pairs.prefix(AlbumContentTests.count).map(\.0.1)
        }

        /// A library of the files in a folder, and its photos in the order of the names.
        private static func store(
            _ folder: TemporaryFolder, _ name: String
        ) async throws -> (OwnedLibrary, [String]) {
            let library = try OwnedLibrary(at: FilePath(folder.path("\(name).library")), opening: .creatingIfAbsent)
            let stored = Gathered<ImportItem>()
            let request = ImportRequest(paths: [FilePath(folder.path(name))])
            _ = try await library.importFiles(request) { stored.append($0) }
            let items = stored.all.sorted { $0.path.string < $1.path.string }
            try #require(items.count == AlbumContentTests.files.count)
            return (library, try items.map { try #require($0.localIdentifier) })
        }
    }

    private static let devices = Task { try await Devices() }

    /// A copy of a device's library, to which a test adds albums.
    private struct Device {
        let library: OwnedLibrary
        let photos: [String]
        private let folder: TemporaryFolder

        init(_ name: String, _ photos: KeyPath<Devices, [String]>) async throws {
            let devices = try await AlbumContentTests.devices.value
            folder = try TemporaryFolder()
            let path = folder.path("library")
            try FileManager.default.copyItem(atPath: devices.folder.path("\(name).library"), toPath: path)
            library = try OwnedLibrary(at: FilePath(path)).overMessagesIfRequested()
            self.photos = devices[keyPath: photos]
        }

        static func mine() async throws -> Device { try await Device("mine", \.mine) }
        static func theirs() async throws -> Device { try await Device("theirs", \.theirs) }

        @discardableResult
        func addAlbum(_ title: String, _ members: [Int], inFolder folder: String? = nil) throws -> String {
            try library.performChangesAndWait { changes in
                let album = try changes.createAlbum(title: title, inFolder: folder).localIdentifier
                try changes.addAssets(members.map { photos[$0] }, toAlbum: album)
                return album
            }
        }

        func identifiers(of objects: [String]) throws -> [CloudIdentifier] {
            let mappings = library.cloudIdentifierMappings(forLocalIdentifiers: objects)
            return try objects.map { try CloudIdentifier(stringValue: #require(mappings[$0]).get().stringValue) }
        }

        /// The answer for the last of the identifiers, which are resolved in one call.
        func resolve(_ identifiers: [CloudIdentifier]) throws -> Resolution {
            try #require(library.resolveAndWait(identifiers).last).get()
        }
    }

    // MARK: Photos that were encoded again

    @Test(arguments: [5, 32, 48]) func anAlbumIsFoundByItsPhotos(count: Int) async throws {
        let (mine, theirs) = (try await Device.mine(), try await Device.theirs())
        let members = Array(0..<count)
        let album = try mine.addAlbum("Rome", members)
        let same = try theirs.addAlbum("Rome", members)
        try theirs.addAlbum("Oslo", Array(40..<48))
        let photos = try mine.identifiers(of: members.map { mine.photos[$0] })
        let asked = try mine.identifiers(of: [album])
        for answer in theirs.library.resolveAndWait(photos) {
            #expect(try answer.get().status == .found && answer.get().evidence == .content)
        }
        let found = try theirs.resolve(photos + asked)
        #expect(found.localIdentifier == same && found.evidence == .content && found.kind == .album)
        #expect(found.candidates.map(\.reason) == [.sameTitleAndMembers] && found.candidates[0].score == 1)
        // The order of the identifiers has no effect on the answers and their order.
        let other = theirs.library.resolveAndWait(asked + photos)
        #expect(try #require(other.first).get().localIdentifier == same)
        #expect(try other.dropFirst().map { try $0.get().localIdentifier } == members.map { theirs.photos[$0] })
        // The album's identifier alone names files that this device does not have.
        let alone = try theirs.resolve(asked)
        #expect(alone.status == .multiple && alone.candidates.map(\.reason) == [.sameTitle])
    }

    @Test func aRenamedAlbumIsFoundByItsPhotos() async throws {
        let (mine, theirs) = (try await Device.mine(), try await Device.theirs())
        let asked = try mine.identifiers(of: mine.photos + [mine.addAlbum("Rome", Array(0..<48))])
        // 47 of 48 photos are in both.
        let renamed = try theirs.addAlbum("Italy", Array(1..<48))
        let found = try theirs.resolve(asked)
        #expect(found.localIdentifier == renamed && found.candidates.map(\.reason) == [.sameMembers])
    }

    @Test func aFolderIsFoundByThePhotosOfItsAlbums() async throws {
        let (mine, theirs) = (try await Device.mine(), try await Device.theirs())
        func addFolder(_ device: Device, _ title: String) throws -> String {
            let folder = try device.library.performChangesAndWait { try $0.createFolder(title: title).localIdentifier }
            try device.addAlbum("Rome", Array(0..<20), inFolder: folder)
            try device.addAlbum("Oslo", Array(20..<40), inFolder: folder)
            return folder
        }
        let asked = try mine.identifiers(of: mine.photos + [addFolder(mine, "Travels")])
        let same = try addFolder(theirs, "Travels")
        let found = try theirs.resolve(asked)
        #expect(found.localIdentifier == same && found.kind == .folder)
        #expect(found.candidates.map(\.reason) == [.sameTitleAndMembers])
    }

    @Test func decisionsOfAPersonCount() async throws {
        let (mine, theirs) = (try await Device.mine(), try await Device.theirs())
        let album = try mine.identifiers(of: [mine.addAlbum("Rome", Array(0..<6))])
        let same = try theirs.addAlbum("Rome", Array(0..<6))
        #expect(try theirs.resolve(album).status == .multiple)
        for (number, photo) in try mine.identifiers(of: Array(mine.photos.prefix(6))).enumerated() {
            try theirs.library.decide(photo, isSame: true, as: theirs.photos[number])
        }
        #expect(try theirs.resolve(album).localIdentifier == same)
    }

    // MARK: Other albums

    /// An album that is asked for, the albums of the other library, and the one that is the answer.
    struct Case: CustomTestStringConvertible {
        let testDescription: String
        var title = "Rome"
        let asked: Range<Int>
        let there: [(title: String, members: Range<Int>)]
        /// The index of the answer; `nil` if a person decides, or if there is no such album.
        var answer: Int?

        static let all = [
            Case(
                testDescription: "another card with a folder of the same name", title: "100CANON", asked: 0..<12,
                there: [("100CANON", 12..<24)]),
            Case(
                testDescription: "two cards with folders of the same name", title: "100CANON", asked: 0..<12,
                there: [("100CANON", 12..<24), ("100CANON", 0..<12)], answer: 1),
            Case(testDescription: "a part with the same title", asked: 0..<24, there: [("Rome", 0..<12)]),
            Case(testDescription: "a whole with the same title", asked: 0..<12, there: [("Rome", 0..<24)]),
            Case(testDescription: "a selection", asked: 0..<20, there: [("Best of Rome", 0..<18)]),
            Case(
                testDescription: "a selection beside the album", asked: 0..<20,
                there: [("Best of Rome", 0..<18), ("Rome", 0..<20)], answer: 1),
            Case(
                testDescription: "the album whose selection is asked for", title: "Best of Rome", asked: 0..<18,
                there: [("Rome", 0..<20)]),
            Case(testDescription: "half of the photos in both", asked: 0..<24, there: [("Rome", 12..<36)]),
            Case(testDescription: "two thirds of many photos in both", asked: 0..<40, there: [("Rome", 8..<48)]),
            Case(
                testDescription: "a copy that was changed", asked: 0..<24,
                there: [("Rome, to print", 0..<22)]),
            Case(
                testDescription: "a copy that was changed beside the album", asked: 0..<24,
                there: [("Rome, to print", 0..<22), ("Rome", 0..<24)], answer: 1),
            Case(
                testDescription: "a copy that was changed beside the renamed album", asked: 0..<40,
                there: [("Rome, to print", 0..<39), ("Italy", 0..<40)]),
            Case(
                testDescription: "a changed copy that has the title now", asked: 0..<24,
                there: [("Rome", 0..<14), ("Rome, before", 0..<24)]),
            Case(
                testDescription: "a copy with most photos that has the title now", asked: 0..<24,
                there: [("Rome", 0..<19), ("Rome, before", 0..<24)]),
            Case(testDescription: "a renamed copy", asked: 0..<24, there: [("Italy", 0..<24)], answer: 0),
            Case(
                testDescription: "two renamed copies", asked: 0..<24, there: [("Italy", 0..<24), ("2019", 0..<24)]),
            Case(testDescription: "few photos with another title", asked: 0..<4, there: [("Italy", 0..<4)]),
            Case(testDescription: "one photo with another title", asked: 0..<1, there: [("Profile", 0..<1)]),
            Case(testDescription: "an empty album", asked: 0..<0, there: [("Rome", 0..<0)]),
            Case(testDescription: "an empty album and a full one", asked: 0..<0, there: [("Rome", 0..<5)]),
            Case(testDescription: "a full album and an empty one", asked: 0..<5, there: [("Rome", 0..<0)]),
            Case(
                testDescription: "an album that has grown a little", asked: 0..<20, there: [("Rome", 0..<22)], answer: 0
            ),
        ]
    }

    /// Whether the photos were encoded again does not matter.
    @Test(arguments: LongTests.every(3, of: Case.all), [false, true])
    func noOtherAlbumIsFound(one: Case, isEncodedAgain: Bool) async throws {
        let mine = try await Device.mine()
        let theirs = isEncodedAgain ? try await Device.theirs() : try await Device.mine()
        let asked = try mine.identifiers(of: mine.photos + [mine.addAlbum(one.title, Array(one.asked))])
        let there = try one.there.map { try theirs.addAlbum($0.title, Array($0.members)) }
        let answer = try theirs.resolve(asked)
        #expect(answer.localIdentifier == one.answer.map { there[$0] }, "\(answer.candidates.map(\.explanation))")
    }

    /// Where only some photos are known, less is known about the album, and nothing wrong.
    @Test func fewKnownPhotosFindNothing() async throws {
        let (mine, theirs) = (try await Device.mine(), try await Device.theirs())
        let asked = try mine.identifiers(of: [mine.addAlbum("Rome", Array(0..<24))])
        let other = try theirs.addAlbum("Rome", Array(0..<24))
        for count in [0, 6, 12] {
            let answer = try theirs.resolve(mine.identifiers(of: Array(mine.photos.prefix(count))) + asked)
            #expect(answer.status == .multiple && answer.candidates.map(\.localIdentifier) == [other])
        }
    }
}
