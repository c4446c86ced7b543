import AssetLoading
import Foundation
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@Suite struct AssetLoadTests {
    private let folder: TemporaryFolder
    private let target: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        target = try TemporaryFolder()
    }

    private func request(_ name: String, count: Int) throws -> LoadRequest {
        LoadRequest(
            source: try folder.writeNoise(count: count, to: name), destination: target.filePath.appending(name))
    }

    @Test("Files come under their names, in order, and the progress ends at 1")
    func loads() async throws {
        let requests = try (0..<20).map { try request("\($0).jpg", count: $0 * 1000) }
        let loading = LoadProgress()
        let files = try await AssetLoader(ioJobs: 3, jobs: 3).load(requests, loading: loading).map { try $0.get() }
        #expect(files.map(\.path) == requests.map(\.destination))
        for (file, request) in zip(files, requests) {
            let bytes = try Data(contentsOf: URL(fileURLWithPath: request.destination.string))
            #expect(try bytes == Data(contentsOf: URL(fileURLWithPath: request.source.string)))
            #expect(file.size == bytes.count)
        }
        #expect(try target.names.count == 20)
        #expect(loading.progress.isFinished && loading.progress.fractionCompleted == 1)
        var last: LoadSnapshot?
        for await snapshot in loading.updates { last = snapshot }
        #expect(last?.phase == .done && last?.filesDone == 20 && last?.bytesTotal == 190_000)
    }

    @Test("An existing file is not replaced; one failure does not stop the others")
    func standsAlone() async throws {
        try target.write("mine".utf8, to: "b.jpg")
        var requests = try ["a.jpg", "b.jpg", "c.jpg"].map { try request($0, count: 1000) }
        requests.append(LoadRequest(source: "/absent.jpg", destination: target.filePath.appending("d.jpg")))
        let progress = Progress(totalUnitCount: 1)
        let outcomes = await AssetLoader().load(requests, progress: progress)
        #expect(outcomes.map { (try? $0.get()) != nil } == [true, false, true, false])
        #expect(throws: PhotoLibraryError(.invalidResource, "")) { try outcomes[1].get() }
        #expect(throws: PhotoLibraryError(.unreadable, "")) { try outcomes.last?.get() }
        #expect(try Data(contentsOf: target.url.appendingPathComponent("b.jpg")) == Data("mine".utf8))
        #expect(try target.names == ["a.jpg", "b.jpg", "c.jpg"])
        #expect(!progress.isFinished)
    }

    @Test("A destination where no file can be made is named, and nothing is read")
    func refusesDestinations() async throws {
        try target.write("mine".utf8, to: "file")
        let source = try request("a.jpg", count: 10).source
        let names = ["file", ".", "none/a.jpg", "file/a.jpg", String(repeating: "n", count: 256)]
        let destinations = names.map { target.filePath.appending($0) } + [FilePath(target.url.path), ""]
        let store = HookedFiles(beforeRead: { path, _ in Issue.record("\(path) was read.") })
        let outcomes = await AssetLoader(files: store).load(
            destinations.map { LoadRequest(source: source, destination: $0) })
        for (destination, outcome) in zip(destinations, outcomes) {
            let error = #expect(throws: PhotoLibraryError(.invalidResource, "")) { try outcome.get() }
            #expect(error?.path == destination.string, "\(error?.message ?? "")")
        }
        #expect(try target.names == ["file"])
        #expect(try Data(contentsOf: target.url.appendingPathComponent("file")) == Data("mine".utf8))
    }

    @Test("No requests: done at once")
    func loadsNothing() async throws {
        let progress = Progress(totalUnitCount: 1)
        #expect(await AssetLoader().load([], progress: progress).isEmpty)
        #expect(progress.isFinished)
    }

    @Test("Cancelling the task or the progress stops it; nothing is left", arguments: [true, false])
    func cancels(task cancelsTask: Bool) async throws {
        let store = SlowFiles()
        let loader = AssetLoader(files: store)
        let requests = try ["a.jpg", "b.jpg", "c.jpg"].map { try request($0, count: 3_000_000) }
        let progress = Progress(totalUnitCount: 1)
        let task = Task { await loader.load(requests, progress: progress) }
        #expect(try await eventually { progress.fractionCompleted > 0.02 })
        if cancelsTask { task.cancel() } else { progress.cancel() }
        store.noteCancellation()
        for outcome in await task.value {
            #expect(throws: PhotoLibraryError(.cancelled, "")) { try outcome.get() }
        }
        // A read may begin right after its file was found not to be cancelled. All files have 138 reads.
        #expect(store.readsAfterCancellation <= requests.count)
        #expect(!progress.isFinished)
        #expect(try target.names.isEmpty)
        #expect(try target.openFiles.isEmpty && folder.openFiles.isEmpty)
    }
}
