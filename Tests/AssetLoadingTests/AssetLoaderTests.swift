import AssetLoading
import Foundation
import Originals
import PhotoModel
import Synchronization
import SystemPackage
import TestSupport
import Testing

@Suite struct AssetLoaderTests {
    private let folder: TemporaryFolder
    private let incoming: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        incoming = try TemporaryFolder()
    }

    private func loader(_ store: any FileSource = LocalFiles(), limit: Int = .max) -> AssetLoader {
        AssetLoader(fileSizeLimit: limit, files: store)
    }

    // MARK: Bytes

    /// Another program computed the digests in the corpus's manifest.
    @Test(
        "Real photos arrive whole, with the digest of the manifest",
        .enabled(if: Corpus.isPresent, Comment(rawValue: Corpus.absence)))
    func loadsRealPhotos() async throws {
        let manifest = try String(contentsOf: Corpus.folder.appendingPathComponent("MANIFEST.tsv"), encoding: .utf8)
        let rows = manifest.split(separator: "\n").dropFirst().map { $0.split(separator: "\t") }
        let loader = AssetLoader()
        for row in stride(from: 0, to: rows.count, by: max(1, rows.count / 40)).map({ rows[$0] }) {
            let path = Corpus.folder.appendingPathComponent(String(row[0])).path
            let expected = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
            let destinations: [LoadDestination] = [
                .file(inFolder: incoming.filePath), .clone(inFolder: incoming.filePath), .memory(upTo: 1 << 30),
                .memory(upTo: 0),
            ]
            for destination in destinations {
                let file = try await loader.load(FilePath(path), to: destination)
                #expect(file.sha256.hex == row[1], "\(row[0])")
                #expect(try file.bytes() == expected, "\(row[0])")
                #expect(file.size == expected.count)
            }
        }
        // The loader releases the last file shortly after its completion.
        #expect(try await eventually { try incoming.names.isEmpty })
    }

    @Test("Known digests: no bytes, three bytes")
    func knownDigests() async throws {
        // The digests are from the examples of FIPS 180-4.
        let empty = try await loader().load(folder.write([], to: "empty"), to: .file(inFolder: incoming.filePath))
        #expect(empty.sha256.hex == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
        #expect(empty.size == 0)
        let abc = try await loader().load(folder.write("abc".utf8, to: "abc"), to: .memory(upTo: 3))
        let digested = try await loader().load(FilePath(folder.path("abc")), to: .digestOnly)
        #expect(digested.sha256 == abc.sha256 && digested.size == 3)
        #expect(try digested.bytes().isEmpty)
        #expect(abc.sha256.hex == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    }

    @Test("A source that gives odd and tiny pieces loads the same", arguments: [true, false])
    func loadsPieces(isLocal: Bool) async throws {
        let path = try folder.writeNoise(count: 100_003, to: "noise")
        let store = HookedFiles(largestRead: 977, isLocal: isLocal)
        let whole = try await loader().load(path, to: .memory(upTo: .max))
        let destinations: [LoadDestination] = [
            .file(inFolder: incoming.filePath), .clone(inFolder: incoming.filePath), .memory(upTo: 100_002),
        ]
        for destination in destinations {
            let file = try await loader(store).load(path, to: destination)
            #expect(file.sha256 == whole.sha256)
            #expect(try file.bytes() == [UInt8](Data(contentsOf: URL(fileURLWithPath: path.string))))
        }
    }

    // MARK: Temporary files

    @Test("A temporary file lives as long as the loaded file, or for ever when kept")
    func removesTemporaryFile() async throws {
        let path = try folder.write([1, 2, 3], to: "a")
        var file: LoadedFile? = try await loader().load(path, to: .file(inFolder: incoming.filePath))
        let names = try incoming.names
        #expect(names.count == 1 && names.allSatisfy { $0.hasSuffix(".part") })
        #expect(file?.temporaryPath == incoming.filePath.appending(try #require(names.first)))
        file = nil
        #expect(try await eventually { try incoming.names.isEmpty })

        file = try await loader().load(path, to: .file(inFolder: incoming.filePath))
        file?.keep()
        file = nil
        #expect(try incoming.names.count == 1)
        #expect(try await eventually { try incoming.openFiles.isEmpty })
    }

    @Test("When decoding fails, nothing is left by the time the completion runs")
    func removesFailedFile() async throws {
        struct Broken: Error {}
        let path = try folder.write([1, 2, 3], to: "a")
        let left = await withCheckedContinuation { waiter in
            let incoming = incoming
            loader().load(path, to: .file(inFolder: incoming.filePath), progress: nil) { _, _ in
                throw Broken()
            } completion: { (result: Result<(LoadedFile, Void), any Error>) in
                #expect(throws: Broken.self) { try result.get() }
                waiter.resume(returning: Result { try incoming.names + incoming.openFiles })
            }
        }
        #expect(try left.get().isEmpty)
    }

    // MARK: Sources that change

    @Test("A file that grows while it is read is read four times, then refused", arguments: [true, false])
    func refusesGrowingFile(toFolder: Bool) async throws {
        let path = try folder.writeNoise(count: 300_000, to: "growing")
        let opened = Atomic(0)
        let store = HookedFiles(largestRead: 1 << 16) { path, count in
            guard count == 1 << 16 else { return }
            opened.add(1, ordering: .relaxed)
            try append(to: path)
        }
        await #expect(throws: PhotoLibraryError(.sourceChanged, "")) {
            try await loader(store).load(
                path, to: toFolder ? .file(inFolder: incoming.filePath) : .memory(upTo: 1 << 30))
        }
        #expect(opened.load(ordering: .relaxed) == 4)
        #expect(try incoming.names.isEmpty)
    }

    @Test("A file that changes once is read again and loads as it is then; progress does not fall")
    func retries() async throws {
        let path = try folder.writeNoise(count: 300_000, to: "changing")
        let isFirst = Atomic(true)
        let store = HookedFiles(largestRead: 1 << 16) { path, count in
            if count == 3 << 16, isFirst.exchange(false, ordering: .relaxed) { try append(to: path) }
        }
        let progress = LoadProgress()
        progress.addExpected(files: 1, bytes: 300_000)
        progress.walkFinished()
        let file = try await loader(store).load(
            path, to: .file(inFolder: incoming.filePath), progress: progress.beginFile(bytes: 300_000))
        #expect(file.size == 300_001)
        #expect(try file.bytes().last == 0x2A)
        progress.finish(succeeded: false)
        #expect(progress.progress.completedUnitCount == 240_000)
    }

    @Test("A file rewritten with the same size, shrunk, or replaced while it is read loads as it is afterwards")
    func noticesOtherChanges() async throws {
        let changes: [@Sendable (FilePath) throws -> Void] = [
            { path in try Data(repeating: 7, count: 300_000).write(to: URL(fileURLWithPath: path.string)) },
            { path in
                let file = try FileDescriptor.open(path, .writeOnly)
                try file.closeAfter { try file.resize(to: 100_000) }
            },
            { path in
                try FileManager.default.removeItem(atPath: path.string)
                try Data(repeating: 7, count: 300_000).write(to: URL(fileURLWithPath: path.string))
            },
        ]
        for change in changes {
            let path = try folder.writeNoise(count: 300_000, to: "changing")
            let isFirst = Atomic(true)
            let store = HookedFiles(largestRead: 1 << 16) { path, count in
                if count == 2 << 16, isFirst.exchange(false, ordering: .relaxed) { try change(path) }
            }
            let file = try await loader(store).load(path, to: .file(inFolder: incoming.filePath))
            #expect(try file.bytes() == [UInt8](Data(contentsOf: URL(fileURLWithPath: path.string))))
        }
    }

    @Test("A source that says that its earlier bytes were wrong is read again")
    func readsWrongBytesAgain() async throws {
        let path = try folder.writeNoise(count: 300_000, to: "remote")
        let isFirst = Atomic(true)
        let store = HookedFiles(largestRead: 1 << 16) { _, count in
            guard count == 2 << 16, isFirst.exchange(false, ordering: .relaxed) else { return }
            throw PhotoLibraryError(.sourceChanged, "A store sent wrong bytes.")
        }
        let file = try await loader(store).load(path, to: .file(inFolder: incoming.filePath))
        #expect(try file.bytes() == [UInt8](Data(contentsOf: URL(fileURLWithPath: path.string))))
        let wasThrown = !isFirst.load(ordering: .relaxed)
        #expect(wasThrown)
    }

    @Test("A source that changes between its digest and its decoding is noticed")
    func noticesChangeWhileDecoding() async throws {
        let path = try folder.writeNoise(count: 300_000, to: "changing")
        await #expect(throws: PhotoLibraryError(.sourceChanged, "")) {
            try await loader().load(path, to: .memory(upTo: 1000)) { file, _ in try append(to: file.source) }
        }
        _ = try await loader().load(path, to: .memory(upTo: .max)) { file, _ in try append(to: file.source) }
    }

    // MARK: Limits and failures

    @Test("A file over the limit is refused before it is read")
    func refusesLargeFile() async throws {
        let path = try folder.write([], to: "sparse")
        let sparse = try FileDescriptor.open(path, .writeOnly)
        try sparse.closeAfter { try sparse.resize(to: 1 << 40) }
        let store = HookedFiles { _, _ in Issue.record("The file was read.") }
        await #expect(throws: PhotoLibraryError(.fileTooLarge, "")) {
            try await AssetLoader(files: store).load(path, to: .file(inFolder: incoming.filePath))
        }
    }

    @Test("A volume that is too full is named before a byte is read")
    func refusesFullVolume() async throws {
        let path = try folder.write([1], to: "claims")
        let store = HookedFiles(claimedSize: 1 << 60) { _, _ in Issue.record("The file was read.") }
        await #expect(throws: PhotoLibraryError(.notEnoughSpace, "")) {
            try await loader(store).load(path, to: .file(inFolder: incoming.filePath))
        }
        #expect(try incoming.names.isEmpty)
    }

    @Test("A folder that is not there, and a source that fails in the middle, are reported")
    func reportsFailures() async throws {
        let path = try folder.writeNoise(count: 300_000, to: "a")
        await #expect(throws: PhotoLibraryError(.ioFailure, "")) {
            try await loader().load(path, to: .file(inFolder: folder.filePath.appending("absent")))
        }
        let store = HookedFiles(largestRead: 1 << 16) { path, count in
            if count > 100_000 { throw PhotoLibraryError(.ioFailure, "Input/output error", path: path.string) }
        }
        let error = await #expect(throws: PhotoLibraryError.self) {
            try await loader(store).load(path, to: .file(inFolder: incoming.filePath))
        }
        #expect(error?.code == .ioFailure && error?.path == path.string)
        #expect(try incoming.names.isEmpty)
    }

    // MARK: Cancelling

    @Test("Cancelling in the middle of a slow file takes effect at its next read and leaves nothing")
    func cancelsWhileReading() async throws {
        let path = try folder.writeNoise(count: 4_000_000, to: "slow")
        let progress = LoadProgress()
        progress.addExpected(files: 1, bytes: 4_000_000)
        progress.walkFinished()
        let file = progress.beginFile(bytes: 4_000_000)
        let store = SlowFiles()
        let loader = loader(store)
        let ended = Mutex<(any Error)?>(nil)
        loader.load(path, to: .file(inFolder: incoming.filePath), progress: file) { _, _ in
        } completion: { result in
            if case .failure(let error) = result { ended.withLock { $0 = error } }
        }
        #expect(try await eventually { progress.progress.completedUnitCount > 300_000 })
        #expect(try incoming.names.count == 1)
        progress.progress.cancel()
        store.noteCancellation()
        #expect(try await eventually { ended.withLock { $0 != nil } })
        let error = ended.withLock { $0 }
        #expect((error as? PhotoLibraryError)?.code == .cancelled)
        // A read may begin right after the file was found not to be cancelled.
        #expect(store.readsAfterCancellation <= 1)
        #expect(try incoming.names.isEmpty)
        #expect(try incoming.openFiles.isEmpty && folder.openFiles.isEmpty)
        progress.finish()
        #expect(progress.progress.isCancelled && !progress.progress.isFinished)
        #expect(progress.progress.fractionCompleted < 1)
    }

    @Test("A decoder sees the cancellation, and waiting files are not begun")
    func cancelsWhileDecoding() async throws {
        let path = try folder.writeNoise(count: 1000, to: "a")
        let progress = LoadProgress()
        let loader = AssetLoader(ioJobs: 1, jobs: 1)
        let incoming = incoming
        let file = progress.beginFile(bytes: 1000)
        let decodes = Atomic(0)
        let loading = Task {
            try await loader.load(path, to: .file(inFolder: incoming.filePath), progress: file) {
                file, progress in
                decodes.add(1, ordering: .relaxed)
                while progress?.isCancelled == false { Thread.sleep(forTimeInterval: 0.001) }
                throw PhotoLibraryError(.cancelled, "")
            }
        }
        #expect(try await eventually { decodes.load(ordering: .relaxed) == 1 })
        let waiting = Task {
            try await loader.load(path, to: .file(inFolder: incoming.filePath), progress: file) { _, _ in
                Issue.record("Decoding was begun after the cancellation.")
            }
        }
        // The second file is read and waits for the decoder.
        #expect(try await eventually { try incoming.names.count == 2 })
        progress.cancel()
        await #expect(throws: PhotoLibraryError(.cancelled, "")) { _ = try await loading.value }
        await #expect(throws: PhotoLibraryError(.cancelled, "")) { _ = try await waiting.value }
        #expect(try incoming.names.isEmpty && incoming.openFiles.isEmpty)
    }
}

/// Adds one byte, 42.
private func append(to path: FilePath) throws {
    let file = try FileDescriptor.open(path, .writeOnly, options: .append)
    try file.closeAfter { _ = try file.writeAll([0x2A]) }
}
