/// A batch without a follower, which is never cancelled.
struct Uncounted: BatchFollower {
    var isCancelled: Bool { false }
    func itemIsDone() {}
}
