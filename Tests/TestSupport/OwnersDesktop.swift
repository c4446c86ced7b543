public import Foundation
internal import FoundationNetworking

/// A desktop that notes the pages which it should open in the owner's browser, instead of opening them.
public final class OwnersDesktop {
    private let folder: TemporaryFolder
    private var opened: Set<String> = []

    /// Makes a desktop without pages.
    public init() throws {
        folder = try TemporaryFolder()
        for name in ["bin", "pages", "runtime"] {
            let path = folder.path(name)
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        }
        let script =
            "#!/bin/sh\ncp \"$1\" '\(folder.path("new"))'.$$ && mv '\(folder.path("new"))'.$$ '\(folder.path("pages"))'/$$\n"
        try Data(script.utf8).write(to: folder.url.appendingPathComponent("bin/xdg-open"))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path("bin/xdg-open"))
    }

    /// The variables of a process that opens pages on this desktop.
    public var environment: [String: String] {
        [
            "PATH": "\(folder.path("bin")):/usr/bin:/bin", "DISPLAY": ":0", "XDG_CACHE_HOME": folder.path("cache"),
            "XDG_RUNTIME_DIR": folder.path("runtime"),
        ]
    }

    /// The address of the next page; waits for it, at most 60 seconds.
    public func nextPage() throws -> String {
        let deadline = Date() + 60
        while Date() < deadline {
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("pages"))
            if let name = names.first(where: { !opened.contains($0) }) {
                opened.insert(name)
                let page = try String(contentsOfFile: folder.path("pages") + "/" + name, encoding: .utf8)
                if let match = page.firstMatch(of: #/http://[0-9a-z.:]+/[0-9a-f]{32}//#) { return String(match.0) }
            }
            usleep(20_000)
        }
        throw CocoaError(.fileNoSuchFile, userInfo: ["reason": "No page was opened."])
    }
}

extension PageClient {
    /// Sends JSON to a page, as its scripts do.
    ///
    /// - Returns: The status of the answer.
    @discardableResult
    public func post(_ name: String, _ json: String = "{}", to page: String) async throws -> Int {
        guard let url = URL(string: page + name) else { throw CocoaError(.fileReadInvalidFileName) }
        var request = URLRequest(url: url)
        request.httpMethod = "POST"
        request.httpBody = Data(json.utf8)
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        return try await send(request).response.statusCode
    }

    /// Whether a page refuses requests; waits for that, at most 20 seconds.
    public func isClosed(_ page: String) async throws -> Bool {
        for _ in 0..<400 {
            guard (try? await post("places", to: page)) == 200 else { return true }
            try await Task.sleep(for: .milliseconds(50))
        }
        return false
    }

    /// The content of a page or of a part of it; empty unless the status is 200.
    public func get(_ name: String = "", of page: String) async throws -> Data {
        guard let url = URL(string: page + name) else { throw CocoaError(.fileReadInvalidFileName) }
        let (body, response) = try await send(URLRequest(url: url))
        return response.statusCode == 200 ? body : Data()
    }
}
