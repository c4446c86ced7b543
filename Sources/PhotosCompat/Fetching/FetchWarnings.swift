internal import Foundation
internal import Synchronization

/// Warns a developer about unsupported options, where PhotoKit raises an exception, because ordinary code does not
/// check for an error there.
///
/// Each warning is written once to standard error, in debug builds only.
enum FetchWarnings {
    private static let said = Mutex<Set<String>>([])
    /// A format may contain any text, so control characters are replaced.
    private static let maximumCount = 100

    static func say(_ error: PHFetchOptionsError) {
        #if DEBUG
            let isNew = said.withLock { $0.count < maximumCount && $0.insert(error.description).inserted }
            guard isNew else { return }
            let line = "PhotosCompat: a fetch is empty because of its options. \(error.description)\n"
            try? FileHandle.standardError.write(contentsOf: Data(line.utf8))
        #endif
    }
}
