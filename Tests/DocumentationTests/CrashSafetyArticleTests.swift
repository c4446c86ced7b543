import OpenPhotoKitOwner
import TestSupport
import Testing

@Suite("The article on crash safety")
struct CrashSafetyArticleTests {
    private let samples: Samples
    private var path: FilePath { samples.path }
    private var card: FilePath { samples.card }

    init() throws { samples = try Samples() }

    @Test func everythingIsSound() async throws {
        let library = try await samples.library(of: card)
        let summary = try await library.verify { file in
            if file.status != .ok { print(file.path, file.status, file.error?.message ?? "") }
        }
        print(summary.sound, "sound,", summary.faults, "not")
        #expect(summary.faults == 0 && summary.sound > 0)
        try await library.checkSafety(of: [card]) { file in
            if file.status == .notSafe { print(file.path, file.reason?.sentence ?? "") }
        }
    }

    @Test func aSoundLibraryIsLeftAsItIs() async throws {
        let assets = try count()
        let repaired = try await OwnedLibrary.repair(at: path) { file in print(file.path, file.status) }
        print(repaired.assets, "assets;", repaired.damage ?? "the catalogue was sound")
        #expect(repaired.assets == assets && repaired.damage == nil)
    }

    /// Imports the photos in another process, and returns the number of stored photos.
    ///
    /// The library is closed when this function returns.
    private func count() throws -> Int {
        let done = try PhotosProcess.run(arguments: ["import", "--quiet", "--library", path.string, card.string])
        #expect(done.exitCode == 0)
        return try OwnedLibrary(at: path).assetCount()
    }
}
