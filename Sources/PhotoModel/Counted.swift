/// A number of things in words: "1 photo", "2 photos".
///
/// - Parameter plural: What several are called, if not by an s.
package func counted(_ count: Int, _ noun: String, plural: String? = nil) -> String {
    "\(count) \(count == 1 ? noun : plural ?? noun + "s")"
}

/// A number of things, and what they do or are: "1 photo was", "2 photos were".
package func counted(_ count: Int, _ noun: String, _ one: String, _ several: String) -> String {
    "\(counted(count, noun)) \(count == 1 ? one : several)"
}
