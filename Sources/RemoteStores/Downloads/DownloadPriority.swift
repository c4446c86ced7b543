internal import Synchronization

/// Who waits for a download.
package enum DownloadPriority: Int, Sendable {
    /// Nobody: a program that fetches many files.
    case background
    /// A person: goes before all background work that has not begun.
    case person
}

/// The priority of a download, which rises when a person begins to wait for it.
final class SharedPriority: Sendable {
    private let current: Atomic<Int>

    init(_ priority: DownloadPriority) { current = Atomic(priority.rawValue) }

    var value: Int { current.load(ordering: .relaxed) }

    func raise(to priority: DownloadPriority) { current.max(priority.rawValue, ordering: .relaxed) }
}
