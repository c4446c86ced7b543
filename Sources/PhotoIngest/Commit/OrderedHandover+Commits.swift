internal import Dispatch
internal import SystemSupport

extension OrderedHandover {
    /// A handover of files to a committer.
    ///
    /// A transaction of many small files takes about as long as one of a few, so files wait until there are 64, but not
    /// much longer than a second. While a large file is read, about 500 small files behind it are read, too. A copy
    /// that waits keeps a descriptor open, of which a process usually may have 1,024.
    static func forCommits(label: String, ioJobs: Int, jobs: Int) -> OrderedHandover {
        OrderedHandover(
            label: label, width: .underWay(ioJobs: ioJobs, jobs: jobs), batchLimit: 64, waitingLimit: 512,
            maximumDelay: .seconds(1))
    }
}
