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
        let load = AssetLoader(ioJobs: 3, jobs: 3).load(requests)
        let files = try await load.result()
        #expect(files.map(\.path) == requests.map(\.destination))
        for (file, request) in zip(files, requests) {
            let bytes = try Data(contentsOf: URL(fileURLWithPath: request.destination.string))
            #expect(try bytes == Data(contentsOf: URL(fileURLWithPath: request.source.string)))
            #expect(file.size == bytes.count)
        }
        #expect(try target.names.count == 20)
        #expect(load.progress.isFinished && load.progress.fractionCompleted == 1)
        var last: LoadSnapshot?
        for await snapshot in load.updates { last = snapshot }
        #expect(last?.phase == .done && last?.filesDone == 20 && last?.bytesTotal == 190_000)
        // A second call returns the same result.
        #expect(try await load.result() == files)
    }

    @Test("What is there is not replaced; one failure does not stop the others")
    func standsAlone() async throws {
        try target.write("mine".utf8, to: "b.jpg")
        var requests = try ["a.jpg", "b.jpg", "c.jpg"].map { try request($0, count: 1000) }
        requests.append(LoadRequest(source: "/absent.jpg", destination: target.filePath.appending("d.jpg")))
        let load = AssetLoader().load(requests)
        let outcomes = await load.outcomes()
        #expect(outcomes.map { (try? $0.get()) != nil } == [true, false, true, false])
        await #expect(throws: PhotoLibraryError(.invalidResource, "")) { try await load.result() }
        #expect(throws: PhotoLibraryError(.unreadable, "")) { try outcomes.last?.get() }
        #expect(try Data(contentsOf: target.url.appendingPathComponent("b.jpg")) == Data("mine".utf8))
        #expect(try target.names == ["a.jpg", "b.jpg", "c.jpg"])
        #expect(!load.progress.isFinished)
    }

    @Test("A destination where no file can be made is named, and nothing is read")
    func refusesDestinations() async throws {
        try target.write("mine".utf8, to: "file")
        let source = try request("a.jpg", count: 10).source
        let names = ["file", ".", "none/a.jpg", "file/a.jpg", String(repeating: "n", count: 256)]
        let destinations = names.map { target.filePath.appending($0) } + [FilePath(target.url.path), ""]
        let store = HookedStore(beforeRead: { path, _ in Issue.record("\(path) was read.") })
        let load = AssetLoader(store: store).load(
            destinations.map { LoadRequest(source: source, destination: $0) })
        for (destination, outcome) in zip(destinations, await load.outcomes()) {
            let error = #expect(throws: PhotoLibraryError(.invalidResource, "")) { try outcome.get() }
            #expect(error?.path == destination.string, "\(error?.message ?? "")")
        }
        #expect(try target.names == ["file"])
        #expect(try Data(contentsOf: target.url.appendingPathComponent("file")) == Data("mine".utf8))
    }

    @Test("No requests: done at once")
    func loadsNothing() async throws {
        let load = AssetLoader().load([])
        #expect(try await load.result().isEmpty)
        #expect(load.progress.isFinished)
    }

    @Test("Cancelling the task, the progress or the load stops it at once; nothing is left", arguments: 0..<3)
    func cancels(way: Int) async throws {
        let loader = AssetLoader(store: HookedStore(largestRead: 1 << 16, bytesPerSecond: 1_000_000))
        let load = loader.load(try ["a.jpg", "b.jpg", "c.jpg"].map { try request($0, count: 3_000_000) })
        let task = Task { try await load.result() }
        #expect(try await eventually { load.progress.completedUnitCount > 200_000 })
        let start = ContinuousClock.now
        switch way {
        case 0: task.cancel()
        case 1: load.progress.cancel()
        default: load.cancel()
        }
        await #expect(throws: PhotoLibraryError(.cancelled, "")) { try await task.value }
        // 200 ms, and the time until this task is resumed while many other tests run.
        #expect(ContinuousClock.now - start < .milliseconds(500))
        #expect(load.progress.isCancelled && !load.progress.isFinished)
        #expect(try target.names.isEmpty)
        #expect(try target.openFiles.isEmpty && folder.openFiles.isEmpty)
    }
}
