import Foundation
import PhotoCatalog
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import LibraryMaintenance
@testable import OpenPhotoKitOwner

/// A damaged file of the library is replaced by a file with exactly the right bytes.
@Suite struct HealingTests {
    private let scene: Scene
    private let library: OwnedLibrary
    private let photo = TestPhoto.jpeg(1)

    init() async throws {
        scene = try Scene()
        library = try scene.open()
        try scene.add("a.jpg", photo)
        try scene.add("b.jpg", TestPhoto.jpeg(2))
        try await scene.importAll(library)
    }

    private func stored(_ bytes: [UInt8]) throws -> FilePath {
        try #require(try library.storedFiles().map(\.place).first { try $0.contents() == bytes })
    }

    /// Changes one bit of a stored file; its size and time stay.
    private func flip(_ path: FilePath) throws -> [UInt8] {
        var status = stat()
        stat(path.string, &status)
        var bytes = try path.contents()
        bytes[bytes.count / 2] ^= 1
        try path.write(bytes)
        let times = [status.st_atim, status.st_mtim]
        utimensat(AT_FDCWD, path.string, times, 0)
        return bytes
    }

    private func faults() throws -> [VerifiedFile.Status] {
        let files = Gathered<VerifiedFile>()
        try library.verifyAndWait { files.append($0) }
        return files.all.map(\.status).filter { $0 != .ok }
    }

    private func heal(from paths: [FilePath]) throws -> [HealedFile] {
        var files: [HealedFile] = []
        try library.healDamagedFilesAndWait(from: paths) { files.append($0) }
        return files
    }

    /// The bytes may be right, so an import must not replace the file.
    @Test func aFileThatThisUserMayNotReadIsNoDamage() throws {
        let file = try #require(try library.storedFiles().first)
        var record = try DamageRecord(library.catalog, in: library.path, isActive: true)
        for (code, count) in [(PhotoLibraryError.Code.accessUserDenied, 0), (.accessRestricted, 0), (.unreadable, 1)] {
            record.add(
                VerifiedFile(
                    localIdentifier: file.asset.localIdentifier, path: file.place, status: .unreadable,
                    error: PhotoLibraryError(code, "")))
            record.write()
            #expect(try library.catalog.damagedFiles().count == count)
        }
    }

    // MARK: Import

    @Test func anImportHealsFilesThatACheckFound() async throws {
        let path = try stored(photo)
        let bad = try flip(path)
        let unread = try await scene.importAll(library)
        #expect(unread.summary.restored == 0, "Its size is right, and no check has read it.")
        #expect(try faults() == [.changed])
        let foreseen = try await scene.importAll(library, dryRun: true)
        #expect(foreseen.summary.restored == 1)
        #expect(try path.contents() == bad)
        let (items, summary) = try await scene.importAll(library)
        #expect(summary.restored == 1 && summary.duplicates == 2)
        #expect(items.filter(\.isRestored).map(\.path.lastComponent) == ["a.jpg"])
        #expect(try path.contents() == photo)
        #expect(scene.libraryPath.appending("damaged").names.count == 1)
        let aside = try #require(scene.libraryPath.appending("damaged").names.first)
        #expect(try scene.libraryPath.appending("damaged").pushing(aside).contents() == bad, "It is not deleted.")
        #expect(try faults().isEmpty && library.catalog.damagedFiles().isEmpty)
        #expect(try await scene.importAll(library).summary.restored == 0)
        #expect(try library.assetCount() == 2)
    }

    /// Another file of the same size heals nothing.
    @Test func onlyExactBytesHeal() async throws {
        let path = try stored(photo)
        let bad = try flip(path)
        #expect(try faults() == [.changed])
        var other = photo
        other[other.count / 2] ^= 2
        let near = try scene.add("../near/a.jpg", other)
        try await scene.importAll(library, [near])
        #expect(try path.contents() == bad)
        #expect(try heal(from: [near]).map(\.error?.code) == [.missingResource])
        #expect(try path.contents() == bad)
        #expect(try library.catalog.damagedFiles().count == 1)
    }

    /// The owner restored it from a backup after the check.
    @Test func aFileThatIsSoundAgainIsNotReplaced() async throws {
        let path = try stored(photo)
        _ = try flip(path)
        #expect(try faults() == [.changed])
        try path.write(photo)
        try await scene.importAll(library)
        #expect(!scene.libraryPath.names.contains("damaged"))
        #expect(try library.catalog.damagedFiles().isEmpty)
    }

    @Test func aCheckThatFindsItSoundRemovesTheRecord() throws {
        let path = try stored(photo)
        _ = try flip(path)
        #expect(try faults() == [.changed])
        #expect(try library.catalog.damagedFiles().map(\.asset).count == 1)
        try path.write(photo)
        #expect(try faults().isEmpty)
        #expect(try library.catalog.damagedFiles().isEmpty)
    }

    @Test func aQuickCheckRecordsNothing() throws {
        let path = try stored(photo)
        try path.write([])
        var request = VerifyRequest()
        request.isQuick = true
        try library.verifyAndWait(request) { _ in }
        #expect(try library.catalog.damagedFiles().isEmpty)
    }

    // MARK: Healing from a folder

    @Test func aFolderHealsDamagedAndMissingFiles() throws {
        let (damaged, missing) = (try stored(photo), try stored(TestPhoto.jpeg(2)))
        let bad = try flip(damaged)
        try FileManager.default.removeItem(atPath: missing.string)
        #expect(try faults().sorted { $0.rawValue < $1.rawValue } == [.changed, .missing])
        let backup = scene.source.removingLastComponent().appending("backup")
        try scene.add("../backup/deep/x.dat", photo)
        try scene.add("../backup/y", TestPhoto.jpeg(2))
        let before = tree(backup)
        let healed = try heal(from: [backup])
        #expect(healed.allSatisfy { $0.error == nil })
        #expect(Set(healed.map(\.path)) == [damaged, missing])
        #expect(Set(healed.compactMap(\.source?.lastComponent)) == ["x.dat", "y"])
        #expect(tree(backup) == before)
        #expect(try damaged.contents() == photo && missing.contents() == TestPhoto.jpeg(2))
        let aside = try scene.libraryPath.appending("damaged").names.map {
            try scene.libraryPath.appending("damaged").pushing($0).contents()
        }
        #expect(aside == [bad])
        #expect(try faults().isEmpty && library.catalog.damagedFiles().isEmpty)
        #expect(scene.leftovers.isEmpty)
        #expect(try heal(from: [backup]).isEmpty)
    }

    @Test func aFileThatIsSoundAgainIsReportedWithoutASource() throws {
        let path = try stored(photo)
        _ = try flip(path)
        #expect(try faults() == [.changed])
        try path.write(photo)
        let healed = try heal(from: [scene.source.appending("b.jpg")])
        #expect(healed.map(\.error?.code) == [nil] && healed.map(\.source) == [nil])
        #expect(try library.catalog.damagedFiles().isEmpty)
    }
}
