import Foundation
import PhotoCatalog
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import OpenPhotoKitOwner

/// Files to which the library refers, and that have other bytes when they are imported again.
@Suite struct ChangedReferenceTests {
    private let scene: Scene
    private let library: OwnedLibrary
    private let photo = TestPhoto.jpeg(1)
    private let dated = TestPhoto.dated(TestPhoto.jpeg(1), "2017:08:01 10:00:00")
    private let datedLater = TestPhoto.dated(TestPhoto.jpeg(1), "2018:08:01 10:00:00")

    init() throws {
        scene = try Scene()
        library = try scene.open()
    }

    private func faults() throws -> [VerifiedFile] {
        let files = Gathered<VerifiedFile>()
        try library.verifyAndWait { files.append($0) }
        return files.all.filter { $0.status != .ok }
    }

    private func refer() async throws -> (items: [ImportItem], summary: ImportSummary) {
        try await scene.importAll(library, mode: .reference)
    }

    private func only() throws -> (asset: Asset, resource: AssetResource) {
        let files = try library.storedFiles()
        try #require(files.count == 1)
        return (files[0].asset, files[0].resource)
    }

    private func codes(_ item: ImportItem?) -> [String] { item?.warnings.map(\.code) ?? [] }

    // MARK: The same picture

    @Test func anEditedFileStaysTheFileOfItsPhoto() async throws {
        let path = try scene.add("a.jpg", dated)
        _ = try await refer()
        let before = try only()
        let identifier = before.asset.localIdentifier
        let stableIDs = try library.local.catalog.stableIDs(of: [identifier])
        let album = try await library.performChanges { changes in
            let album = try changes.createAlbum(title: "Rome")
            try changes.addAssets([identifier], toAlbum: album.localIdentifier)
            try changes.set(.favorite(true), ofAssets: [identifier])
            return album.localIdentifier
        }
        try path.write(datedLater)
        #expect(try faults().map(\.status) == [.changed])

        let (items, summary) = try await refer()
        #expect(items.map(\.match) == [.path] && codes(items.first) == ["updated"])
        #expect(items.first?.role == .original && items.first?.localIdentifier == identifier)
        #expect(summary.updated == 1 && summary.alternates == 0 && summary.assets == 0)
        let after = try only()
        #expect(after.resource.sha256 != before.resource.sha256 && after.resource.isReference)
        #expect(after.asset.localIdentifier == identifier && after.asset.isFavorite)
        #expect(after.asset.captureTime?.description == "2018-08-01T10:00:00")
        #expect(try library.local.catalog.stableIDs(of: [identifier]) == stableIDs)
        let rome = try #require(try library.fetchAlbums(withLocalIdentifiers: [album]).first)
        #expect(try library.fetchAssets(in: rome).localIdentifiers == [identifier])
        #expect(try faults().isEmpty)
        #expect(try await refer().items.map(\.isResumed) == [true])
        // What the file says no more, the photo says no more.
        try path.write(photo)
        _ = try await refer()
        #expect(try only().asset.captureTime == nil)
        #expect(try faults().isEmpty)
    }

    @Test func theOwnersValuesStay() async throws {
        let path = try scene.add("a.jpg", dated)
        _ = try await refer()
        let identifier = try only().asset.localIdentifier
        let owners = try #require(CaptureTime("2001-02-03T04:05:06"))
        try await library.performChanges { try $0.set(.captureTime(.set(owners)), ofAssets: [identifier]) }
        try path.write(datedLater)
        _ = try await refer()
        #expect(try only().asset.captureTime == owners)
    }

    @Test func theHistoryHasTheUpdate() async throws {
        let path = try scene.add("a.jpg", photo)
        _ = try await refer()
        let token = try library.currentChangeToken
        try path.write(dated)
        _ = try await refer()
        let details = try library.fetchPersistentChanges(since: token).netDetails(for: .asset)
        #expect(details.updatedLocalIdentifiers == [try only().asset.localIdentifier])
        #expect(details.insertedLocalIdentifiers.isEmpty)
    }

    @Test func aDryRunChangesNothing() async throws {
        let path = try scene.add("a.jpg", photo)
        _ = try await refer()
        let before = try only().resource
        try path.write(dated)
        let (_, summary) = try await scene.importAll(library, mode: .reference, dryRun: true)
        #expect(summary.updated == 1)
        #expect(try only().resource == before)
    }

    /// An import that copies stores the bytes that are there now.
    @Test(arguments: [ImportRequest.Mode.copy, .move]) func theBytesOfNowAreCopied(
        mode: ImportRequest.Mode
    ) async throws {
        let path = try scene.add("a.jpg", photo)
        _ = try await refer()
        let identifier = try only().asset.localIdentifier
        try path.write(dated)
        let (items, _) = try await scene.importAll(library, mode: mode)
        #expect(items.map(\.isMoved) == [mode == .move])
        let after = try only()
        #expect(after.asset.localIdentifier == identifier && !after.resource.isReference)
        #expect(try library.place(of: after.resource).contents() == dated)
        try FileManager.default.removeItem(atPath: scene.source.string)
        #expect(try faults().isEmpty)
    }

    /// A raw file has no digest of image data, so its preview is compared.
    @Test func aRawFileWithOtherMetadataStaysTheFileOfItsPhoto() async throws {
        let path = try scene.add("a.raf", TestPhoto.raw(photo))
        _ = try await refer()
        let identifier = try only().asset.localIdentifier
        try path.write(TestPhoto.raw(photo) + [0])
        #expect(try await refer().items.map(\.match) == [.path])
        #expect(try only().asset.localIdentifier == identifier)
        #expect(try faults().isEmpty)
        try path.write(TestPhoto.raw(TestPhoto.jpeg(2)))
        #expect(try await refer().summary.replaced == 1)
    }

    @Test func aChangedSidecarReplacesItsValues() async throws {
        func sidecar(_ rating: Int) -> [UInt8] {
            Array(
                """
                <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
                <rdf:Description xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:Rating="\(rating)"/>
                </rdf:RDF></x:xmpmeta>
                """.utf8)
        }
        try scene.add("a.jpg", photo)
        let path = try scene.add("a.jpg.xmp", sidecar(3))
        _ = try await refer()
        #expect(try library.storedFiles().first?.asset.metadata.rating == 3)
        try path.write(sidecar(5))
        #expect(try await refer().summary.updated == 1)
        let files = try library.storedFiles()
        #expect(files.map(\.resource.kind) == [.original, .sidecar] && files[0].asset.metadata.rating == 5)
        #expect(try faults().isEmpty)
    }

    /// `exiftool` keeps the earlier file under another name, which the same import reads.
    @Test(
        arguments: [ImportRequest.Mode.copy, .reference], ["a.jpg_original", "0.jpg"])
    func theEarlierFileIsNotLost(mode: ImportRequest.Mode, name: String) async throws {
        for edited in [dated, TestPhoto.commented(dated, "longer")] {
            let scene = try Scene()
            let library = try scene.open()
            let path = try scene.add("a.jpg", datedLater)
            try await scene.importAll(library, mode: .reference)
            try path.write(edited)
            try scene.add(FilePath(name), datedLater)
            // A second import may have to read what the first one could not decide.
            for _ in 1...2 { try await scene.importAll(library, mode: mode) }
            let files = try library.storedFiles()
            #expect(try Set(files.map { try $0.place.contents() }) == [edited, datedLater])
            #expect(Set(files.map(\.asset.localIdentifier)).count == 1)
            if mode == .copy { #expect(files.allSatisfy { !$0.resource.isReference }) }
            let checked = Gathered<VerifiedFile>()
            try library.verifyAndWait { checked.append($0) }
            #expect(checked.all.map(\.status) == [.ok, .ok])
        }
    }

    // MARK: Another picture

    /// A photo of which the file was replaced by another photo.
    private func replaced() async throws -> (path: FilePath, lost: String, new: String) {
        let path = try scene.add("a.jpg", photo)
        _ = try await refer()
        let lost = try only().asset.localIdentifier
        try path.write(TestPhoto.jpeg(2))
        let (items, summary) = try await refer()
        #expect(items.map(\.status) == [.imported] && codes(items.first) == ["replaced"])
        #expect(items.first?.warnings == [.replaced(asset: lost)])
        #expect(summary.replaced == 1 && summary.assets == 1)
        return (path, lost, try #require(items.first?.localIdentifier))
    }

    @Test func aReplacedFileIsAPhotoOfItsOwn() async throws {
        let (path, lost, new) = try await replaced()
        #expect(new != lost)
        for _ in 1...2 {
            let found = try faults()
            #expect(found.map(\.localIdentifier) == [lost] && found.map(\.status) == [.changed])
            let message = try #require(found.first?.error?.message)
            #expect(message.contains("nowhere else") && message.contains("backup") && message.contains("delete"))
            #expect(!message.contains("import it again"))
            #expect(try library.damagedFiles() == [FileOfAsset(asset: lost, path: path)])
            // Importing again changes nothing.
            #expect(try await refer().items.map(\.isResumed) == [true])
        }
        #expect(try library.localIdentifiers(ofPhotosNamed: [path.string]) == [[new]])
        // The other remedy.
        try await library.performChanges { try $0.deleteAssets([lost]) }
        #expect(try await library.purgeDeletedAssets([lost]) == [lost])
        #expect(try faults().isEmpty)
    }

    /// The remedy in the message must succeed: under another name, and in its place.
    @Test func theOldFileFromABackupIsFound() async throws {
        let (path, lost, new) = try await replaced()
        let restored = try scene.add("restored.jpg", photo)
        let (items, summary) = try await refer()
        #expect(items.contains { $0.localIdentifier == lost && codes($0) == ["restored"] })
        #expect(summary.followed == 1)
        #expect(try faults().isEmpty && library.damagedFiles().isEmpty)
        let place = try #require(try library.storedFiles().first { $0.asset.localIdentifier == lost }?.place)
        #expect(place == restored)

        try path.write(photo)
        #expect(try await refer().items.contains { $0.warnings == [.replaced(asset: new)] })
        #expect(try faults().map(\.localIdentifier) == [new])
    }

    @Test func anImportThatCopiesSaysItToo() async throws {
        let path = try scene.add("a.jpg", photo)
        _ = try await refer()
        let lost = try only().asset.localIdentifier
        try path.write(TestPhoto.jpeg(2))
        let (items, _) = try await scene.importAll(library)
        #expect(items.first?.warnings == [.replaced(asset: lost)])
        #expect(try faults().map(\.localIdentifier) == [lost])
    }

    /// The bytes of another photo of the library take the place.
    @Test func aFileWithTheBytesOfAnotherPhotoIsNamed() async throws {
        let path = try scene.add("a.jpg", photo)
        try scene.add("b.jpg", TestPhoto.jpeg(2))
        let lost = try #require(try await refer().items.first { $0.path == path }?.localIdentifier)
        try path.write(TestPhoto.jpeg(2))
        let (items, _) = try await refer()
        #expect(items.first { $0.path == path }?.warnings == [.replaced(asset: lost)])
        #expect(try faults().map(\.localIdentifier) == [lost])
    }

    // MARK: Checks

    /// A check of a disk that is not mounted must not make the next import read all files again.
    @Test func aReferenceThatIsBackIsNotReadAgain() async throws {
        let path = try scene.add("nas/a.jpg", photo)
        _ = try await refer()
        let (nas, aside) = (path.removingLastComponent(), scene.folder.filePath.appending("unmounted"))
        try FileManager.default.moveItem(atPath: nas.string, toPath: aside.string)
        #expect(try faults().map(\.status) == [.missing])
        #expect(try library.damagedFiles().count == 1)
        try FileManager.default.moveItem(atPath: aside.string, toPath: nas.string)
        #expect(try await refer().items.map(\.isResumed) == [true])
        #expect(try faults().isEmpty && library.damagedFiles().isEmpty)
    }
}
