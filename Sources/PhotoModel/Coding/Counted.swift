/// A number and a noun: "1 photo", "2 photos".
///
/// - Parameter plural: The plural of a noun that does not form it with an s.
package func counted(_ count: Int, _ noun: String, plural: String? = nil) -> String {
    "\(count) \(count == 1 ? noun : plural ?? noun + "s")"
}

/// A number, a noun and a verb: "1 photo was", "2 photos were".
package func counted(_ count: Int, _ noun: String, _ one: String, _ several: String) -> String {
    "\(counted(count, noun)) \(count == 1 ? one : several)"
}
