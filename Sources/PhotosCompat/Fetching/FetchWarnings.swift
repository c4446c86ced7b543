internal import Foundation
internal import Synchronization

/// Tells a developer what options ask for in vain, where PhotoKit raises an exception: nobody looks for an error there.
///
/// On standard error, in debug builds, each once.
enum FetchWarnings {
    private static let said = Mutex<Set<String>>([])
    /// Formats may come from anywhere.
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
