import ContentDigests
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import LibraryStorage
@testable import OpenPhotoKitOwner

@Suite struct PhotoLibraryTests {
    private func manifest(_ scene: Scene) -> URL {
        URL(fileURLWithPath: scene.libraryPath.appending("library.json").string)
    }

    // MARK: Opening

    @Test func openingMakesNoLibrary() throws {
        let scene = try Scene()
        #expect(code { _ = try OwnedLibrary(at: scene.libraryPath) } == .libraryNotFound)
        #expect(!FileManager.default.fileExists(atPath: scene.libraryPath.string))
    }

    @Test func aNewLibraryIsMadeWithItsParentsAndKeepsItsIdentity() throws {
        let scene = try Scene()
        let path = scene.libraryPath.appending("deep").appending("er, with 'quotes' ü")
        let made = try OwnedLibrary(at: path, opening: .creatingIfAbsent)
        let again = try OwnedLibrary(at: path, opening: .creatingIfAbsent)
        #expect(made.local.libraryID == again.local.libraryID)
        #expect(try LibraryManifest.read(from: made.local.folder).formatVersion == 2)
    }

    /// Foundation and SQLite interpret some relative names in another way.
    @Test(arguments: ["relative", "file:odd", ":memory:", "~", "a?b#c%41"]) func anyNameIsAPlaceOnDisk(name: String)
        throws
    {
        let scene = try Scene()
        let path = scene.libraryPath.appending(name)
        let library = try OwnedLibrary(at: path, opening: .creatingIfAbsent)
        #expect(FileManager.default.fileExists(atPath: path.appending("catalog.sqlite").string))
        #expect(try library.assetCount() == 0)
    }

    @Test func aRelativePathIsThatOfTheCurrentFolder() async throws {
        let scene = try Scene()
        try scene.add("a.jpg", TestPhoto.jpeg(1))
        // The test does not change the current folder, because all tests of the process share it.
        let here = FilePath(FileManager.default.currentDirectoryPath)
        let up = here.components.reduce(into: FilePath()) { path, _ in path.append("..") }
        let relative = up.pushing(FilePath(root: nil, scene.libraryPath.components))
        #expect(!relative.isAbsolute)
        let library = try OwnedLibrary(at: relative, opening: .creatingIfAbsent)
        try await scene.importAll(library)
        let paths = try library.assets(withLocalIdentifiers: library.allLocalIdentifiers()).values.flatMap(\.resources)
        #expect(paths.count == 1)
        #expect(
            paths.allSatisfy { library.localPath(of: $0)?.isAbsolute == true }, "The path of a resource is absolute.")
    }

    @Test func aRelativePathOfWhichNothingExistsIsNotFound() {
        #expect(code { _ = try OwnedLibrary(at: "not-there/yet") } == .libraryNotFound)
    }

    @Test func aNewerFormatIsRefusedWithAnyOtherContentOfTheManifest() throws {
        let scene = try Scene()
        _ = try scene.open()
        try Data(#"{"formatVersion": 3, "libraryID": ["other"], "new": true}"#.utf8).write(to: manifest(scene))
        #expect(code { _ = try scene.open() } == .libraryFormatTooNew)
        #expect(code { _ = try OwnedLibrary(at: scene.libraryPath) } == .libraryFormatTooNew)
    }

    @Test(arguments: ["", "{", "[]", "{}", #"{"formatVersion": 1}"#, #"{"formatVersion": "1"}"#, "\0\0\0\0"])
    func aDamagedManifestIsNamedAndLeftAlone(text: String) throws {
        let scene = try Scene()
        _ = try scene.open()
        try Data(text.utf8).write(to: manifest(scene))
        #expect(code { _ = try scene.open() } == .libraryDamaged)
        #expect(try Data(contentsOf: manifest(scene)) == Data(text.utf8))
    }

    @Test func aFileInTheLibrarysPlaceIsAnError() throws {
        let scene = try Scene()
        try scene.libraryPath.write([1, 2, 3])
        #expect(throws: (any Error).self) { _ = try scene.open() }
        #expect(try scene.libraryPath.contents() == [1, 2, 3])
    }

    /// For example, a user can start two imports into a library that does not exist yet.
    @Test func manyMayMakeTheSameLibraryAtOnce() throws {
        for _ in 0..<5 {
            let scene = try Scene()
            let identities = Gathered<UUID>()
            let failures = Gathered<String>()
            DispatchQueue.concurrentPerform(iterations: 8) { _ in
                do { identities.append(try scene.open().local.libraryID) } catch { failures.append("\(error)") }
            }
            #expect(failures.all.isEmpty)
            #expect(Set(identities.all).count == 1)
        }
    }

    // MARK: Local identifiers

    /// The identifier is computed by its definition, from `library.json` and the bytes of the original only.
    @Test func localIdentifiersCanBeMadeAgainFromTheFolder() async throws {
        let scene = try Scene()
        try scene.add("a.jpg", TestPhoto.jpeg(1))
        let identifier = try #require(try await scene.importAll().items.first?.localIdentifier)

        let object = try #require(
            try JSONSerialization.jsonObject(with: Data(contentsOf: manifest(scene))) as? [String: Any])
        let text = try #require(object["libraryID"] as? String)
        let libraryID = text.filter { $0 != "-" }
        let libraryBytes = stride(from: 0, to: 32, by: 2).compactMap {
            UInt8(libraryID.dropFirst($0).prefix(2), radix: 16)
        }
        #expect(libraryBytes.count == 16)
        let original = scene.libraryPath.appending("originals").appending("undated").appending("a.jpg")
        let sha256 = try original.contents().withUnsafeBytes { try ContentHasher.digest(.sha256, of: $0) }
        let seed = Array("OpenPhotoKit local identifier".utf8) + libraryBytes + sha256.bytes
        var bytes = try seed.withUnsafeBytes { try ContentHasher.digest(.sha256, of: $0) }.bytes.prefix(16)
        bytes[6] = bytes[6] & 0x0F | 0x80
        bytes[8] = bytes[8] & 0x3F | 0x80
        let uuid = try #require(UUID(uuidString: identifier))
        #expect(withUnsafeBytes(of: uuid.uuid) { Array($0) } == Array(bytes))
        #expect(uuid.uuidString == identifier)
    }

    @Test func aFileHasAnotherLocalButTheSameCloudIdentifierInAnotherLibrary() async throws {
        let (one, two) = (try Scene(), try Scene())
        let file = TestPhoto.dated(TestPhoto.jpeg(1), "2021:07:04 10:20:30", subSeconds: "120")
        try one.add("a.jpg", file)
        try two.add("other name.jpg", file)
        let (first, second) = (try one.open(), try two.open())
        let firstID = try #require(try await one.importAll(first).items.first?.localIdentifier)
        let secondID = try #require(try await two.importAll(second).items.first?.localIdentifier)
        #expect(firstID != secondID)
        let firstCloud = try #require(first.cloudIdentifierMappings(forLocalIdentifiers: [firstID])[firstID]).get()
        let secondCloud = try #require(second.cloudIdentifierMappings(forLocalIdentifiers: [secondID])[secondID]).get()
        #expect(firstCloud == secondCloud)
        #expect(firstCloud.stringValue == secondCloud.stringValue)
    }

    @Test func anIdentifierStaysWhenTheLibraryIsMovedAndOpenedAgain() async throws {
        let scene = try Scene()
        try scene.add("a.jpg", TestPhoto.jpeg(1))
        let before = try await scene.importAll().items.compactMap(\.localIdentifier)
        let moved = FilePath(scene.folder.path("moved"))
        try FileManager.default.moveItem(atPath: scene.libraryPath.string, toPath: moved.string)
        let library = try OwnedLibrary(at: moved)
        #expect(try library.allLocalIdentifiers() == before)
        let original = try #require(try library.assets(withLocalIdentifiers: before)[before[0]]?.original)
        #expect(try library.place(of: original).starts(with: moved))
        #expect(try library.place(of: original).contents() == TestPhoto.jpeg(1))
    }
}

@Suite struct VolumeTests {
    /// The magic numbers are from the manual page of statfs(2) and linux/magic.h.
    @Test func networkFileSystemsAreKnownByTheirNumbers() {
        let network: [Int64] = [
            0x6969, 0x517B, 0xFF53_4D42, 0xFE53_4D42, 0x0102_1997, 0x6573_5546, 0x00C3_6400, 0x5346_414F, 0x7375_7245,
        ]
        for number in network { #expect(Volume.networkKinds[number] != nil, "\(number)") }
        // ext4, XFS, Btrfs, tmpfs, F2FS, overlayfs, exFAT, VFAT, ZFS, squashfs, bcachefs.
        let local: [Int64] = [
            0xEF53, 0x5846_5342, 0x9123_683E, 0x0102_1994, 0xF2F5_2010, 0x794C_7630, 0x2011_BAB0, 0x4D44, 0x2FC1_2FC1,
            0x7371_7368, 0xCA45_1A4E,
        ]
        for number in local { #expect(Volume.networkKinds[number] == nil, "\(number)") }
    }

    @Test func thisMachinesTemporaryFolderIsLocalAndHasSpace() throws {
        let folder = try TemporaryFolder()
        let volume = try Volume(of: FilePath(folder.url.path))
        #expect(volume.networkKind == nil)
        #expect(volume.availableBytes > 0)
    }

    @Test func aMissingFolderIsOnTheVolumeOfItsParent() throws {
        #expect(try Volume(of: "/proc/not/there/yet").availableBytes == Volume(of: "/proc").availableBytes)
    }

    /// The home folder is that of the environment, as in shells, and not that of the account.
    @Test func theOwnersLibraryIsInTheHomeFolderThatTheEnvironmentNames() throws {
        let scene = try Scene()
        try scene.add("1.jpg", Array("a picture".utf8))
        let home = scene.folder.path("home")
        let outcome = try PhotosProcess.run(
            arguments: ["import", "--quiet", scene.source.string],
            environment: ["HOME": home, "PHOTOS_LIBRARY": "", "XDG_DATA_HOME": ""])
        #expect(outcome.exitCode == 0, "\(outcome.standardError)")
        let library = try OwnedLibrary(
            at: FilePath(home).pushing(".local/share/openphotokit/Photos.library"))
        #expect(try library.assetCount() == 1)
    }
}
