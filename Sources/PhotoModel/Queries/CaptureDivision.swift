/// A range of assets by capture that begins or ends between assets with the same capture time.
///
/// Assets with the same capture time are ordered as they were added.
package struct CaptureDivision: Hashable, Sendable, Codable {
    package struct Bound: Hashable, Sendable, Codable {
        package let time: CaptureTime
        package let localIdentifier: String

        package init(time: CaptureTime, localIdentifier: String) {
            self.time = time
            self.localIdentifier = localIdentifier
        }
    }

    /// The first asset; `nil` if the range has all assets of its first capture time.
    package let first: Bound?
    /// The last asset; `nil` if the range has all assets of its last capture time.
    package let last: Bound?

    /// Creates a division; `nil` if both bounds are `nil`.
    package init?(first: Bound?, last: Bound?) {
        guard first != nil || last != nil else { return nil }
        self.first = first
        self.last = last
    }
}
