internal import AssetLoading
package import Foundation
internal import PhotoModel
internal import Synchronization

/// Answers the requests of one ``LibraryClient``.
package final class LibraryServer: Sendable {
    private struct State {
        var lastNumber = 0
        var changes: [Int: any ChangeSession] = [:]
        var files: [Int: OpenFile] = [:]

        mutating func add<Value>(_ value: Value, to values: WritableKeyPath<State, [Int: Value]>) -> Int {
            lastNumber += 1
            self[keyPath: values][lastNumber] = value
            return lastNumber
        }
    }

    private let service: any LibraryService
    private let state = Mutex(State())

    /// - Parameter service: The library with the access of the client.
    package init(_ service: any LibraryService) { self.service = service }

    /// The answer to a request, both as bytes.
    ///
    /// Blocks. Callable on several threads.
    package func answer(_ request: Data) -> Data {
        let decoded: LibraryRequest
        do { decoded = try MessageCoding.decode(LibraryRequest.self, from: request) } catch {
            let failure = PhotoLibraryError(
                .internalError, "The request cannot be read: its version may be another one.", cause: error)
            return Self.encode(Outcome<Bool>(.failure(failure)))
        }
        do { return try answer(decoded) } catch { return Self.encode(Outcome<Bool>(.failure(error))) }
    }

    /// Pushes an event after each change of the library, as bytes.
    ///
    /// - Returns: A task that pushes until it is cancelled or the library can no longer be used.
    /// - Throws: As ``LibraryService/watch()``.
    package func pushEvents(_ push: @escaping @Sendable (Data) -> Void) throws -> Task<Void, Never> {
        let watch = try service.watch()
        let signal = watch.changeSignal()
        return Task {
            for await _ in signal { push(Self.encode(LibraryEvent.changed)) }
            if let error = watch.unavailability { push(Self.encode(LibraryEvent.unavailable(error))) }
        }
    }

    private func answer(_ request: LibraryRequest) throws -> Data {
        switch request {
        case .cloudIdentifiers(let identifiers):
            let found = service.cloudIdentifiers(of: identifiers, UncountedBatch())
            return Self.success(
                identifiers.map { Outcome(found[$0] ?? .failure(PhotoLibraryError.noObject(withLocalIdentifier: $0))) })
        case .resolve(let identifiers):
            return Self.success(service.resolve(identifiers, UncountedBatch()).map { Outcome($0) })
        case .beginChanges:
            let session = try service.beginChanges()
            return Self.success(state.withLock { $0.add(session, to: \.changes) })
        case .stage(let request, let number): return Self.success(try changes(number).stage(request))
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
        case .openResource(let resource, let allowsNetwork):
            let file = OpenFile(
                try service.resources.open(resource, as: service.reader.access, allowingNetwork: allowsNetwork))
            let number = state.withLock { $0.add(file, to: \.files) }
            return Self.success(OpenedResource(file: number, identity: file.identity))
        case .read(let number, let count): return Self.success(try file(number).read(upTo: count))
        case .identity(let number): return Self.success(try file(number).currentIdentity())
        case .close(let number):
            state.withLock { _ = $0.files.removeValue(forKey: number) }
            return Self.success(true)
        default: return try service.reader.answer(request)
        }
    }

    private func changes(_ number: Int) throws -> any ChangeSession {
        guard let session = state.withLock({ $0.changes[number] }) else {
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

    static func success(_ value: some Codable & Sendable) -> Data { encode(Outcome.success(value)) }

    /// The bytes of an answer or an event; those of an `internalError` for a value that cannot be encoded.
    private static func encode(_ value: some Encodable) -> Data {
        do { return try MessageCoding.encode(value) } catch {
            let failure = PhotoLibraryError(.internalError, "The answer cannot be encoded: \(error)", cause: error)
            return (try? MessageCoding.encode(Outcome<Bool>(.failure(failure)))) ?? Data()
        }
    }
}
