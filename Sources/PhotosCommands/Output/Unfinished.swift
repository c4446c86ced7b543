internal import OpenPhotoKit

/// What was under way when Ctrl-C came.
struct Unfinished {
    /// What is done one by one, such as "identifier".
    let noun: String
    /// How many of it there were to do; `nil` if nobody knows.
    var total: Int?
    /// Whether there may have been more.
    var isLeast = false

    /// "Interrupted after 3 of at least 500 identifiers".
    func inWords(after done: Int) -> String {
        guard let total else { return "Interrupted after \(counted(done, noun))" }
        return "Interrupted after \(done) of \(isLeast ? "at least " : "")\(counted(total, noun))"
    }
}
