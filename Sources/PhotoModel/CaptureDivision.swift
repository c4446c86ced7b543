/// A part of the assets by capture that begins or ends among those of one capture time.
///
/// These are divided by their numbers in the catalogue, in whose order they are.
package struct CaptureDivision: Hashable, Sendable {
    package struct Bound: Hashable, Sendable {
        package let time: CaptureTime
        package let row: Int64

        package init(time: CaptureTime, row: Int64) {
            self.time = time
            self.row = row
        }
    }

    /// The first asset that is meant; `nil` if all of the first time are.
    package let first: Bound?
    /// The last asset that is meant; `nil` if all of the last time are.
    package let last: Bound?

    /// `nil` if nothing is divided.
    package init?(first: Bound?, last: Bound?) {
        guard first != nil || last != nil else { return nil }
        self.first = first
        self.last = last
    }
}
