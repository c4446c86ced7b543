internal import LibraryInterface
internal import PhotoModel

/// A selection on a page that a client began.
final class OpenPick: Sendable {
    let session: any PickSession
    private let reservation: Reservation

    init(_ reservation: Reservation, _ begin: () throws -> any PickSession) rethrows {
        session = try begin()
        self.reservation = reservation
    }
}
