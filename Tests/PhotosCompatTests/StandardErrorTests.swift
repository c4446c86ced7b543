import Foundation
import TestSupport
import Testing

/// What an app says on standard error at once, because ordinary code shows nothing.
@Suite(.runsSamples) struct StandardErrorTests {
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
        let app = try SampleApp(["pick", "single"], environment: environment(path: "/nonexistent"), readsErrors: true)
        app.say("present")
        let line = try app.firstError()
        #expect(line.hasPrefix("OpenPhotoKit: The picker cannot be shown. ") && line.contains("$PATH"), "\(line)")
        #expect(try app.lines(1) == ["No image"])
    }

    @Test func anAppWaitsForAPageWithoutADesktop() throws {
        let path = "\(PhotosProcess.folder.path):/usr/bin:/bin"
        let app = try SampleApp(["pick", "single"], environment: environment(path: path), readsErrors: true)
        app.say("present")
        let line = try app.firstError()
        #expect(line.contains("no desktop") && line.contains("photos access pending"), "\(line)")
    }
}
