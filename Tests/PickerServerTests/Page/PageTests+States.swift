import Foundation
import FoundationNetworking
import LibraryInterface
import PhotoModel
import PhotoWeb
import Synchronization
import TestSupport
import Testing

@testable import PickerServer

extension PageTests {
    /// What the page shows when there are no photos to show: each state says what happened and what to do.
    @Suite struct States {
        /// Windows of a desktop and of a phone.
        static let widths = [1200, 360]

        /// The names of the headings and buttons that assistive technology gets, and whether one has the focus.
        private static func spoken(_ page: Browser) throws -> [String] {
            try page.accessibleObjects().filter { ["heading", "button", "alert"].contains($0.role) }.map {
                "\($0.role): \($0.name)\($0.properties["focused"] == "1" ? " (focused)" : "")"
            }
        }

        private static func isNarrow(_ page: Browser) throws -> Bool {
            try page.evaluate("document.documentElement.scrollWidth <= innerWidth") as? Bool == true
        }

        @Test(arguments: widths) func aServerThatDoesNotAnswer(width: Int) async throws {
            let session = try await PageLibrary.shared.value.session()
            try await ShownPage.show(session, width: width) { page in
                _ = session.select([0..<2], of: try session.photos(of: "all"), true)
                try page.reload()
                try page.press(.left)
                let focused = try page.focusedPosition
                try page.setOffline(true)
                defer { try? page.setOffline(false) }
                try page.press(.space)
                // At first a note; the photos stay in reach.
                try page.wait(for: "!document.getElementById('gone').hidden")
                try page.wait(for: "document.getElementById('toast').innerText.endsWith('Nothing was changed.')")
                #expect(try page.evaluate("document.querySelector('main').inert") as? Bool == false)
                #expect(try Self.spoken(page).contains("heading: The picker does not answer"))
                #expect(try Self.isNarrow(page))
                // Then a page of its own, which is all that assistive technology gets.
                try page.wait(for: "document.querySelector('#gone.cover')")
                #expect(
                    try Self.spoken(page) == [
                        "alert: ", "heading: The picker does not answer", "button: Try now (focused)",
                    ])
                #expect(try Self.isNarrow(page))
                try page.setOffline(false)
                try page.press(.enter)
                try page.wait(for: "document.getElementById('gone').hidden && !document.querySelector('[inert]')")
                #expect(try page.focusedPosition == focused, "The page goes on where the person was.")
                try page.wait(for: "document.getElementById('chosen').textContent === '2 selected'")
                try page.press(.space)
                try page.wait(for: "document.getElementById('chosen').textContent === '3 selected'")
            }
        }

        @Test func aPreviewWaitsForTheServer() async throws {
            let session = try await PageLibrary.shared.value.session()
            try await ShownPage.show(session) { page in
                try page.press(.left)
                try page.press(.enter)
                try page.wait(for: "document.querySelector('#review img.large')?.naturalWidth")
                try page.setOffline(true)
                defer { try? page.setOffline(false) }
                try page.press(.left)
                try page.wait(for: "document.querySelector('#review #gone.cover')")
                #expect(try page.evaluate("document.querySelector('#review .cannot') === null") as? Bool == true)
                try page.setOffline(false)
                try page.press(.enter)
                try page.wait(for: "document.querySelector('#review img.large')?.naturalWidth")
                #expect(try page.evaluate("document.querySelector('#review [inert]') === null") as? Bool == true)
            }
        }

        @Test(arguments: widths) func theEndShowsWhatTheAppGot(width: Int) async throws {
            let session = try await PageLibrary.shared.value.session()
            try await ShownPage.show(session, width: width) { page in
                _ = session.select([0..<3], of: try session.photos(of: "all"), true)
                try page.reload()
                // The fourth word is the address of the colour picture, which the gray one precedes.
                let colors = "[...document.querySelectorAll('#strip .picture')].map(p => p.drawn?.split(' ')[3])"
                try page.wait(for: "\(colors).filter(a => a?.startsWith('blob:')).length === 3")
                _ = try page.evaluate("document.getElementById('add').click()")
                try page.wait(for: "!document.getElementById('ended').hidden")
                #expect(try Self.spoken(page) == ["heading: 3 photos were handed to Editor. (focused)"])
                let pictures = "[...document.querySelectorAll('.handed img')]"
                try page.wait(for: "\(pictures).filter(i => i.naturalWidth).length === 3")
                #expect(try Self.isNarrow(page))
                // The page can be loaded again.
                _ = try page.evaluate("location.reload()")
                Thread.sleep(forTimeInterval: 0.2)
                try page.wait(for: "!document.getElementById('ended').hidden")
                #expect(try Self.spoken(page) == ["heading: This session has ended (focused)"])
            }
        }

        @Test func aPageThatCannotBeginSaysWhy() async throws {
            let library = MockLibrary(count: 20)
            try await ShownPage.show({ await library.answer(to: $0) }) { page in
                library.state.withLock { $0.refusal = "The library cannot be read." }
                _ = try page.evaluate("location.reload()")
                try page.wait(for: "!document.getElementById('ended').hidden")
                #expect(try Self.spoken(page) == ["heading: The photos cannot be shown (focused)"])
                #expect(
                    try page.evaluate("document.querySelector('#ended p').textContent") as? String
                        == "The library cannot be read.")
            }
        }

        @Test(arguments: widths) func aSecondBrowser(width: Int) async throws {
            let server = try await PageServer { _ in .content(Data("secret".utf8), type: .html) }
            _ = try await URLSession.shared.data(from: #require(URL(string: server.address)))
            let browser = try Browser()
            try browser.setScreen(width: width, height: 700)
            try browser.open(server.address)
            try browser.wait(for: "document.querySelector('h1')")
            #expect(try Self.spoken(browser) == ["heading: This page was opened in another browser."])
            #expect(try Self.isNarrow(browser))
            // The policy permits the styles.
            let size = "getComputedStyle(document.querySelector('h1')).fontSize"
            #expect(try browser.evaluate(size) as? String == "24px")
            #expect(!browser.complaints.contains { $0.contains("Content Security Policy") })
            #expect(try browser.evaluate("document.documentElement.outerHTML.includes('secret')") as? Bool == false)
            await server.stop()
        }
    }
}
