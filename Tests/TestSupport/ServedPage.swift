public import Foundation
public import FoundationNetworking
internal import Synchronization

/// Sends requests to pages as one browser, which keeps the cookie of each page.
public final class PageClient: Sendable {
    /// Cookies by the page's token.
    private let cookies = Mutex<[String: String]>([:])

    /// A client without cookies.
    public init() {}

    /// The answer to a request; a redirection is not followed.
    public func send(_ request: URLRequest) async throws -> (body: Data, response: HTTPURLResponse) {
        // Foundation does not keep cookies of addresses without a domain.
        let session = URLSession(configuration: .ephemeral, delegate: Direct(), delegateQueue: nil)
        // Not `invalidateAndCancel`, which reads the list of tasks while another thread changes it.
        defer { session.finishTasksAndInvalidate() }
        let token = request.url?.pathComponents.dropFirst().first ?? ""
        var request = request
        if let cookie = cookies.withLock({ $0[token] }) { request.setValue(cookie, forHTTPHeaderField: "Cookie") }
        let (body, response) = try await session.data(for: request)
        guard let response = response as? HTTPURLResponse else { throw CocoaError(.fileReadUnknown) }
        let cookie = response.value(forHTTPHeaderField: "Set-Cookie")?.split(separator: ";").first
        if let cookie { cookies.withLock { $0[token] = String(cookie) } }
        return (body, response)
    }

    private final class Direct: NSObject, URLSessionTaskDelegate {
        func urlSession(
            _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
            newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
        ) { completionHandler(nil) }
    }
}

/// A process of `photos` that serves a page.
public final class ServedPage {
    /// The address of the page.
    public let address: String

    private let process = Process()
    private let folder: TemporaryFolder
    private let errors = Pipe()

    /// Starts the command and waits for the page's address.
    ///
    /// - Parameter environment: Variables that are added to the environment of the tests. The owner's browser is not
    ///   opened, and the cache of thumbnails is not the owner's.
    public init(arguments: [String], environment: [String: String] = [:]) throws {
        folder = try TemporaryFolder()
        let output = folder.url.appendingPathComponent("standard-output")
        try Data().write(to: output)
        process.executableURL = PhotosProcess.url(of: "photos")
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment
            .merging(["DISPLAY": "", "WAYLAND_DISPLAY": "", "XDG_CACHE_HOME": folder.path("cache")]) { $1 }
            .merging(environment) { $1 }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = errors
        try process.run()
        var said = ""
        var found: String?
        while found == nil {
            let data = errors.fileHandleForReading.availableData
            guard !data.isEmpty else { throw CocoaError(.fileReadUnknown, userInfo: ["errors": said]) }
            said += String(decoding: data, as: UTF8.self)
            found = said.split(whereSeparator: \.isWhitespace).first { $0.hasPrefix("http://") }.map(String.init)
        }
        address = found ?? ""
    }

    deinit { if process.isRunning { process.terminate() } }

    /// Sends Ctrl-C.
    public func interrupt() { process.interrupt() }

    /// Waits for the end of the process.
    public func outcome() throws -> PhotosProcess.Outcome {
        let rest = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return PhotosProcess.Outcome(
            exitCode: process.terminationStatus,
            standardOutput: try String(contentsOfFile: folder.path("standard-output"), encoding: .utf8),
            standardError: String(decoding: rest, as: UTF8.self))
    }
}
