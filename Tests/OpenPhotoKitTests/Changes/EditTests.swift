import Foundation
import MessageSupport
import Originals
import PhotoCatalog
import SystemPackage
import TestSupport
import Testing

@testable import OpenPhotoKitOwner

/// Edits of photos.
@Suite(.withAndWithoutMessages) struct EditTests {
    private let scene: Scene
    private let photo: String

    init() async throws {
        scene = try Scene()
        try scene.add("1.jpg", TestPhoto.dated(TestPhoto.jpeg(1), "2024:05:17 10:30:00"))
        let library = try scene.open()
        try await scene.importAll(library)
        photo = try #require(try library.allLocalIdentifiers().first)
    }

    private func asset(_ library: OwnedLibrary) throws -> Asset {
        try #require(try library.assets(withLocalIdentifiers: [photo])[photo])
    }

    private func data(_ byte: UInt8) -> AdjustmentData {
        AdjustmentData(formatIdentifier: "org.example.editor", formatVersion: "1.\(byte)", data: Data([byte, 0, 255]))
    }

    private func edit(_ library: OwnedLibrary, _ byte: UInt8, _ rendered: [UInt8]) throws {
        try library.performChangesAndWait { changes in
            try changes.editAsset(
                photo, rendered: .data(Data(rendered), filename: "edit.jpg"), adjustmentData: data(byte))
        }
    }

    private func files() -> [String] { tree(scene.libraryPath.appending("attached")).keys.sorted() }

    private func findings(_ library: OwnedLibrary) throws -> [VerifiedFile.Status] {
        let found = Gathered<VerifiedFile>()
        try library.verifyAndWait { found.append($0) }
        return found.all.map(\.status)
    }

    @Test func anEditIsStoredBesideTheOriginalReplacedAndReverted() throws {
        let library = try scene.open()
        let before = try asset(library)
        let signature = try library.signature(of: photo)
        let cloud = try library.cloudIdentifierMappings(forLocalIdentifiers: [photo])[photo]?.get()
        for byte in [1, 2] as [UInt8] {
            let rendered = TestPhoto.jpeg(UInt64(10 + byte))
            try edit(library, byte, rendered)
            let edited = try asset(library)
            #expect(edited.resources.map(\.kind) == [.original, .fullSizePhoto, .adjustmentData])
            #expect(try library.place(of: edited.resources[1]).contents() == rendered)
            #expect(try library.adjustmentData(of: photo) == data(byte))
            #expect(edited.original == before.original && edited.size == before.size)
            #expect(edited.modificationDate > before.modificationDate)
            #expect(files().count == 2 + 3, "Two files, and folders for year, month and photo.")
            #expect(try findings(library) == [.ok, .ok, .ok])
        }
        #expect(try library.signature(of: photo) == signature)
        #expect(try library.cloudIdentifierMappings(forLocalIdentifiers: [photo])[photo]?.get() == cloud)
        try library.performChangesAndWait { try $0.revertAssets([photo]) }
        #expect(try asset(library).resources == before.resources)
        #expect(try library.adjustmentData(of: photo) == nil)
        #expect(try findings(library) == [.ok])
        #expect(scene.leftovers.isEmpty)
    }

    /// The size is that of the displayed picture, after the orientation is applied.
    @Test func theSizeIsThatOfTheDisplayedPicture() throws {
        let library = try scene.open()
        func found() throws -> [String] {
            let query = AssetQuery(.and([.width(100...100), .height(240...240)]))
            return try Array(library.fetchAssets(query)).map(\.localIdentifier)
        }
        let signature = try library.signature(of: photo)
        try edit(
            library, 1,
            TestPhoto.dated(TestPhoto.jpeg(11, width: 240, height: 100), "2024:05:17 10:30:00", orientation: 6))
        let edited = try asset(library)
        #expect(edited.size == PixelSize(width: 100, height: 240))
        #expect(edited.resources.map(\.size) == [PixelSize(width: 320, height: 240), edited.size, nil])
        #expect(try found() == [photo])
        #expect(try library.signature(of: photo) == signature, "What is compared is the original.")
        try edit(library, 2, TestPhoto.jpeg(12, width: 64, height: 80))
        #expect(try asset(library).size == PixelSize(width: 64, height: 80))
        try library.performChangesAndWait { try $0.revertAssets([photo]) }
        #expect(try asset(library).size == PixelSize(width: 320, height: 240))
        #expect(try found().isEmpty)
    }

    /// An imported edited picture counts as the edit only together with its adjustment data.
    @Test func anImportedEditCountsWithItsAdjustmentData() async throws {
        let time = "2024:06:01 10:30:00"
        try scene.add("new/IMG_0001.JPG", TestPhoto.dated(TestPhoto.jpeg(30), time))
        try scene.add("new/IMG_E0001.JPG", TestPhoto.dated(TestPhoto.jpeg(31, width: 200, height: 200), time))
        let library = try scene.open()
        try await scene.importAll(library)
        func size() throws -> PixelSize? {
            try library.assets(withLocalIdentifiers: library.allLocalIdentifiers()).values.first {
                $0.resources.contains { $0.kind == .fullSizePhoto }
            }?.size
        }
        #expect(try size() == PixelSize(width: 320, height: 240), "By itself it is no edit.")
        let keys: [String: Any] = ["adjustmentFormatIdentifier": "com.apple.photo", "adjustmentData": Data([1])]
        try scene.add("new/IMG_0001.AAE", GroupedImportTests.plist(keys))
        try await scene.importAll(library)
        #expect(try size() == PixelSize(width: 200, height: 200))
    }

    /// The rendered picture of an edit does not count as a stored copy of an imported file with the same bytes.
    ///
    /// A revert removes the rendered picture, and the imported file may no longer exist at its source.
    @Test func aRenderedPictureIsNoCopyOfAnImportedFile() async throws {
        let library = try scene.open()
        let rendered = TestPhoto.jpeg(20)
        try edit(library, 1, rendered)
        let digest = try #require(try asset(library).resources.first { $0.kind == .fullSizePhoto }).sha256
        #expect(try library.catalog.ownFiles(with: digest).isEmpty)
        try scene.add("export.jpg", rendered)
        let item = try #require(
            try await scene.importAll(library).items.first { $0.path.lastComponent == "export.jpg" })
        #expect(item.match == .imageData, "Not by its bytes.")
        try library.performChangesAndWait { try $0.revertAssets([photo]) }
        let stored = try #require(try library.catalog.ownFiles(with: digest).first)
        guard case .here(let path, _) = library.local.context.originals.state(of: stored.content) else {
            Issue.record("The file is not in the library's folder.")
            return
        }
        #expect(try path.contents() == rendered)
    }

    /// The same holds for an asset that is created from such a file: the file becomes an alternate of the edited photo.
    @Test func aRenderedPictureIsNoCopyOfTheFileOfANewAsset() throws {
        let library = try scene.open()
        let rendered = TestPhoto.jpeg(20)
        try edit(library, 1, rendered)
        let export = try scene.add("export.jpg", rendered)
        let made = try library.performChangesAndWait { changes in
            let made = try changes.createAsset(AssetCreationRequest(original: .file(export)))
            // Also if the edit is reverted in the same block.
            try changes.revertAssets([photo])
            return made.localIdentifier
        }
        #expect(made == photo)
        library.removeStoredFiles([export])
        #expect(!FileManager.default.fileExists(atPath: export.string))
        let resources = try asset(library).resources
        #expect(resources.map(\.kind) == [.original, .alternate])
        #expect(try library.place(of: resources[1]).contents() == rendered)
        #expect(try findings(library) == [.ok, .ok])
    }

    @Test func anImportedEditThatIsRevertedIsKept() async throws {
        let picture = TestPhoto.dated(TestPhoto.jpeg(30), "2024:06:01 10:30:00")
        let edited = TestPhoto.dated(TestPhoto.jpeg(31), "2024:06:01 10:30:00")
        try scene.add("new/IMG_0001.JPG", picture)
        try scene.add("new/IMG_E0001.JPG", edited)
        let library = try scene.open()
        try await scene.importAll(library)
        let owner = try #require(
            try library.assets(withLocalIdentifiers: library.allLocalIdentifiers()).values.first {
                $0.resources.contains { $0.kind == .fullSizePhoto }
            })
        try library.performChangesAndWait { try $0.revertAssets([owner.localIdentifier]) }
        let after = try #require(
            try library.assets(withLocalIdentifiers: [owner.localIdentifier])[owner.localIdentifier])
        #expect(after.resources.map(\.kind) == [.original, .alternatePhoto])
        #expect(try library.place(of: after.resources[1]).contents() == edited)
    }

    @Test func editsSurviveARepair() throws {
        var library: OwnedLibrary? = try scene.open()
        try edit(try #require(library), 1, TestPhoto.jpeg(11))
        let before = try asset(try #require(library))
        library = nil
        try FileManager.default.removeItem(atPath: scene.libraryPath.appending("catalog.sqlite").string)
        for suffix in ["-wal", "-shm"] {
            unlink(scene.libraryPath.appending("catalog.sqlite\(suffix)").string)
        }
        try FileManager.default.removeItem(atPath: scene.libraryPath.appending("catalog-copy").string)
        _ = try OwnedLibrary.repairAndWait(at: scene.libraryPath) { _ in }
        let repaired = try scene.open()
        #expect(try asset(repaired).resources == before.resources)
        #expect(try repaired.adjustmentData(of: photo) == data(1))
        #expect(try findings(repaired) == [.ok, .ok, .ok])
        try repaired.performChangesAndWait { try $0.revertAssets([photo]) }
        // After the repair the library cannot know that it created the edit, so a revert does not delete the files.
        #expect(try asset(repaired).resources.map(\.kind).contains(.fullSizePhoto) == false)
        #expect(try findings(repaired) == [.ok, .ok, .ok])
    }

    @Test func onlyAWholePictureAndNamedDataAreAnEdit() throws {
        let library = try scene.open()
        #expect(code { try edit(library, 1, Array(TestPhoto.jpeg(11).dropLast(4000))) } == .invalidResource)
        #expect(code { try edit(library, 1, Array("text".utf8)) } == .invalidResource)
        func codeOfEdit(_ data: AdjustmentData) -> PhotoLibraryError.Code? {
            code {
                try library.performChangesAndWait { changes in
                    try changes.editAsset(
                        photo, rendered: .data(Data(TestPhoto.jpeg(11)), filename: "a.jpg"), adjustmentData: data)
                }
            }
        }
        #expect(
            codeOfEdit(AdjustmentData(formatIdentifier: "", formatVersion: "1", data: Data([1]))) == .invalidResource)
        #expect(
            codeOfEdit(AdjustmentData(formatIdentifier: "f", formatVersion: "", data: Data([1]))) == .invalidResource)
        let large = Data(count: AdjustmentData.maximumBytes + 1)
        #expect(codeOfEdit(AdjustmentData(formatIdentifier: "f", formatVersion: "1", data: large)) == .limitExceeded)
        #expect(try asset(library).resources.count == 1)
        #expect(files().isEmpty)
    }

    @Test func videosAreNotEdited() throws {
        let library = try scene.open()
        let video = try library.performChangesAndWait { changes in
            try changes.createAsset(
                AssetCreationRequest(original: .data(Data(GroupedImportTests.video(seconds: 9)), filename: "a.mov")))
        }
        let code = code {
            try library.performChangesAndWait { changes in
                try changes.editAsset(
                    video.localIdentifier, rendered: .data(Data(TestPhoto.jpeg(11)), filename: "a.jpg"),
                    adjustmentData: data(1))
            }
        }
        #expect(code == .requestNotSupportedForAsset)
        #expect(try findings(library) == [.ok, .ok])
    }

    /// A photo can be created and edited in one block, and two photos can have the same edit.
    @Test func aNewAssetIsEditedInItsBlock() throws {
        let library = try scene.open()
        let made = try library.performChangesAndWait { changes in
            let made = try changes.createAsset(
                AssetCreationRequest(original: .data(Data(TestPhoto.jpeg(2)), filename: "2.jpg")))
            for asset in [photo, made.localIdentifier] {
                try changes.editAsset(
                    asset, rendered: .data(Data(TestPhoto.jpeg(11)), filename: "a.jpg"), adjustmentData: data(1))
            }
            return made.localIdentifier
        }
        for asset in try library.assets(withLocalIdentifiers: [photo, made]).values {
            #expect(asset.resources.map(\.kind) == [.original, .fullSizePhoto, .adjustmentData])
        }
        #expect(try findings(library) == Array(repeating: .ok, count: 6))
    }

    // MARK: Crashes

    /// `photos edit` replaces an edit, and is killed before each call that changes the disk, one call in each run.
    @Test(.long, .enabled(if: FaultInjection.compiler != nil, "it needs a C compiler"), .timeLimit(.minutes(5)))
    func killedAtAnyMomentTheEditIsTheOldOneOrTheNew() throws {
        let killer = try FaultInjection.library("kill-at-call", in: scene.folder)
        let adjustment = scene.folder.path("edit.bin")
        let pictures = try (0..<2).map { number in
            try scene.add(FilePath("\(number)-edit.jpg"), TestPhoto.jpeg(UInt64(20 + number), width: 64, height: 64))
        }
        var (killed, call) = (0, 1)
        while true {
            // The present edit is complete, in any state after the last run.
            let old = killed % 2
            try scene.open().performChangesAndWait { changes in
                try changes.editAsset(photo, rendered: .file(pictures[old]), adjustmentData: data(UInt8(old)))
            }
            try Data([UInt8(1 - old), 0, 255]).write(to: URL(fileURLWithPath: adjustment))
            let outcome = try PhotosProcess.run(
                arguments: [
                    "edit", photo, "--rendered", pictures[1 - old].string, "--adjustment", adjustment,
                    "--format-identifier", "org.example.editor", "--format-version", "1.\(1 - old)", "--no-jail",
                    "--library", scene.libraryPath.string,
                ], environment: ["LD_PRELOAD": killer, "KILL_AT_CALL": "\(call)"])
            let library = try scene.open()
            let resources = try asset(library).resources
            #expect(resources.map(\.kind) == [.original, .fullSizePhoto, .adjustmentData])
            let state = outcome.exitCode == 0 ? 1 - old : try library.adjustmentData(of: photo) == data(1) ? 1 : 0
            #expect(try library.adjustmentData(of: photo) == data(UInt8(state)), "call \(call)")
            #expect(try library.place(of: resources[1]).contents() == pictures[state].contents(), "call \(call)")
            #expect(try findings(library) == [.ok, .ok, .ok], "call \(call)")
            // The next change with files removes the files of the killed process.
            try library.performChangesAndWait { try $0.revertAssets([photo]) }
            #expect(scene.leftovers.isEmpty && files().filter { $0.contains("-") }.isEmpty, "call \(call)")
            guard outcome.exitCode != 0 else { break }
            #expect(outcome.exitCode == 128 + SIGKILL, "\(outcome.standardError)")
            (killed, call) = (killed + 1, call + LongTests.count(12, all: 3))
        }
        #expect(killed > LongTests.count(1, all: 5))
    }
}
