internal import Foundation
internal import LibraryInterface
internal import MessageTransport
internal import PhotoModel
internal import Synchronization

// Blocks of changes.
extension LibraryServer {
    func answerChange(_ request: LibraryRequest, _ bytes: Data) throws -> Message {
        switch request {
        case .beginChanges(let id):
            let accessChanges = state.withLock { $0.accessChanges }
            let block = try OpenBlock(in: quotas) { try service.beginChanges(id) }
            do { return Self.success(try keep(block, in: \.changes, since: accessChanges)) } catch {
                block.session.discard()
                throw error
            }
        case .beginUpload(let number): return Self.success(try block(number).session.beginUpload())
        case .append(let upload, let number):
            try block(number).append(bytes, toUpload: upload)
            return Self.success(true)
        case .stage(let files, let number):
            let staged = try block(number).session.stage(files)
            // The answer may name assets that the client no longer sees.
            _ = try block(number)
            return Self.success(staged)
        case .stageEdit(let asset, let rendered, let format, let version, let number):
            let adjustmentData = AdjustmentData(formatIdentifier: format, formatVersion: version, data: bytes)
            let staged = try block(number).stageEdit(of: asset, rendered: rendered, adjustmentData)
            _ = try block(number)
            return Self.success(staged)
        case .cancelChanges(let number):
            try block(number).session.cancel()
            return Self.success(true)
        case .commit(let steps, let number):
            let block = try block(number)
            state.withLock { state in
                state.changes[number] = nil
                state.commits[number] = block
            }
            defer { state.withLock { $0.commits[number] = nil } }
            return Self.success(try block.session.commit(steps))
        case .discardChanges(let number):
            state.withLock { $0.changes.removeValue(forKey: number) }?.session.discard()
            return Self.success(true)
        default: throw PhotoLibraryError(.internalError, "This request changes nothing.")
        }
    }

    private func block(_ number: Int) throws -> OpenBlock {
        let (block, accessChanges) = state.withLock { ($0.changes[number], $0.accessChanges) }
        guard let block else {
            if accessChanges > 0 { throw Self.accessHasChanged }
            throw PhotoLibraryError(.changeNotSupported, "This block of changes has ended.")
        }
        return block
    }
}
