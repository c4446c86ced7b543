import Foundation
import OpenPhotoKitOwner
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import LibraryBroker

/// A library with six photos, which a broker serves to apps.
final class ServedLibrary: Sendable {
    static let app = "org.example.Editor"

    let folder: TemporaryFolder
    let owner: OwnedLibrary
    /// The local identifiers of the photos, in the order of their names `0.jpg` to `5.jpg`.
    let photos: [String]
    private let broker: Mutex<Broker?>
    /// What the broker told the owner.
    let notices = Notices()

    init(containedOnly: Bool = false) async throws {
        TestCaches.use()
        let folder = try TemporaryFolder()
        self.folder = folder
        let source = folder.filePath.appending("source")
        try FileManager.default.createDirectory(atPath: source.string, withIntermediateDirectories: true)
        for index in 0..<6 {
            let photo = TestPhoto.dated(TestPhoto.jpeg(UInt64(index) + 1), "2024:05:0\(index + 1) 10:00:00")
            try Data(photo).write(to: URL(fileURLWithPath: source.appending("\(index).jpg").string))
        }
        owner = try OwnedLibrary(at: folder.filePath.appending("Photos.library"), opening: .creatingIfAbsent)
        try await owner.importFiles(ImportRequest(paths: [source])) { _ in }
        photos = try owner.localIdentifiers(of: AssetQuery(sort: [AssetSort(.captureDate)]))
        broker = Mutex(nil)
        try start(containedOnly: containedOnly)
    }

    deinit { stop() }

    /// The folder of the sockets.
    var sockets: FilePath { folder.filePath.appending("s") }

    func start(containedOnly: Bool = false) throws {
        let new = try Broker(
            at: owner.path, on: AppSockets(in: sockets), servingContainedOnly: containedOnly,
            opening: { [owner] in owner }, onNotice: { [notices] in notices.add($0) })
        broker.withLock { $0 = new }
    }

    func stop() {
        broker.withLock { broker in
            broker?.stop()
            broker = nil
        }
    }

    /// The app's own socket.
    var socket: FilePath { socket(of: Self.app) }

    private func socket(of app: String) -> FilePath {
        sockets.appending(["apps", app, "socket"].compactMap { FilePath.Component($0) })
    }

    /// Connects an app to its socket, which the broker makes when the app is in the record.
    func connect(_ app: String = app, as claim: String? = nil) throws -> PhotoLibrary {
        let path = socket(of: app)
        var result = Result { try PhotoLibrary.connectAndWait(as: claim, to: path) }
        _ = eventually {
            guard case .failure(let error) = result, (error as? PhotoLibraryError)?.code == .libraryUnavailable else {
                return true
            }
            result = Result { try PhotoLibrary.connectAndWait(as: claim, to: path) }
            return false
        }
        return try result.get()
    }

    /// Gives the app access and connects it.
    func connect(with grant: AppAccess.Grant, seeing selected: [String] = []) throws -> PhotoLibrary {
        try owner.setAccess(grant, for: Self.app, selecting: selected)
        let app = try connect()
        let isGiven = eventually { app.authorizationStatus(for: .addOnly) == Optional(grant).status(for: .addOnly) }
        try #require(isGiven)
        return app
    }
}

/// The notices of a broker.
final class Notices: Sendable {
    private let list = Mutex<[BrokerNotice]>([])

    func add(_ notice: BrokerNotice) { list.withLock { $0.append(notice) } }

    /// The requests of an app.
    func requests(of app: String) -> [AppAccess.Request] {
        list.withLock { $0 }.compactMap { if case .request(let request, app) = $0 { request } else { nil } }
    }

    /// The refusals of an app.
    func refusals(of app: String?) -> [PhotoLibraryError] {
        list.withLock { $0 }.compactMap { if case .refusal(let error, app) = $0 { error } else { nil } }
    }
}

/// Waits until a condition holds; `false` after 10 seconds.
func eventually(_ condition: () throws -> Bool) rethrows -> Bool {
    for _ in 0..<2_000 {
        if try condition() { return true }
        usleep(5_000)
    }
    return false
}

extension PhotoLibraryProtocol {
    /// All photos that this library shows, in the order of their capture.
    var shown: [String] { get throws { try localIdentifiers(of: AssetQuery(sort: [AssetSort(.captureDate)])) } }

    /// Adds a photo and returns its identifier.
    func add(_ bytes: [UInt8], named name: String = "new.jpg") throws -> String {
        try performChangesAndWait { changes in
            try changes.createAsset(AssetCreationRequest(original: .data(Data(bytes), filename: name))).localIdentifier
        }
    }

    /// The bytes of a photo's original.
    func original(of localIdentifier: String) throws -> [UInt8] {
        let asset = try #require(try assets(withLocalIdentifiers: [localIdentifier])[localIdentifier])
        return [UInt8](try data(of: asset.resources[0], options: ResourceRequestOptions()))
    }
}

/// The code of the error that `body` throws; `nil` if it throws none.
func code(_ body: () throws -> Void) -> PhotoLibraryError.Code? {
    do {
        try body()
        return nil
    } catch { return (error as? PhotoLibraryError)?.code }
}
