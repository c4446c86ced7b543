internal import Foundation
internal import LibraryInterface
internal import PhotoModel

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

    func stageEdit(
        of asset: String, rendered: UploadedFile, _ adjustmentData: AdjustmentData
    ) throws -> [Int] {
        try sentBytes.add(adjustmentData.data.count)
        return try session.stageEdit(of: asset, rendered: rendered, adjustmentData)
    }

    func append(_ bytes: Data, toUpload number: Int) throws {
        try sentBytes.add(bytes.count)
        try session.append(bytes, toUpload: number)
    }
}
