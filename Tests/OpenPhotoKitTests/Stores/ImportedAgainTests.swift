import Foundation
import PhotoIngest
import PhotoModel
import TestSupport
import Testing

@testable import OpenPhotoKitOwner

/// An import of files whose originals are in stores only.
@Suite(disks) struct ImportedAgainTests {
    private let scene: StoreScene

    init() async throws {
        scene = try await StoreScene()
        try await scene.library.mirror()
        try await scene.offload(["1.jpg", "2.jpg"])
        // No store can be asked.
        for disk in scene.disks { try disk.unmount() }
    }

    private func importAll(_ change: (inout ImportRequest) -> Void) async throws -> ImportSummary {
        var request = ImportRequest(paths: [scene.scene.source])
        change(&request)
        return try await scene.library.importFiles(request)
    }

    @Test func theBytesComeBackWithoutAStore() async throws {
        let before = try scene.library.assetsByName()
        let token = try scene.library.currentChangeToken
        let summary = try await importAll { $0.bringsBack = true }
        #expect(summary.broughtBack == 2 && summary.duplicates == 3 && summary.imported == 0 && summary.elsewhere == 0)
        for name in StoreScene.names {
            let place = try scene.library.place(of: scene.original(name))
            #expect(try place.contents() == scene.bytes(name))
            #expect(!FileManager.default.fileExists(atPath: place.string + ".elsewhere"))
        }
        let after = try scene.library.assetsByName()
        #expect(after.mapValues(\.localIdentifier) == before.mapValues(\.localIdentifier))
        #expect(after.mapValues(\.modificationDate) == before.mapValues(\.modificationDate))
        #expect(try scene.library.currentChangeToken == token, "No app sees a change.")
        #expect(try await scene.library.verify { _ in }.faults == 0)
        #expect(try await importAll { $0.bringsBack = true }.resumed == 3, "They are here, and are not read again.")
        #expect(scene.scene.leftovers.isEmpty)
    }

    @Test func withoutTheOptionTheyStayElsewhere() async throws {
        for change in [{ _ in }, { $0.mode = .reference }, { $0.isDryRun = true }] as [(inout ImportRequest) -> Void] {
            let summary = try await importAll(change)
            #expect(summary.duplicates == 3 && summary.broughtBack == 0)
            #expect(try scene.original("1.jpg").location == .elsewhere)
        }
    }

    @Test func aDryRunSaysWhatWouldComeBack() async throws {
        let summary = try await importAll { ($0.bringsBack, $0.isDryRun) = (true, true) }
        #expect(summary.broughtBack == 2)
        #expect(try scene.original("1.jpg").location == .elsewhere)
    }

    @Test func aMoveRemovesTheSourceOnlyIfTheBytesAreBack() async throws {
        let source = scene.scene.source.appending("1.jpg")
        let bytes = try source.contents()
        #expect(try await importAll { $0.mode = .move }.moved == 1, "The photo that is here.")
        #expect(try source.contents() == bytes)
        #expect(try await importAll { ($0.mode, $0.bringsBack) = (.move, true) }.moved == 2)
        #expect(!FileManager.default.fileExists(atPath: source.string))
        #expect(try scene.library.place(of: scene.original("1.jpg")).contents() == bytes)
    }
}
