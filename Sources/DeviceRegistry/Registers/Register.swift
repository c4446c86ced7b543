/// One value that a person set, and its stamp.
package struct Register: Hashable, Sendable {
    package let subject: Subject
    package let key: Key
    package let value: [UInt8]
    package let stamp: Stamp

    package init(_ subject: Subject, _ key: Key, _ value: [UInt8], _ stamp: Stamp) {
        self.subject = subject
        self.key = key
        self.value = value
        self.stamp = stamp
    }

    /// What a register is about.
    ///
    /// Of all registers with one name, the one with the greatest stamp counts.
    package struct Name: Hashable, Comparable, Sendable {
        package let subject: Subject
        package let key: Key

        package init(_ subject: Subject, _ key: Key) {
            self.subject = subject
            self.key = key
        }

        package static func < (one: Name, other: Name) -> Bool {
            one.subject == other.subject ? one.key < other.key : one.subject < other.subject
        }
    }

    package var name: Name { Name(subject, key) }
}
