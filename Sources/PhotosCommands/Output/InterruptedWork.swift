internal import OpenPhotoKitOwner
internal import PhotoModel

/// Work that Ctrl-C interrupted.
struct InterruptedWork {
    /// The unit of the work, such as "identifier".
    let noun: String
    /// The total number of units; `nil` if it is unknown.
    var total: Int?
    /// Whether the total is only a lower bound.
    var isLeast = false

    /// "Interrupted after 3 of at least 500 identifiers".
    func displayText(after done: Int) -> String {
        guard let total else { return "Interrupted after \(counted(done, noun))" }
        return "Interrupted after \(done) of \(isLeast ? "at least " : "")\(counted(total, noun))"
    }
}
