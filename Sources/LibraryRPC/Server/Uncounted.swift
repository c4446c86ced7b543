/// A batch whose progress nobody follows, and which is not cancelled.
struct Uncounted: BatchFollower {
    var isCancelled: Bool { false }
    func itemIsDone() {}
}
