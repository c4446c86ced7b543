internal import PhotoModel

/// A block of changes of a library in another process.
final class RemoteChangeSession: ChangeSession {
    private let number: Int
    private let connection: Connection

    init(number: Int, _ connection: Connection) {
        self.number = number
        self.connection = connection
    }

    func stage(_ request: AssetCreationRequest) throws(PhotoLibraryError) -> StagedAsset {
        try connection.send(.stage(request, changes: number))
    }

    func stageEdit(
        of asset: String, rendered: AssetCreationRequest.Content, _ adjustmentData: AdjustmentData
    ) throws(PhotoLibraryError) -> [Int] {
        try connection.send(.stageEdit(asset: asset, rendered, adjustmentData, changes: number))
    }

    func cancel() { _ = try? connection.send(.cancelChanges(number)) as Bool }

    func commit(_ steps: [ChangeStep]) throws(PhotoLibraryError) -> [String] {
        try connection.send(.commit(steps, changes: number))
    }

    func discard() { _ = try? connection.send(.discardChanges(number)) as Bool }
}
