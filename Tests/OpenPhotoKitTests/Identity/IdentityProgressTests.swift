import AssetLoading
import Foundation
import LibraryInterface
import Synchronization
import TestSupport
import Testing

@testable import OpenPhotoKit
@testable import OpenPhotoKitOwner

/// Bulk operations on identifiers report progress and can be cancelled.
@Suite struct IdentityProgressTests {
    private let scene: Scene
    private let library: OwnedLibrary

    init() throws {
        scene = try Scene()
        library = try scene.open()
    }

    private func isCancelled(_ answer: Result<some Any, any Error>) -> Bool {
        (answer.error as? PhotoLibraryError)?.code == .cancelled
    }

    @Test func theProgressReachesItsTotalAndMovesItsParent() async throws {
        let photos = try await scene.store((1...3).map { TestPhoto.jpeg($0) }, in: library)
        let parent = Progress.discreteProgress(totalUnitCount: 2)
        let identifying = Progress.discreteProgress(totalUnitCount: -1)
        parent.addChild(identifying, withPendingUnitCount: 1)
        let mappings = library.cloudIdentifierMappings(
            forLocalIdentifiers: photos + photos + ["missing"], progress: identifying)
        #expect(identifying.totalUnitCount == 4 && identifying.completedUnitCount == 4 && identifying.isFinished)
        #expect(parent.fractionCompleted == 0.5)

        let identifiers = try photos.map { try #require(mappings[$0]).get() }
        let resolving = Progress.discreteProgress(totalUnitCount: -1)
        parent.addChild(resolving, withPendingUnitCount: 1)
        let found = library.localIdentifierMappings(for: identifiers, progress: resolving)
        #expect(try identifiers.map { try #require(found[$0]).get() } == photos)
        #expect(resolving.completedUnitCount == 3 && parent.fractionCompleted == 1 && parent.isFinished)
    }

    @Test func nothingToDoIsDone() async {
        for ask in [
            { _ = library.cloudIdentifierMappings(forLocalIdentifiers: [], progress: $0) },
            { _ = await library.resolve([], progress: $0) },
            { _ = library.localIdentifierMappings(forSynced: [], progress: $0) },
        ] as [(Progress) async -> Void] {
            let progress = Progress.discreteProgress(totalUnitCount: -1)
            await ask(progress)
            #expect(progress.isFinished && progress.fractionCompleted == 1)
        }
    }

    @Test func aCancelledBatchFailsForEveryIdentifier() async throws {
        let photos = try await scene.store((1...3).map { TestPhoto.jpeg($0) }, in: library)
        func cancelled() -> Progress {
            let progress = Progress.discreteProgress(totalUnitCount: -1)
            progress.cancel()
            return progress
        }
        let identifiers = try library.cloudIdentifierMappings(forLocalIdentifiers: photos).values.map { try $0.get() }
        let progress = cancelled()
        let mappings = library.cloudIdentifierMappings(forLocalIdentifiers: photos, progress: progress)
        #expect(mappings.count == 3 && mappings.values.allSatisfy(isCancelled) && !progress.isFinished)
        #expect(await library.resolve(identifiers, progress: cancelled()).allSatisfy(isCancelled))
        let found = library.localIdentifierMappings(for: identifiers, progress: cancelled())
        #expect(found.count == 3 && found.values.allSatisfy(isCancelled))
        let album = try library.performChangesAndWait { try $0.createAlbum(title: "Rome").localIdentifier }
        let named = try #require(library.cloudIdentifierMappings(forLocalIdentifiers: [album])[album]).get()
        let synced = library.localIdentifierMappings(forSynced: [named], progress: cancelled())
        #expect(synced.values.allSatisfy(isCancelled))
    }

    /// Results before the cancellation are complete.
    ///
    /// The other results are `cancelled`, not `identifierNotFound`.
    @Test func cancelledHalfWay() {
        let progress = Progress.discreteProgress(totalUnitCount: -1)
        let batch = BatchProgress(progress, count: 10)
        let answers = (0..<10).map { number in
            batch.item {
                if number == 4 { progress.cancel() }
                return number
            }
        }
        #expect(answers.compactMap { try? $0.get() } == [0, 1, 2, 3, 4])
        #expect(answers[5...].allSatisfy { isCancelled($0) })
        #expect(abs(progress.fractionCompleted - 0.5) < 1e-9 && !progress.isFinished)
    }

    @Test func identifiersCountAsFilesOfALoad() async throws {
        let photos = try await scene.store((1...3).map { TestPhoto.jpeg($0) }, in: library)
        let loading = LoadProgress()
        loading.addExpected(files: 10, bytes: 0)
        loading.walkFinished()
        let mappings = library.cloudIdentifierMappings(forLocalIdentifiers: photos + photos, loading: loading)
        let identifiers = try photos.map { try #require(mappings[$0]).get() }
        let found = library.resolveAndWait(identifiers, loading: loading)
        #expect(try found.map { try $0.get().localIdentifier } == photos)
        loading.cancel()
        #expect(library.resolveAndWait(identifiers, loading: loading).allSatisfy(isCancelled))
        #expect(
            library.cloudIdentifierMappings(forLocalIdentifiers: photos, loading: loading).values.allSatisfy(
                isCancelled))
        loading.finish()
        var last: LoadSnapshot?
        for await snapshot in loading.updates { last = snapshot }
        #expect(last?.filesDone == 6 && last?.phase == .cancelled)
        #expect(loading.progress.fractionCompleted == 0.6)
    }

    @Test(arguments: [true, false]) func theTaskOrAParentCancels(task cancelsTask: Bool) async throws {
        let photos = try await scene.store([TestPhoto.jpeg(1)], in: library)
        let identifier = try #require(library.cloudIdentifierMappings(forLocalIdentifiers: photos)[photos[0]]).get()
        let parent = Progress.discreteProgress(totalUnitCount: 1)
        let progress = Progress.discreteProgress(totalUnitCount: -1)
        parent.addChild(progress, withPendingUnitCount: 1)
        let count = 100_000
        let library = library
        let task = Task { await library.resolve(Array(repeating: identifier, count: count), progress: progress) }
        while progress.fractionCompleted == 0 { try await Task.sleep(for: .milliseconds(1)) }
        if cancelsTask { task.cancel() } else { parent.cancel() }
        let all = await task.value
        let known = all.prefix { (try? $0.get())?.localIdentifier == photos[0] }
        #expect(all.count == count && !known.isEmpty && known.count < count)
        #expect(all[known.count...].allSatisfy { isCancelled($0) })
    }
}
