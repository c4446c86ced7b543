import Foundation
import TestSupport
import Testing

@testable import PickerServer

extension PageTests {
    /// Photos whose files are not on this machine.
    @Suite struct Elsewhere {
        private static let offer = "document.querySelector('.offer')"
        private static let button = "document.querySelector('.offer button')"
        private static let done = "Number(document.querySelector('.ring')?.ariaValueNow)"
        /// The width in pixels of the only picture of the preview; 0 until it is loaded.
        private static let width =
            "(document.querySelectorAll('.stage img').length === 1 && document.querySelector('.stage img.large')?.naturalWidth)"

        private static func cell(_ position: UInt32) -> String {
            "[...document.querySelectorAll('#photos-grid .cell:not([hidden])')].find((cell) => cell.position === \(position))"
        }

        /// Opens the photo that is elsewhere, and waits for what the preview offers.
        private static func open(_ page: Browser) throws {
            try page.press(.left)
            try page.press(.left)
            try page.press(.enter)
            try page.wait(for: "\(width) === 1024 && \(button)")
        }

        private static func waits(_ store: StoreInMemory, for count: Int) -> Bool {
            let deadline = Date() + 20
            while Date() < deadline, store.waitingCount != count { Thread.sleep(forTimeInterval: 0.01) }
            return store.waitingCount == count
        }

        @Test func theyHaveACloudAndASmallPicture() async throws {
            let scene = try await ElsewhereLibrary()
            try await ShownPage.show(scene.session()) { page in
                for position: UInt32 in 0..<4 {
                    let isElsewhere = [ElsewhereLibrary.videoNumber, ElsewhereLibrary.photoNumber].contains(position)
                    let label = try page.evaluate("\(Self.cell(position)).ariaLabel") as? String
                    #expect(label?.hasSuffix(", not on this device") == isElsewhere, "\(label ?? "")")
                    let picture =
                        try page.evaluate("getComputedStyle(\(Self.cell(position))).backgroundImage") as? String
                    #expect(picture?.contains("data:image/svg+xml") == isElsewhere)
                }
                try Self.open(page)
                #expect(
                    try page.evaluate("\(Self.offer).textContent") as? String
                        == "Not on this deviceLoad, \(scene.photo.kilobytes)")
                try page.press(.right)
                try page.wait(for: "!\(Self.offer)")
                #expect(scene.store.openings.isEmpty, "Nothing is fetched that nobody asked for.")
            }
        }

        @Test func theWholePictureComesWhenItIsAskedFor() async throws {
            let scene = try await ElsewhereLibrary()
            scene.store.fault = .isSlow(bytesPerSecond: scene.photo.count / 3)
            try await ShownPage.show(scene.session()) { page in
                try Self.open(page)
                try page.press(.tab)
                try page.tab(to: Self.button)
                try page.press(.enter)
                try page.wait(for: "\(Self.done) > 0 && \(Self.done) < 60")
                try page.wait(
                    for:
                        "/^\\d+ kB of \(scene.photo.kilobytes)$/.test(document.querySelector('.offer .progress').textContent)"
                )
                #expect(try page.evaluate(Self.width) as? Int == 1024, "The small picture stays meanwhile.")
                try page.wait(for: "\(Self.done) >= 60")
                try page.wait(for: "\(Self.width) === 1600 && \(Self.offer).hidden")
                #expect(try page.evaluate("document.activeElement.className") as? String == "stage")
                #expect(scene.store.openings.count == 1)
                // The keys of the preview still work, and the whole picture stays for this page.
                try page.press(.right)
                try page.press(.left)
                try page.wait(for: "\(Self.width) === 1600 && \(Self.offer).hidden")
                #expect(scene.store.openings.count == 1)
            }
        }

        @Test func leavingThePhotoEndsTheFetch() async throws {
            let scene = try await ElsewhereLibrary(.neverAnswers)
            try await ShownPage.show(scene.session()) { page in
                try Self.open(page)
                for leave: (Browser) throws -> Void in [
                    { try $0.click(Self.button) }, { try $0.press(.right) }, { try $0.press(.escape) },
                ] {
                    try page.click(Self.button)
                    try page.wait(for: "document.querySelector('.ring')")
                    #expect(Self.waits(scene.store, for: 1))
                    try leave(page)
                    #expect(Self.waits(scene.store, for: 0))
                    if try page.evaluate("!document.getElementById('review').open") as? Bool == true { break }
                    if try page.evaluate("!\(Self.offer)") as? Bool == true { try page.press(.left) }
                    try page.wait(for: "document.querySelector('.offer button.main')")
                }
            }
        }

        @Test func closingThePageEndsTheFetch() async throws {
            let scene = try await ElsewhereLibrary(.neverAnswers)
            try await ShownPage.show(scene.session()) { page in
                try Self.open(page)
                try page.click(Self.button)
                try page.wait(for: "document.querySelector('.ring')")
                #expect(Self.waits(scene.store, for: 1))
                // Longer than a fetch goes on without a page.
                Thread.sleep(forTimeInterval: 6)
                #expect(scene.store.waitingCount == 1)
                try page.open("data:text/html,closed")
                #expect(Self.waits(scene.store, for: 0))
            }
        }

        @Test func aStoreThatCannotBeReachedIsNamed() async throws {
            let scene = try await ElsewhereLibrary(storeName: "nas")
            let (mark, hidden) = (scene.folder.path("store/store.json"), scene.folder.path("store.json"))
            try FileManager.default.moveItem(atPath: mark, toPath: hidden)
            try await ShownPage.show(scene.session()) { page in
                try Self.open(page)
                try page.click(Self.button)
                try page.wait(for: "document.querySelector('.offer p[role=alert]')")
                #expect(
                    try page.evaluate("document.querySelector('.offer p').textContent") as? String
                        == "The original is on the store “nas”, which cannot be reached. Connect it, and try again.")
                // The disk is mounted again.
                try FileManager.default.moveItem(atPath: hidden, toPath: mark)
                try page.click(Self.button)
                try page.wait(for: "\(Self.width) === 1600 && \(Self.offer).hidden")
            }
        }

        @Test func aVideoPlaysAfterItWasFetched() async throws {
            let scene = try await ElsewhereLibrary()
            try await ShownPage.show(scene.session()) { page in
                try page.press(.left)
                try page.press(.home, .control)
                try page.press(.enter)
                try page.wait(for: Self.button)
                #expect(try page.evaluate("Boolean(document.querySelector('.stage video'))") as? Bool == false)
                try page.click(Self.button)
                try page.wait(for: "document.querySelector('.stage video')?.src.endsWith('video/0') && !\(Self.offer)")
            }
        }
    }
}

extension [UInt8] {
    /// The number of bytes, as the page shows it.
    fileprivate var kilobytes: String { "\(Int((Double(count) / 1000).rounded())) kB" }
}
