import Foundation
import LibraryInterface
import MessageTransport
import PhotoModel
import Synchronization
import Testing

@testable import LibraryRPC

/// A client of a server that the tests simulate.
@Suite(.timeLimit(.minutes(1))) struct LibraryClientTests {
    /// Creates a client with limited access, whose server answers all other requests with `answer`.
    private func client(_ answer: @escaping @Sendable (LibraryRequest) throws -> Data) -> LibraryClient {
        LibraryClient { message, _ in
            let request = try JSONDecoder().decode(LibraryRequest.self, from: message.content)
            if case .appState = request {
                return Message(content: try encoded(.success(AppState(.limited(), of: "app"))))
            }
            return Message(content: try answer(request))
        }
    }

    private func encoded<Value: Codable>(_ outcome: Outcome<Value>) throws -> Data {
        try JSONEncoder().encode(outcome)
    }

    @Test func theServerSendsTheAccess() throws {
        #expect(client { _ in Data() }.access == .limited(app: "app"))
    }

    @Test func errorsKeepAllPropertiesForApps() throws {
        let date = Date(timeIntervalSince1970: 5)
        let sent = PhotoLibraryError(
            .identifierNotFound, "Gone.", remedy: .repair, path: "/a", identifier: "x", localIdentifiers: ["y"],
            deletedDate: date, cause: CocoaError(.fileNoSuchFile))
        let client = client { _ in try encoded(Outcome<Int>.failure(sent)) }
        do {
            _ = try client.count(of: AssetQuery())
            Issue.record("It must throw.")
        } catch {
            #expect(error == sent && error.message == "Gone." && error.path == "/a")
            #expect(error.identifier == "x" && error.localIdentifiers == ["y"] && error.deletedDate == date)
        }
    }

    @Test(arguments: ["", "{}", "[1]", #"{"success":{"_0":"many"}}"#])
    func anAnswerThatCannotBeReadIsAnError(_ answer: String) throws {
        let client = client { _ in Data(answer.utf8) }
        #expect(throws: PhotoLibraryError(.internalError, "")) { try client.count(of: AssetQuery()) }
    }

    @Test func anObjectKeepsItsNumber() throws {
        let fetches = Mutex([["b", "a"], ["c", "a", "b"]])
        let client = client { request in
            switch request {
            case .assetIdentifiers: try encoded(.success(fetches.withLock { $0.removeFirst() }))
            case .assets(let identifiers): try encoded(.success(identifiers.filter { $0 != "a" }.map(asset)))
            default: Data()
            }
        }
        let first = try client.rows(of: AssetQuery())
        let second = try client.rows(of: AssetQuery())
        #expect(Set(second).count == 3 && second[1] == first[1] && second[2] == first[0])
        #expect(try client.assets(rows: second).mapValues(\.localIdentifier) == [second[0]: "c", second[2]: "b"])
        #expect(try client.localIdentifiers(rows: first, of: .asset) == [first[0]: "b", first[1]: "a"])
        #expect(try client.localIdentifiers(rows: [99, -1, .min], of: .asset).isEmpty)
    }

    private func asset(_ identifier: String) -> Asset {
        Asset(
            localIdentifier: identifier, mediaType: .image, size: nil, captureTime: nil, addedDate: .now,
            modificationDate: .now, isFavorite: false, metadata: ImageMetadata(), condition: .ok, resources: [])
    }

    /// Batches are sent in parts of 100.
    ///
    /// After a cancellation no further part is sent.
    @Test func batchesCrossInParts() throws {
        final class Follower: BatchFollower {
            let count = Mutex(0)
            var isCancelled: Bool { count.withLock { $0 } >= 200 }
            func itemIsDone() { count.withLock { $0 += 1 } }
        }
        let client = client { request in
            guard case .cloudIdentifiers(let identifiers) = request else { return Data() }
            #expect(identifiers.count <= 100)
            return try encoded(
                .success(
                    identifiers.map { Outcome<CloudIdentifier>.failure(PhotoLibraryError(.identifierNotFound, $0)) }))
        }
        let follower = Follower()
        let answers = client.cloudIdentifiers(of: (0..<250).map { "\($0)" }, follower)
        #expect(answers.count == 250 && follower.count.withLock { $0 } == 200)
        let codes = answers.values.map { answer in
            if case .failure(let error as PhotoLibraryError) = answer {
                error.code
            } else {
                nil as PhotoLibraryError.Code?
            }
        }
        #expect(codes.count { $0 == .identifierNotFound } == 200 && codes.count { $0 == .cancelled } == 50)
    }

    @Test func pushedEventsReachListeners() async throws {
        let client = client { _ in Data() }
        let watch = try client.watch()
        var signal = watch.changeSignal().makeAsyncIterator()
        client.receive(try JSONEncoder().encode(LibraryEvent.changed))
        #expect(await signal.next() != nil)
        client.receive(Data("of a newer version".utf8))
        #expect(await signal.next() != nil, "A listener that reads too often misses nothing.")
        client.receive(try JSONEncoder().encode(LibraryEvent.unavailable(PhotoLibraryError(.libraryUnavailable, ""))))
        #expect(await signal.next() == nil)
        #expect(watch.unavailability?.code == .libraryUnavailable)
        #expect(throws: PhotoLibraryError(.libraryUnavailable, "")) { try client.watch() }
    }
}
