import Foundation
import LibraryInterface
import LibraryRPC
import OpenPhotoKitOwner
import PhotoModel
import PhotoWeb
import Synchronization
import SystemPackage
import TestSupport
import Testing
import Thumbnails

@testable import PickerServer

/// Pages in one browser for all tests of a suite, which run one after the other.
enum ShownPage {
    private static let browser = Mutex<Browser?>(nil)

    /// Shows the page of a session, and calls `body` when the photos are there.
    static func show(
        _ session: PickerSession, width: Int = 1200, height: Int = 800, ratio: Double = 1, hasTouch: Bool = false,
        _ body: @Sendable (Browser) throws -> Void
    ) async throws {
        let pages = PickerPages(session, session.library.thumbnailLoader(nil, decoding: .inProcess))
        try await show(
            { await pages.answer(to: $0) }, width: width, height: height, ratio: ratio, hasTouch: hasTouch, body)
    }

    /// Shows the page that a handler answers for.
    static func show(
        _ handler: @escaping PageServer.Handler, width: Int = 1200, height: Int = 800, ratio: Double = 1,
        hasTouch: Bool = false, _ body: @Sendable (Browser) throws -> Void
    ) async throws {
        let server = try await PageServer(handler)
        let address = server.address
        try browser.withLock { shared in
            let browser = try shared ?? Browser()
            shared = browser
            try browser.setScreen(width: width, height: height, ratio: ratio, hasTouch: hasTouch)
            try browser.open(address)
            try browser.wait(for: "location.href.startsWith('\(address)') && (\(isReady))")
            do { try body(browser) } catch {
                // A page that a failed test left cannot disturb the next one.
                shared = nil
                throw error
            }
        }
        await server.stop()
    }

    /// All visible cells say what they are.
    private static let isReady =
        "document.querySelectorAll('#photos-grid .cell').length && !document.querySelector('#photos-grid .cell:not([hidden])[aria-label=Loading]')"
}

/// A library for the pages of a suite: 60 photos, of which the last two are hidden, and two albums.
final class PageLibrary: Sendable {
    let library: OwnedLibrary
    /// The local identifiers, oldest first.
    let photos: [String]
    private let folder: TemporaryFolder

    /// For the tests that do not change the library.
    static let shared = Task { try PageLibrary() }

    /// The title of an album, and the caption of the second photo.
    static let markup = #"<img src=x onerror="window.isHacked=1"><b>Bold</b>"#
    /// The name of the second file; a name cannot contain a slash.
    static let markedUpName = #"<img src=x onerror="window.isHacked=1"><b>.jpg"#

    init(count: Int = 60) throws {
        let folder = try TemporaryFolder()
        self.folder = folder
        let library = try OwnedLibrary(at: FilePath(folder.path("library")), opening: .creatingIfAbsent)
        let photos = try library.performChangesAndWait { changes in
            try (0..<count).map { number in
                let time =
                    "2024:\(String(format: "%02d", number / 10 + 1)):\(String(format: "%02d", number % 10 + 1)) 10:00:00"
                let jpeg = TestPhoto.dated(TestPhoto.jpeg(UInt64(number)), time)
                let name = number == 1 ? Self.markedUpName : "photo \(number).jpg"
                // Names of bytes in memory lose characters that other systems forbid; names of files do not.
                let file = try folder.write(jpeg, to: name)
                return try changes.createAsset(AssetCreationRequest(original: .file(file)))
                    .localIdentifier
            }
        }
        try library.performChangesAndWait { changes in
            try changes.set(.favorite(true), ofAssets: [photos[2]])
            try changes.set(.caption(Self.markup), ofAssets: [photos[1]])
            try changes.set(.hidden(true), ofAssets: Array(photos.suffix(2)))
            for title in [Self.markup, "Trip"] {
                let album = try changes.createAlbum(title: title)
                try changes.addAssets(Array(photos.prefix(12)), toAlbum: album.localIdentifier)
            }
        }
        (self.library, self.photos) = (library, photos)
    }

    func session(
        _ purpose: PickerSession.Purpose = .pick(PickingApp(name: "Editor", trust: .socket, isContained: true)),
        configure: (inout PickerConfiguration) -> Void = { _ in }
    ) throws -> PickerSession {
        var configuration = PickerConfiguration()
        configuration.selectionLimit = 0
        configure(&configuration)
        return try PickerSession(purpose, configuration, of: library) { _ in }
    }
}
