/// The changes between a position in the history and its end.
package struct HistoryRange: Sendable, Codable {
    /// The position after the last change.
    package let last: PersistentChangeToken
    /// The number of changes.
    package let count: Int

    package init(last: PersistentChangeToken, count: Int) {
        self.last = last
        self.count = count
    }
}

/// One change in the history.
package struct HistoryEntry: Sendable, Codable {
    /// The position after the change.
    package let token: PersistentChangeToken
    /// The device or app that made the change.
    package let origin: ChangeOrigin

    package init(token: PersistentChangeToken, origin: ChangeOrigin) {
        self.token = token
        self.origin = origin
    }
}
