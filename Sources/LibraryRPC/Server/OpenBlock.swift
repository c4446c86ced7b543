internal import Foundation

/// A block of changes that a client makes.
final class OpenBlock: Sendable {
    let session: any ChangeSession
    private let block: Reservation
    private let sentBytes: Reservation

    init(in quotas: ClientQuotas, _ begin: () throws -> any ChangeSession) throws {
        block = try Reservation(1, of: quotas.blocks)
        sentBytes = try Reservation(0, of: quotas.sentBytes)
        session = try begin()
    }

    func append(_ bytes: Data, toUpload number: Int) throws {
        try sentBytes.add(bytes.count)
        try session.append(bytes, toUpload: number)
    }
}
