import Foundation
import OpenPhotoKitOwner
import Originals
import PhotoModel
import Synchronization
import TestSupport
import Testing

@testable import PhotoExport

/// Exports of originals that are in a store only.
@Suite struct ElsewhereExportTests {
    @Test(.timeLimit(.minutes(1))) func aStoreThatDoesNotAnswerHoldsUpNoFileThatIsHere() async throws {
        let scene = try ExportScene()
        // The first file of the plan is elsewhere.
        let bytes = dated(1)
        try await scene.add(["IMG_1.JPG": bytes])
        try await scene.add(
            Dictionary(
                uniqueKeysWithValues: (2...9).map { ("IMG_\($0).JPG", dated(UInt64($0), "2024:05:17 11:3\($0):00")) }))
        let photo = try scene.identifier(of: "IMG_1.JPG")
        let original = try #require(try scene.library.assets(withLocalIdentifiers: [photo])[photo]?.original)
        try scene.library.path.moveElsewhere([original.sha256])
        let store = try StoreInMemory([bytes], .neverAnswers)
        try #require(scene.library.originals as? LibraryOriginals).connect(store, as: "cloud")

        let progress = Progress(totalUnitCount: 0)
        let exported = Mutex(Set<String>())
        let export = Task {
            var options = ExportOptions()
            options.isNetworkAccessAllowed = true
            return try await scene.library.export(
                AssetQuery(), to: scene.folder, options: options, progress: progress
            ) { item in
                if item.status == .exported { exported.withLock { _ = $0.insert(item.localIdentifier) } }
            }
        }
        while store.waitingCount == 0 { try await Task.sleep(for: .milliseconds(5)) }
        #expect(exported.withLock { $0.count } == 8 && !exported.withLock { $0.contains(photo) })
        progress.cancel()
        await #expect(throws: PhotoLibraryError(.cancelled, "")) { try await export.value }
        #expect(try scene.files.count == 8)

        // The next export fetches what was missing.
        store.fault = nil
        let second = try await scene.export { $0.isNetworkAccessAllowed = true }
        #expect(second.summary[.exported] == 1 && second.summary[.unchanged] == 8)
        #expect(try scene.files.count == 9)
    }
}
