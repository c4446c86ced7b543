internal import Foundation
internal import OpenPhotoKitOwner
internal import PhotoWeb

/// A page of this process in the owner's browser.
struct OwnersPage {
    let terminal: Terminal
    let handler: PageServer.Handler
    /// Called at Ctrl-C.
    let onInterrupt: @Sendable () -> Void

    /// Serves the page, names its address on the terminal, opens it in the browser, and stops it when `body` returns.
    ///
    /// - Parameter text: Gives what the terminal shows for the address.
    /// - Throws: `ioFailure` if the page cannot be served.
    func show<Value>(_ text: (String) -> String, until body: () async -> Value) async throws -> Value {
        let server = try await PageServer(handler)
        let interruption = InterruptHandler(onInterrupt)
        terminal.write(text(server.address))
        let redirect = Self.openBrowser(server.address)
        defer { redirect?.remove() }
        let value = await body()
        await server.stop()
        withExtendedLifetime(interruption) {}
        return value
    }

    /// Opens a page if the process has a graphical session.
    ///
    /// Otherwise the person opens the printed address.
    ///
    /// - Returns: The file that redirects the browser to the page. The caller removes it at the end.
    private static func openBrowser(_ address: String) -> RedirectFile? {
        guard ProcessInfo.processInfo.hasDesktop, let redirect = try? RedirectFile(to: address) else { return nil }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["xdg-open", redirect.path]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try? process.run()
        return redirect
    }
}
