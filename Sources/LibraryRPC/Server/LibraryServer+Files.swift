internal import LibraryInterface
internal import MessageTransport
internal import Originals
internal import PhotoModel
internal import Synchronization

// The bytes of files.
extension LibraryServer {
    func answerFile(_ request: LibraryRequest) throws -> Message {
        switch request {
        case .openResource(let resource, let range, let policy):
            let accessChanges = state.withLock { $0.accessChanges }
            let file = try OpenFile(resource, Reservation(1, of: quotas.files)) {
                // The client compares the bytes with the digest.
                try service.originals.open(resource, range, policy)
            }
            let number = try keep(file, in: \.files, since: accessChanges)
            // The owner may have taken the asset back while its file was opened.
            if case .withheld(let asset) = resource.location, (try? service.reader.row(of: asset, .asset)) == nil {
                file.end()
            }
            return Self.success(
                OpenedResource(file: number, length: file.length, isImported: file.isImported))
        case .read(let number, let count):
            let bytes = try file(number).read(upTo: count)
            return Self.success(bytes.count, bytes)
        case .version(let number): return Self.success(try file(number).version())
        case .close(let number):
            state.withLock { $0.files.removeValue(forKey: number) }?.cancel()
            return Self.success(true)
        default: throw PhotoLibraryError(.internalError, "This request reads no file.")
        }
    }

    private func file(_ number: Int) throws -> OpenFile {
        guard let file = state.withLock({ $0.files[number] }) else {
            throw PhotoLibraryError(.unreadable, "This file is closed.")
        }
        return file
    }
}
