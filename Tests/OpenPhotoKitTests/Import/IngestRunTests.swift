import AssetLoading
import DecoderProcess
import Foundation
import PhotoInspection
import PhotoModel
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import OpenPhotoKitOwner
@testable import PhotoIngest

/// The engine of imports and rebuilds, with a policy that only collects what it gets.
@Suite struct IngestRunTests {
    private final class Collector: IngestPolicy {
        struct Seen {
            var batches: [[FilePath]] = []
            var reported: [FilePath] = []
        }

        let seen = Mutex(Seen())
        private let failingCommit: FilePath?
        private let failingReport: FilePath?

        init(failingCommit: FilePath? = nil, failingReport: FilePath? = nil) {
            self.failingCommit = failingCommit
            self.failingReport = failingReport
        }

        var batches: [[FilePath]] { seen.withLock { $0.batches } }
        var reported: [FilePath] { seen.withLock { $0.reported } }

        func commit(_ batch: [BatchEntry]) throws -> [FilePath] {
            let paths = batch.map(\.path)
            if let failingCommit, paths.contains(failingCommit) { throw PhotoLibraryError(.ioFailure, "No disk.") }
            seen.withLock { $0.batches.append(paths) }
            return paths
        }

        func report(_ path: FilePath) throws {
            seen.withLock { $0.reported.append(path) }
            if path == failingReport { throw PhotoLibraryError(.tooManyFailures, "One is enough.") }
        }
    }

    private static let paths = (0..<200).map { FilePath("/source/\($0)") }

    private func run(_ policy: Collector, _ loading: LoadProgress = LoadProgress()) -> IngestRun<Collector> {
        IngestRun(policy, ioJobs: 2, jobs: 2, .automatic, loading, committingAfter: .seconds(600))
    }

    private func put(_ paths: some Sequence<FilePath>, into run: IngestRun<Collector>) {
        for path in paths { run.put(path, .skipped(.emptyFile)) }
        run.waitForFiles()
        run.end()
    }

    @Test func filesAreCommittedInOrderInBatchesOf64() throws {
        let policy = Collector()
        let run = run(policy)
        put(Self.paths, into: run)
        #expect(policy.batches.map(\.count) == [64, 64, 64, 8])
        #expect(policy.reported == Self.paths)
        try run.checkIsComplete(orCancelled: "")
    }

    /// Small files are read faster than they are committed one by one.
    @Test func filesThatAreReadFillBatches() throws {
        let folder = try TemporaryFolder()
        let paths = try (0..<200).map { number in
            let path = FilePath(folder.path("\(number)"))
            try path.write([UInt8](repeating: 1, count: number + 1))
            return path
        }
        let policy = Collector()
        let run = run(policy)
        for path in paths {
            run.read(path, bytes: 1, followsLinks: false, to: .smallInMemory) { _, _ in .skipped(.notAPhoto) }
        }
        run.waitForFiles()
        run.end()
        #expect(policy.reported == paths)
        // The end of the source commits what is ready: all but the files that are being read.
        #expect(policy.batches.map(\.count).prefix(2) == [64, 64])
    }

    @Test func aFailedCommitStopsTheRun() throws {
        let policy = Collector(failingCommit: Self.paths[100])
        let run = run(policy)
        put(Self.paths, into: run)
        #expect(policy.batches.map(\.count) == [64])
        #expect(policy.reported == Array(Self.paths.prefix(64)))
        #expect(!run.goesOn)
        #expect(throws: PhotoLibraryError(.ioFailure, "")) { try run.checkIsComplete(orCancelled: "") }
    }

    @Test func afterAFailedReportTheRestOfTheBatchIsReported() throws {
        let policy = Collector(failingReport: Self.paths[70])
        let run = run(policy)
        put(Self.paths, into: run)
        #expect(policy.reported == Array(Self.paths.prefix(128)))
        #expect(throws: PhotoLibraryError(.tooManyFailures, "")) { try run.checkIsComplete(orCancelled: "") }
    }

    /// A walk that fails does not lose the files that were read.
    @Test func afterAFailedWalkTheFilesSoFarAreCommitted() throws {
        let policy = Collector()
        let run = run(policy)
        run.put(Self.paths[0], .skipped(.emptyFile))
        run.fail(PhotoLibraryError(.notEnoughSpace, ""))
        run.fail(PhotoLibraryError(.ioFailure, ""))
        #expect(!run.goesOn)
        put([Self.paths[1]], into: run)
        #expect(policy.reported == Array(Self.paths.prefix(2)))
        #expect(throws: PhotoLibraryError(.notEnoughSpace, "")) { try run.checkIsComplete(orCancelled: "") }
    }

    /// The copies of the files before the full disk are complete.
    @Test func aFullDiskStopsTheRunAfterTheFilesBefore() throws {
        let policy = Collector()
        let run = run(policy)
        run.put(Self.paths[0], .skipped(.emptyFile))
        run.put(Self.paths[1], .failed(PhotoLibraryError(.notEnoughSpace, "")))
        put([Self.paths[2]], into: run)
        #expect(policy.reported == [Self.paths[0]])
        #expect(throws: PhotoLibraryError(.notEnoughSpace, "")) { try run.checkIsComplete(orCancelled: "") }
    }

    @Test func aCancelledRunIsNotComplete() throws {
        let loading = LoadProgress()
        let run = run(Collector(), loading)
        loading.cancel()
        #expect(!run.goesOn)
        run.end()
        #expect(throws: PhotoLibraryError(.cancelled, "")) { try run.checkIsComplete(orCancelled: "Cancelled.") }
    }
}
