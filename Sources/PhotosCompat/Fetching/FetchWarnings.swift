internal import Foundation
internal import OpenPhotoKit
internal import Synchronization

/// Warns a developer about unsupported options, where PhotoKit raises an exception, because ordinary code does not
/// check for an error there.
///
/// Each warning is written once to standard error, in debug builds only.
enum FetchWarnings {
    private static let written = Mutex<Set<String>>([])
    /// The maximum number of warnings in one process.
    ///
    /// A program that builds formats from data could otherwise write any number.
    private static let maximumCount = 100

    static func write(_ error: PHFetchOptionsError) {
        #if DEBUG || FAULT_HOOKS
            let isNew = written.withLock { $0.count < maximumCount && $0.insert(error.description).inserted }
            guard isNew else { return }
            let line = line(error)
            try? FileHandle.standardError.write(contentsOf: Data("\(line)\n".utf8))
        #endif
    }

    /// The text of a warning.
    ///
    /// A format may contain any text. Control characters are replaced, because a terminal would execute them.
    static func line(_ error: PHFetchOptionsError) -> String {
        AppNotice.line("PhotosCompat: a fetch is empty because of its options. \(error.description)")
    }
}
