import Foundation
import TestSupport
import Testing

/// What an app says on standard error at once, because ordinary code shows nothing.
@Suite struct StandardErrorTests {
    private let gallery: Gallery
    private let folder: TemporaryFolder

    init() throws {
        gallery = try Gallery()
        folder = try TemporaryFolder()
        try gallery.addPhotos(0..<1)
    }

    /// The variables of an app of the library's owner, without a desktop.
    private func environment(path: String) -> [String: String] {
        [
            "PHOTOS_LIBRARY": gallery.url.path, "PATH": path, "DISPLAY": "", "WAYLAND_DISPLAY": "",
            "XDG_RUNTIME_DIR": folder.path("runtime"), "XDG_CACHE_HOME": folder.path("cache"),
        ]
    }

    @Test func theProgramForPagesIsMissing() throws {
        // Beside the built program is `photos`.
        let program = folder.url.appendingPathComponent("photokit-port")
        try FileManager.default.copyItem(at: PhotosProcess.url(of: "photokit-port"), to: program)
        let app = try SampleApp(
            "single", program: program, environment: environment(path: "/nonexistent"), readsErrors: true)
        app.say("present")
        let line = try app.firstError()
        #expect(line.hasPrefix("OpenPhotoKit: The picker cannot be shown. ") && line.contains("$PATH"), "\(line)")
        #expect(try app.lines(1) == ["No image"])
    }

    @Test func anAppWaitsForAPageWithoutADesktop() throws {
        let app = try SampleApp("single", environment: environment(path: "/usr/bin:/bin"), readsErrors: true)
        app.say("present")
        let line = try app.firstError()
        #expect(line.contains("no desktop") && line.contains("photos access pending"), "\(line)")
    }
}
