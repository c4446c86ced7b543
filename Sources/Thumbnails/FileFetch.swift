package import AssetLoading
internal import ImageDecoding
package import Originals
internal import PhotoModel

/// The loading of a file that may come from a remote store: it reports its progress, and can be ended.
package final class FileFetch: Sendable {
    /// Counts the bytes that were read and decoded.
    package let file: FileProgress
    private let loading = LoadProgress()

    /// - Parameters:
    ///   - handle: The file.
    ///   - rest: The work after the file is read. Decoding is the last fifth.
    ///   - report: Gets the fraction of the work that is done, from 0 to 1, which never falls: at once, and at most ten
    ///     times a second.
    package init(
        _ handle: ResourceHandle, then rest: FileProgress.Rest = .none, _ report: @escaping @Sendable (Double) -> Void
    ) {
        loading.addExpected(files: 1, bytes: handle.resource.bytes)
        loading.walkFinished()
        loading.setPhase(.loading)
        file = loading.beginFile(bytes: handle.resource.bytes, name: nil, then: rest)
        report(0)
        Task { [updates = loading.updates] in
            for await snapshot in updates { report(snapshot.fractionCompleted) }
        }
    }

    /// Counts what a decoder reads of the file, and ends the decoder when the loading is cancelled.
    var monitor: DecodeMonitor {
        DecodeMonitor { [file] count in
            file.decoded(count)
            return !file.isCancelled
        }
    }

    /// Ends the loading within 200 ms: it then fails with `cancelled`.
    package func cancel() { loading.cancel() }

    /// Ends the reports after the loading has ended.
    package func finish() {
        file.finish()
        loading.finish()
    }
}
