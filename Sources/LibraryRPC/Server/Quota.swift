internal import PhotoModel
internal import Synchronization

/// A number of units that all connections of one client share.
package final class Quota: Sendable {
    private let total: Int
    /// Says what the client can do when no units are left.
    private let message: String
    private let used = Mutex(0)

    package init(_ total: Int, exceeded message: String) {
        self.total = total
        self.message = message
    }

    /// The number of units that are in use.
    package var count: Int { used.withLock { $0 } }

    fileprivate func take(_ count: Int) throws(PhotoLibraryError) {
        let isTaken = used.withLock { used in
            guard count <= total - used else { return false }
            used += count
            return true
        }
        if !isTaken { throw PhotoLibraryError(.limitExceeded, message) }
    }

    fileprivate func giveBack(_ count: Int) { used.withLock { $0 -= count } }
}

/// Units of a quota that are in use as long as this object is referenced.
final class Reservation: Sendable {
    private let quota: Quota
    private let count: Mutex<Int>

    /// - Throws: `limitExceeded`.
    init(_ count: Int, of quota: Quota) throws(PhotoLibraryError) {
        try quota.take(count)
        self.quota = quota
        self.count = Mutex(count)
    }

    deinit { quota.giveBack(count.withLock { $0 }) }

    /// - Throws: `limitExceeded`.
    func add(_ more: Int) throws(PhotoLibraryError) {
        try quota.take(more)
        count.withLock { $0 += more }
    }
}

/// What one client may use at a time, on all its connections together.
package struct ClientQuotas: Sendable {
    package let files: Quota
    package let blocks: Quota
    /// The selections whose photos can be opened.
    package let picks: Quota
    /// The bytes of files that were sent for blocks of changes that have not ended.
    package let sentBytes: Quota
    /// For reads of the catalogue.
    let processors = ProcessorShare()

    package init(files: Int = 64, blocks: Int = 16, picks: Int = 64, sentBytes: Int = 1 << 30) {
        self.files = Quota(files, exceeded: "This app has \(files) open files. Close one of them and try again.")
        self.blocks = Quota(
            blocks,
            exceeded: "This app makes \(blocks) blocks of changes at a time. Wait for the end of one and try again.")
        self.picks = Quota(
            picks, exceeded: "This app keeps photos of \(picks) selections. Release some of them and try again.")
        self.sentBytes = Quota(
            sentBytes,
            exceeded: "The files of this app's unfinished blocks of changes have \(sentBytes >> 20) MiB. "
                + "Make smaller blocks.")
    }
}
