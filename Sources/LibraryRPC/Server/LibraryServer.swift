internal import AssetLoading
package import Foundation
package import MessageTransport
package import PhotoModel
internal import Synchronization

/// Answers the requests of one ``LibraryClient``.
package final class LibraryServer: Sendable {
    private struct State {
        /// Random at the start, so that a number of an ended connection means nothing on another.
        var lastNumber = Int.random(in: 0..<1 << 40)
        var changes: [Int: OpenBlock] = [:]
        /// How often the access changed, which ends blocks of changes.
        var accessChanges = 0
        /// Ends the reads of the present access.
        var reads = Cancellation()
        var files: [Int: OpenFile] = [:]
        var picks: [Int: OpenPick] = [:]

        /// Keeps a value and returns its number.
        mutating func add<Value>(_ value: Value, to values: WritableKeyPath<State, [Int: Value]>) -> Int {
            lastNumber += 1
            self[keyPath: values][lastNumber] = value
            return lastNumber
        }
    }

    private let service: any LibraryService
    /// Why every request is refused; `nil` if requests are answered.
    private let restriction: PhotoLibraryError?
    private let quotas: ClientQuotas
    private let onPickChange: @Sendable () -> Void
    private let state = Mutex(State())

    /// The maximum number of objects in an answer.
    package static let maximumObjects = 500
    /// The maximum number of bytes of a request without those beside it, because a decoded request needs up to ten times
    /// its bytes.
    private static let maximumContent = 1 << 20

    /// - Parameters:
    ///   - service: The library with the access of the client.
    ///   - quotas: What the client may use, with its other connections.
    ///   - restriction: Why every request is refused, whatever the owner decided; `nil` if requests are answered.
    ///   - onPickChange: Called after changes of selections on a page, of which the client needs an event.
    package init(
        _ service: any LibraryService, quotas: ClientQuotas = ClientQuotas(), restriction: PhotoLibraryError? = nil,
        onPickChange: @escaping @Sendable () -> Void = {}
    ) {
        self.onPickChange = onPickChange
        self.service = service
        self.quotas = quotas
        self.restriction = restriction
    }

    /// The answer to a request.
    ///
    /// Blocks. Callable on several threads.
    package func answer(_ request: Message) -> Message {
        guard request.content.count <= Self.maximumContent else {
            return Self.failure(
                PhotoLibraryError(.limitExceeded, "The request is longer than 1 MiB: name fewer objects at a time."))
        }
        let decoded: LibraryRequest
        do {
            decoded = try quotas.processors.run { try MessageCoding.decode(LibraryRequest.self, from: request.content) }
        } catch {
            return Self.failure(
                PhotoLibraryError(
                    .internalError, "The request cannot be read: its version may be another one."))
        }
        do {
            try decoded.check()
            return try answer(decoded, request.bytes)
        } catch {
            let error = PhotoLibraryError(converting: error)
            // An app does not learn where the library is.
            return Self.failure(shown(error))
        }
    }

    /// The error as the client gets it.
    private func shown(_ error: PhotoLibraryError) -> PhotoLibraryError {
        service.reader.access == .owner ? error : error.withoutPath
    }

    private func outcome<Value>(_ result: Result<Value, any Error>) -> Outcome<Value> {
        Outcome(result.mapError { shown(PhotoLibraryError(converting: $0)) })
    }

    /// Lets reads and blocks of changes stop soon, because the client is gone.
    package func cancelRequests() {
        let (blocks, reads) = state.withLock { (Array($0.changes.values), $0.reads) }
        reads.cancel()
        for block in blocks { block.session.cancel() }
    }

    /// Ends all blocks of changes and selections, and closes all files, when no request runs any longer.
    package func close() {
        let ended = state.withLock { state in
            defer { state = State() }
            return state
        }
        for block in ended.changes.values { block.session.discard() }
        for pick in ended.picks.values { pick.session.cancel() }
    }

    /// Ends all reads and blocks of changes and stops reading all files, because they were begun with another access.
    package func accessHasChanged() {
        let (blocks, files, reads) = state.withLock { state in
            defer { (state.changes, state.reads) = ([:], Cancellation()) }
            state.accessChanges += 1
            return (Array(state.changes.values), Array(state.files.values), state.reads)
        }
        reads.cancel()
        for file in files where !file.isPicked { file.end() }
        for block in blocks {
            block.session.cancel()
            block.session.discard()
        }
    }

    /// Stops reading the files of assets that the client no longer sees.
    package func closeInvisibleFiles() {
        for file in state.withLock({ $0.files.values }) where !file.isPicked {
            guard case .withheld(let asset) = file.resource.location else { continue }
            if (try? service.reader.row(of: asset, .asset)) == nil { file.end() }
        }
    }

    private func answer(_ request: LibraryRequest, _ bytes: Data) throws -> Message {
        if let restriction {
            switch request {
            case .appState: return Self.success(AppState.restricted)
            // There is nothing to ask the owner.
            case .ask: return Self.success(true)
            default: throw restriction
            }
        }
        switch request {
        case .appState: return Self.success(try service.appState())
        case .ask(let request):
            try service.ask(for: request)
            return Self.success(true)
        case .wasCommitted(let id): return Self.success(try service.wasCommitted(id))
        case .beginChanges, .beginUpload, .append, .stage, .stageEdit, .cancelChanges, .commit, .discardChanges:
            return try answerChange(request, bytes)
        case .openResource, .read, .identity, .close: return try answerFile(request)
        case .beginPick, .pickState, .pickedAssets, .changePick, .cancelPick, .openPicked, .endPick:
            return try answerPick(request)
        default: return try answerRead(request)
        }
    }

    /// Reads, and reads again if the access changed meanwhile, so that no answer is one of the earlier access.
    private func answerRead(_ request: LibraryRequest) throws -> Message {
        while true {
            let (accessChanges, reads) = state.withLock { ($0.accessChanges, $0.reads) }
            let answer = Result { try answerOnce(request, until: reads) }
            if state.withLock({ $0.accessChanges }) == accessChanges { return try answer.get() }
        }
    }

    private func answerOnce(_ request: LibraryRequest, until end: Cancellation) throws -> Message {
        let batch = UncountedBatch { end.isCancelled }
        let processors = quotas.processors
        switch request {
        case .cloudIdentifiers(let identifiers):
            try Self.checkCount(identifiers.count)
            let found = processors.run { service.cloudIdentifiers(of: identifiers, batch) }
            return Self.success(
                identifiers.map { outcome(found[$0] ?? .failure(PhotoLibraryError.noObject(withLocalIdentifier: $0))) })
        case .resolve(let identifiers):
            try Self.checkCount(identifiers.count)
            return Self.success(processors.run { service.resolve(identifiers, batch) }.map(outcome))
        default:
            let watch = ReadWatch {
                processors.yield()
                return !end.isCancelled
            }
            return try processors.run { try ReadWatch.$current.withValue(watch) { try service.reader.answer(request) } }
        }
    }

    private func answerChange(_ request: LibraryRequest, _ bytes: Data) throws -> Message {
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
            state.withLock { $0.changes[number] = nil }
            return Self.success(try block.session.commit(steps))
        case .discardChanges(let number):
            state.withLock { $0.changes.removeValue(forKey: number) }?.session.discard()
            return Self.success(true)
        default: throw PhotoLibraryError(.internalError, "This request changes nothing.")
        }
    }

    private func answerPick(_ request: LibraryRequest) throws -> Message {
        switch request {
        case .beginPick(let configuration):
            let pick = try OpenPick(Reservation(1, of: quotas.picks)) {
                try service.beginPick(configuration, onChange: onPickChange)
            }
            return Self.success(state.withLock { $0.add(pick, to: \.picks) })
        case .pickState(let number):
            var state = try pick(number).state()
            if case .failed(let error) = state.phase { state.phase = .failed(shown(error)) }
            return Self.success(state)
        case .pickedAssets(let revision, let from, let count, let number):
            try Self.checkCount(count)
            return Self.success(try pick(number).assets(of: revision, from: from, count: count))
        case .changePick(let change, let number):
            try pick(number).change(change)
            return Self.success(true)
        case .cancelPick(let number):
            try pick(number).cancel()
            return Self.success(true)
        case .openPicked(let resource, let number, let allowsNetwork):
            let pick = try pick(number)
            let file = try OpenFile(resource, isPicked: true, Reservation(1, of: quotas.files)) {
                try pick.open(resource, allowingNetwork: allowsNetwork)
            }
            return Self.success(
                OpenedResource(
                    file: state.withLock { $0.add(file, to: \.files) }, identity: file.identity,
                    isImported: file.isImported))
        case .endPick(let number):
            state.withLock { $0.picks.removeValue(forKey: number) }?.session.cancel()
            return Self.success(true)
        default: throw PhotoLibraryError(.internalError, "This request is not about a selection.")
        }
    }

    private func pick(_ number: Int) throws -> any PickSession {
        guard let pick = state.withLock({ $0.picks[number] }) else {
            throw PhotoLibraryError(.libraryUnavailable, "This selection has ended.")
        }
        return pick.session
    }

    private func answerFile(_ request: LibraryRequest) throws -> Message {
        switch request {
        case .openResource(let resource, let allowsNetwork):
            let accessChanges = state.withLock { $0.accessChanges }
            let file = try OpenFile(resource, Reservation(1, of: quotas.files)) {
                // The client compares the bytes with the digest.
                try service.resources.openUncompared(
                    resource, as: service.reader.access, allowingNetwork: allowsNetwork)
            }
            let number = try keep(file, in: \.files, since: accessChanges)
            // The owner may have taken the asset back while its file was opened.
            if case .withheld(let asset) = resource.location, (try? service.reader.row(of: asset, .asset)) == nil {
                file.end()
            }
            return Self.success(
                OpenedResource(file: number, identity: file.identity, isImported: file.isImported))
        case .read(let number, let count):
            let bytes = try file(number).read(upTo: count)
            return Self.success(bytes.count, bytes)
        case .identity(let number): return Self.success(try file(number).currentIdentity())
        case .close(let number):
            state.withLock { _ = $0.files.removeValue(forKey: number) }
            return Self.success(true)
        default: throw PhotoLibraryError(.internalError, "This request reads no file.")
        }
    }

    /// - Throws: `limitExceeded` for more objects than an answer has.
    static func checkCount(_ count: Int) throws {
        guard count <= maximumObjects else {
            throw PhotoLibraryError(.limitExceeded, "A request names at most \(maximumObjects) objects.")
        }
    }

    /// Keeps what a client opened.
    ///
    /// - Parameter accessChanges: How often the access had changed before it was opened.
    /// - Returns: Its number.
    /// - Throws: `accessUserDenied` if the access has changed since then.
    private func keep<Value>(
        _ value: Value, in values: WritableKeyPath<State, [Int: Value]>, since accessChanges: Int
    ) throws -> Int {
        let number = state.withLock { $0.accessChanges == accessChanges ? $0.add(value, to: values) : nil }
        guard let number else { throw Self.accessHasChanged }
        return number
    }

    private static let accessHasChanged = PhotoLibraryError(
        .accessUserDenied, "The owner of the library has changed what this app may do. Nothing was changed.")

    private func block(_ number: Int) throws -> OpenBlock {
        let (block, accessChanges) = state.withLock { ($0.changes[number], $0.accessChanges) }
        guard let block else {
            if accessChanges > 0 { throw Self.accessHasChanged }
            throw PhotoLibraryError(.changeNotSupported, "This block of changes has ended.")
        }
        return block
    }

    private func file(_ number: Int) throws -> OpenFile {
        guard let file = state.withLock({ $0.files[number] }) else {
            throw PhotoLibraryError(.unreadable, "This file is closed.")
        }
        return file
    }

    static func success(_ value: some Codable & Sendable, _ bytes: Data = Data()) -> Message {
        Message(content: Outcome.success(value).bytes, bytes: bytes)
    }

    private static func failure(_ error: PhotoLibraryError) -> Message {
        Message(content: Outcome<Bool>.failure(error).bytes)
    }
}

extension PhotoLibraryError {
    /// The error without a path and without its cause, which may name the path.
    ///
    /// The messages of errors of the system may name the path too.
    package var withoutPath: PhotoLibraryError {
        let isForeign = code == .ioFailure || code == .internalError
        return PhotoLibraryError(
            code, isForeign ? "The library could not carry out the request. Try again." : message, remedy: remedy,
            identifier: identifier, localIdentifiers: localIdentifiers,
            deletedDate: deletedDate)
    }
}

extension Encodable {
    /// The bytes of an answer or an event; those of an `internalError` for a value that cannot be encoded.
    package var bytes: Data {
        do { return try MessageCoding.encode(self) } catch {
            let failure = PhotoLibraryError(.internalError, "The answer cannot be encoded: \(error)", cause: error)
            return (try? MessageCoding.encode(Outcome<Bool>(.failure(failure)))) ?? Data()
        }
    }
}
