internal import Foundation
internal import OpenPhotoKit
internal import Synchronization

/// An asset that a block creates.
///
/// Its files are read when its identifier is read, or at the end of the block. Other requests for the asset are carried
/// out after that.
final class Creation: Sendable {
    private let block: ChangeBlock
    private let state = Mutex(State())

    private struct State {
        var request = AssetCreationRequest()
        var movedFiles: [FilePath] = []
        var steps: [@Sendable (ChangeRequests, String) throws -> Void] = []
        /// Empty if the block has failed.
        var identifier: String?
    }

    init(_ block: ChangeBlock) {
        self.block = block
        block.add(self)
    }

    /// Adds a file, which is removed afterwards if it is `moved`.
    ///
    /// Fails the block for a type that an asset cannot be created with.
    func addResource(
        _ type: PHAssetResourceType, _ content: AssetCreationRequest.Content, moved: FilePath? = nil
    ) {
        guard let kind = type.kind else {
            return block.refuse("An asset cannot be created with a resource of the type “\(type)”.")
        }
        let isLate = state.withLock { state in
            state.request.addResource(kind, content, mediaType: type.mediaType)
            if let moved { state.movedFiles.append(moved) }
            return state.identifier != nil
        }
        if isLate { block.refuse("Add files to an asset before you read the identifier of its placeholder.") }
    }

    /// Runs `body` when the asset has an identifier.
    func then(_ step: @escaping @Sendable (ChangeRequests, String) throws -> Void) {
        let identifier = state.withLock { state in
            if state.identifier == nil { state.steps.append(step) }
            return state.identifier
        }
        if let identifier { block.ask { try step($0, identifier) } }
    }

    /// The identifier of the asset; the first call reads its files.
    var localIdentifier: String {
        let (request, known) = state.withLock { ($0.request, $0.identifier) }
        if let known { return known }
        let identifier = block.ask { try $0.createAsset(request).localIdentifier } ?? ""
        let (steps, moved) = state.withLock { state in
            state.identifier = identifier
            // An app may keep the placeholder for long, and so this object, but not the bytes.
            state.request = AssetCreationRequest()
            defer { state.steps = [] }
            return (state.steps, state.movedFiles)
        }
        block.removeAfterwards(moved)
        for step in steps { block.ask { try step($0, identifier) } }
        return identifier
    }

    func finish() { _ = localIdentifier }
}
