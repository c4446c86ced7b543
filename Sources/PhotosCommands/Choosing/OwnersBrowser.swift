internal import Foundation

/// The owner's browser.
enum OwnersBrowser {
    /// Opens a page if the process has a graphical session.
    ///
    /// Otherwise the person opens the printed address.
    ///
    /// - Returns: The file that redirects the browser to the page. The caller removes it at the end.
    static func open(_ address: String) -> RedirectFile? {
        let environment = ProcessInfo.processInfo.environment
        guard ["DISPLAY", "WAYLAND_DISPLAY"].contains(where: { environment[$0]?.isEmpty == false }),
            let redirect = try? RedirectFile(to: address)
        else { return nil }
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
