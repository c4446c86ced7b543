internal import AssetLoading
package import Foundation
package import LibraryInterface
package import MessageTransport
package import PhotoModel
internal import Synchronization
internal import SystemSupport

/// Answers the requests of one ``LibraryClient``.
package final class LibraryServer: Sendable {
    struct State {
        /// Random at the start, so that a number of an ended connection means nothing on another.
        var lastNumber = Int.random(in: 0..<1 << 40)
        var changes: [Int: OpenBlock] = [:]
        /// The blocks whose commit runs.
        var commits: [Int: OpenBlock] = [:]
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

    let service: any LibraryService
    /// Why every request is refused; `nil` if requests are answered.
    private let restriction: PhotoLibraryError?
    let quotas: ClientQuotas
    let onPickChange: @Sendable () -> Void
    let state = Mutex(State())

    /// The maximum number of objects in an answer.
    package static let maximumObjects = 500
    /// The maximum number of bytes of a request without those beside it, because a decoded request needs up to ten
    /// times its bytes.
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
    func shown(_ error: PhotoLibraryError) -> PhotoLibraryError {
        service.reader.access == .owner ? error : error.withoutPath
    }

    private func outcome<Value>(_ result: Result<Value, any Error>) -> Outcome<Value> {
        Outcome(result.mapError { shown(PhotoLibraryError(converting: $0)) })
    }

    /// Lets reads, also those of files, and blocks of changes stop soon, because the client is gone.
    package func cancelRequests() {
        let (blocks, files, reads) = state.withLock {
            (Array($0.changes.values) + Array($0.commits.values), Array($0.files.values), $0.reads)
        }
        reads.cancel()
        for file in files { file.cancel() }
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
        case .openResource, .read, .version, .close: return try answerFile(request)
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
        case .resolve(let identifiers, let onlySynced):
            try Self.checkCount(identifiers.count)
            return Self.success(
                processors.run { service.resolve(identifiers, onlySynced: onlySynced, batch) }.map(outcome))
        case .pictureAtHand(let resource, let asset, let best):
            switch try processors.run({ try service.pictureAtHand(of: resource, in: asset, upTo: best) }) {
            case nil: return Self.success(AnsweredPicture.none)
            case .gray(let levels): return Self.success(AnsweredPicture.gray, levels)
            case .previewPicture(let jpeg): return Self.success(AnsweredPicture.previewPicture, jpeg)
            case .rendition(let kept, let jpeg): return Self.success(AnsweredPicture.rendition(kept), jpeg)
            }
        default:
            let watch = ReadWatch {
                processors.yield()
                return !end.isCancelled
            }
            return try processors.run { try ReadWatch.$current.withValue(watch) { try service.reader.answer(request) } }
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
    func keep<Value>(
        _ value: Value, in values: WritableKeyPath<State, [Int: Value]>, since accessChanges: Int
    ) throws -> Int {
        let number = state.withLock { $0.accessChanges == accessChanges ? $0.add(value, to: values) : nil }
        guard let number else { throw Self.accessHasChanged }
        return number
    }

    static let accessHasChanged = PhotoLibraryError(
        .accessUserDenied, "The owner of the library has changed what this app may do. Nothing was changed.")

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
