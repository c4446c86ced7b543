#if Network
    import Foundation
    import Originals
    import PhotoModel
    import RemoteStores
    import SystemPackage
    import SystemSupport

    /// Cancels downloads of an original until so many were cancelled before their end.
    ///
    /// Prints the time until the reader had its error and until nothing was open any more, and the names of files
    /// other than the partial one.
    func cancel(_ original: Original, _ count: Int, of downloads: Downloads) async throws {
        let whole = try await ContinuousClock().measure { _ = try await load(original, downloads, Cancellation()) }
        // The first timer opens descriptors of its own.
        try await Task.sleep(for: .milliseconds(200))
        let descriptors = try openDescriptors()
        var (stopped, closed): ([Duration], [Duration]) = ([], [])
        var names: Set<String> = []
        while stopped.count < count {
            let cancellation = Cancellation()
            let loading = Task { try await load(original, downloads, cancellation) }
            try await Task.sleep(for: whole * Double.random(in: 0...1))
            let start = ContinuousClock.now
            cancellation.cancel()
            guard let end = try await loading.value else { continue }
            stopped.append(end - start)
            while try openDescriptors() > descriptors, ContinuousClock.now - start < .seconds(30) {
                try await Task.sleep(for: .milliseconds(1))
            }
            closed.append(ContinuousClock.now - start)
            names.formUnion(try FileManager.default.contentsOfDirectory(atPath: downloads.folder.string))
        }
        names.subtract(["\(original.sha256.hex).part", "\(original.sha256.hex).json"])
        // What was left is of use, and the last load leaves nothing.
        _ = try await load(original, downloads, Cancellation())
        names.formUnion(try FileManager.default.contentsOfDirectory(atPath: downloads.folder.string))
        let answer: [String: Any] = [
            "stopped": stopped.map(milliseconds), "closed": closed.map(milliseconds), "left": names.sorted(),
        ]
        print(String(decoding: try JSONSerialization.data(withJSONObject: answer), as: UTF8.self))
    }

    /// Loads an original, and returns when this was cancelled; `nil` if it had ended before.
    private func load(
        _ original: Original, _ downloads: Downloads, _ cancellation: Cancellation
    ) async throws -> ContinuousClock.Instant? {
        try await blocking {
            let source = downloads.open(original.sha256, 0..<original.size, size: original.size)
            do {
                try cancellation.run(ending: source.cancel) { try read(source, original, to: nil) }
                return nil
            } catch let error as PhotoLibraryError where error.code == .cancelled { return .now }
        }
    }

    private func openDescriptors() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
    }

    private func milliseconds(_ time: Duration) -> Double { time / .milliseconds(1) }
#endif
