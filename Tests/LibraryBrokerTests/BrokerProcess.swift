import Foundation
import OpenPhotoKitOwner
import Synchronization
import SystemPackage
import TestSupport
import Testing

/// `photos serve` in its own process, for a library of three photos.
final class BrokerProcess: Sendable {
    static let app = "org.example.Editor"

    let folder: TemporaryFolder
    let library: FilePath
    private let environment: [String: String]
    private let process = Mutex<Process?>(nil)

    /// Makes the library, gives the app access, and starts the broker.
    ///
    /// - Parameters:
    ///   - grant: The access; `nil` for an app in the record without a decision.
    ///   - environment: Variables that are added to the environment of the tests.
    init(grant: AppAccess.Grant?, environment: [String: String] = [:]) async throws {
        self.environment = environment
        folder = try TemporaryFolder()
        library = folder.filePath.appending("Photos.library")
        let photos = try (0..<3).map { try folder.write(TestPhoto.jpeg(UInt64($0) + 1), to: "\($0).jpg") }
        let owner = try OwnedLibrary(at: library, opening: .creatingIfAbsent)
        try await owner.importFiles(ImportRequest(paths: photos)) { _ in }
        try owner.setAccess(grant, for: Self.app)
        try start()
    }

    deinit { kill() }

    func start() throws {
        let new = Process()
        new.executableURL = PhotosProcess.url(of: "photos")
        new.arguments = ["serve", "--quiet", "--library", library.string, "--sockets", folder.path("s")]
        new.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        new.standardError = FileHandle.nullDevice
        try new.run()
        process.withLock { $0 = new }
    }

    /// The processes that the broker has started.
    func children() throws -> [Int32] {
        let parent = process.withLock { $0?.processIdentifier } ?? 0
        return try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { Int32($0) }.filter { child in
            // The fourth field, after the name in parentheses, is the parent: see proc(5).
            let line = (try? String(contentsOfFile: "/proc/\(child)/stat", encoding: .utf8)) ?? ""
            return line.split(separator: ")").last?.split(separator: " ").dropFirst().first == "\(parent)"
        }
    }

    /// Ends the broker with SIGKILL.
    func kill() {
        process.withLock { process in
            guard let running = process else { return }
            Foundation.kill(running.processIdentifier, SIGKILL)
            running.waitUntilExit()
            process = nil
        }
    }

    /// Connects the app, when the broker serves.
    func connect() throws -> PhotoLibrary {
        var app: PhotoLibrary?
        _ = eventually {
            app = try? connectOnce()
            return app != nil
        }
        return try #require(app)
    }

    /// The error of a program that connects to the shared socket; `nil` if it is welcome.
    var refusal: PhotoLibraryError? {
        do {
            _ = try PhotoLibrary.connectAndWait(as: "org.example.Other", to: folder.filePath.appending("s/socket"))
            return nil
        } catch { return error }
    }

    /// Connects the app, if the broker serves.
    func connectOnce() throws -> PhotoLibrary {
        try PhotoLibrary.connectAndWait(to: socket)
    }

    /// The socket of the app.
    var socket: FilePath {
        folder.filePath.appending(["s", "apps", Self.app, "socket"].compactMap { FilePath.Component($0) })
    }
}
