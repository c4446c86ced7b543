import AssetLoading
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import OpenPhotoKitOwner

/// Every long call takes a `Progress`, which ends at 1 and can cancel.
@Suite("Long work", .timeLimit(.minutes(2))) struct LongWorkTests {
    private let scene: Scene

    private typealias Work = @Sendable (Scene, Progress) async throws -> Void

    /// All calls, each with a library that has the photos.
    private static let calls: [(name: String, work: Work)] = [
        ("import", { try await $0.open().importFiles(ImportRequest(paths: [$0.source]), progress: $1) }),
        ("verify", { try await $0.open().verify(progress: $1) { _ in } }),
        ("safe", { try await $0.open().checkSafety(of: [$0.source], progress: $1) { _ in } }),
        ("match", { try await $0.open().match([$0.source], progress: $1) { _, _ in } }),
        ("repair", { _ = try await OwnedLibrary.repair(at: $0.libraryPath, rebuild: true, progress: $1) { _ in } }),
        ("inspect", { try await PhotoInspector().inspect([$0.source], progress: $1) { _, _ in } }),
        ("export", { try await $0.open().export(AssetQuery(), to: FilePath($0.folder.path("export")), progress: $1) }),
        (
            "load",
            { scene, progress in
                let library = try scene.open()
                let folder = FilePath(scene.folder.path("out"))
                try FileManager.default.createDirectory(atPath: folder.string, withIntermediateDirectories: true)
                for result in try await library.loadOriginals(
                    of: library.allLocalIdentifiers(), to: folder, progress: progress)
                { _ = try result.get() }
            }
        ),
    ]

    init() async throws {
        scene = try Scene()
        for number in 0..<4 { try scene.add(FilePath("\(number).jpg"), TestPhoto.jpeg(UInt64(number))) }
        try await scene.importAll()
        try scene.waitUntilClosed()
    }

    @Test func theProgressEndsAtOne() async throws {
        for (name, work) in Self.calls {
            let whole = Progress(totalUnitCount: 2)
            let progress = Progress(totalUnitCount: 1)
            whole.addChild(progress, withPendingUnitCount: 1)
            try await work(scene, progress)
            #expect(progress.isFinished && progress.fractionCompleted == 1, "\(name)")
            #expect(whole.fractionCompleted == 0.5, "\(name)")
            try scene.waitUntilClosed()
        }
    }

    @Test func aCancelledProgressOrTaskEndsTheWork() async throws {
        let before = try scene.open().allLocalIdentifiers()
        for (name, work) in Self.calls {
            let progress = Progress(totalUnitCount: 1)
            progress.cancel()
            await #expect(throws: PhotoLibraryError(.cancelled, ""), "\(name)") { try await work(scene, progress) }
            #expect(!progress.isFinished, "\(name)")
            let task = Task { [scene] in
                while !Task.isCancelled { await Task.yield() }
                try await work(scene, Progress(totalUnitCount: 1))
            }
            task.cancel()
            await #expect(throws: PhotoLibraryError(.cancelled, ""), "\(name)") { try await task.value }
            try scene.waitUntilClosed()
        }
        #expect(try scene.open().allLocalIdentifiers() == before)
    }

    /// The progress of work that fails before it begins ends too: a person would wait for ever.
    @Test func workThatFailsEndsItsProgress() async throws {
        let library = try scene.open()
        let loading = LoadProgress()
        await #expect(throws: PhotoLibraryError(.invalidResource, "")) {
            try await loading.run {
                try library.exportAndWait(
                    AssetQuery(), to: library.path, options: ExportOptions(), loading: loading
                ) { _ in }
            }
        }
        var last: LoadSnapshot?
        for await snapshot in loading.updates { last = snapshot }
        #expect(last?.phase == .failed)
    }
}
