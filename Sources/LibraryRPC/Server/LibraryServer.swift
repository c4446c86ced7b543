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
        var changes: [Int: any ChangeSession] = [:]
        /// Whether blocks of changes were ended because the access changed.
        var hasOtherAccess = false
        var files: [Int: OpenFile] = [:]

        /// Keeps a value and returns its number; `nil` if there are too many already.
        mutating func add<Value>(
            _ value: Value, to values: WritableKeyPath<State, [Int: Value]>, atMost limit: Int
        ) -> Int? {
            guard self[keyPath: values].count < limit else { return nil }
            lastNumber += 1
            self[keyPath: values][lastNumber] = value
            return lastNumber
        }
    }

    private let service: any LibraryService
    /// Why every request is refused; `nil` if requests are answered.
    private let restriction: PhotoLibraryError?
    private let state = Mutex(State())

    /// The maximum number of objects in an answer.
    package static let maximumObjects = 500
    /// The maximum number of open files and of blocks of changes.
    private static let maximumFiles = 64
    private static let maximumBlocks = 4

    /// - Parameters:
    ///   - service: The library with the access of the client.
    ///   - restriction: Why every request is refused, whatever the owner decided; `nil` if requests are answered.
    package init(_ service: any LibraryService, restriction: PhotoLibraryError? = nil) {
        self.service = service
        self.restriction = restriction
    }

    /// The answer to a request.
    ///
    /// Blocks. Callable on several threads.
    package func answer(_ request: Message) -> Message {
        let decoded: LibraryRequest
        do { decoded = try MessageCoding.decode(LibraryRequest.self, from: request.content) } catch {
            return Self.failure(
                PhotoLibraryError(
                    .internalError, "The request cannot be read: its version may be another one."))
        }
        do { return try answer(decoded, request.bytes) } catch {
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

    /// Lets the blocks of changes stop soon, because the client is gone.
    package func cancelChanges() { for session in state.withLock({ $0.changes.values }) { session.cancel() } }

    /// Ends all blocks of changes and closes all files, when no request runs any longer.
    package func close() {
        let ended = state.withLock { state in
            defer { state = State() }
            return state.changes.values
        }
        for session in ended { session.discard() }
    }

    /// Ends all blocks of changes and stops reading all files, because they were begun with another access.
    package func accessHasChanged() {
        let (sessions, files) = state.withLock { state in
            defer { state.changes = [:] }
            state.hasOtherAccess = true
            return (Array(state.changes.values), Array(state.files.values))
        }
        for file in files { file.end() }
        for session in sessions {
            session.cancel()
            session.discard()
        }
    }

    /// Stops reading the files of assets that the client no longer sees.
    package func closeInvisibleFiles() {
        for file in state.withLock({ $0.files.values }) {
            guard case .withheld(let asset) = file.resource.location else { continue }
            if (try? service.reader.row(of: asset, .asset)) == nil { file.end() }
        }
    }

    /// Pushes an event after each change of the library, as bytes.
    ///
    /// - Returns: A task that pushes until it is cancelled or the library can no longer be used.
    /// - Throws: As ``LibraryService/watch()``.
    package func pushEvents(_ push: @escaping @Sendable (Data) -> Void) throws -> Task<Void, Never> {
        let watch = try service.watch()
        let signal = watch.changeSignal()
        return Task {
            for await _ in signal { push(LibraryEvent.changed.bytes) }
            if let error = watch.unavailability { push(LibraryEvent.unavailable(error).bytes) }
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
        case .cloudIdentifiers(let identifiers):
            try Self.checkCount(identifiers.count)
            let found = service.cloudIdentifiers(of: identifiers, UncountedBatch())
            return Self.success(
                identifiers.map { outcome(found[$0] ?? .failure(PhotoLibraryError.noObject(withLocalIdentifier: $0))) })
        case .resolve(let identifiers):
            try Self.checkCount(identifiers.count)
            return Self.success(service.resolve(identifiers, UncountedBatch()).map(outcome))
        case .wasCommitted(let id): return Self.success(try service.wasCommitted(id))
        case .beginChanges, .beginUpload, .append, .stage, .stageEdit, .cancelChanges, .commit, .discardChanges:
            return try answerChange(request, bytes)
        case .openResource, .read, .identity, .close: return try answerFile(request)
        default: return try service.reader.answer(request)
        }
    }

    private func answerChange(_ request: LibraryRequest, _ bytes: Data) throws -> Message {
        switch request {
        case .beginChanges(let id):
            let session = try service.beginChanges(id)
            guard let number = state.withLock({ $0.add(session, to: \.changes, atMost: Self.maximumBlocks) }) else {
                session.discard()
                throw Self.tooMany("blocks of changes")
            }
            return Self.success(number)
        case .beginUpload(let number): return Self.success(try changes(number).beginUpload())
        case .append(let upload, let number):
            try changes(number).append(bytes, toUpload: upload)
            return Self.success(true)
        case .stage(let files, let number): return Self.success(try changes(number).stage(files))
        case .stageEdit(let asset, let rendered, let adjustmentData, let number):
            return Self.success(try changes(number).stageEdit(of: asset, rendered: rendered, adjustmentData))
        case .cancelChanges(let number):
            try changes(number).cancel()
            return Self.success(true)
        case .commit(let steps, let number):
            let session = try changes(number)
            state.withLock { $0.changes[number] = nil }
            return Self.success(try session.commit(steps))
        case .discardChanges(let number):
            state.withLock { $0.changes.removeValue(forKey: number) }?.discard()
            return Self.success(true)
        default: throw PhotoLibraryError(.internalError, "This request changes nothing.")
        }
    }

    private func answerFile(_ request: LibraryRequest) throws -> Message {
        switch request {
        case .openResource(let resource, let allowsNetwork):
            let file = OpenFile(
                resource,
                try service.resources.open(resource, as: service.reader.access, allowingNetwork: allowsNetwork))
            guard let number = state.withLock({ $0.add(file, to: \.files, atMost: Self.maximumFiles) }) else {
                throw Self.tooMany("open files")
            }
            // The owner may have taken the asset back while its file was opened.
            if case .withheld(let asset) = resource.location, try service.reader.row(of: asset, .asset) == nil {
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

    private static func tooMany(_ what: String) -> PhotoLibraryError {
        PhotoLibraryError(.limitExceeded, "This connection has too many \(what). Close some and try again.")
    }

    private func changes(_ number: Int) throws -> any ChangeSession {
        let (session, hasOtherAccess) = state.withLock { ($0.changes[number], $0.hasOtherAccess) }
        guard let session else {
            if hasOtherAccess {
                throw PhotoLibraryError(
                    .accessUserDenied, "The owner of the library has changed what this app may do. Nothing was changed."
                )
            }
            throw PhotoLibraryError(.changeNotSupported, "This block of changes has ended.")
        }
        return session
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
