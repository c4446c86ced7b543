import Foundation
import LibraryInterface
import LibraryRPC
import PhotoModel
import TestSupport
import Testing

@testable import PickerServer

extension PageTests {
    /// What assistive technology gets in each state of the page.
    @Suite struct Accessibility {
        /// The roles of what a person can use.
        private static let controls: Set<String> = [
            "button", "checkbox", "combobox", "gridcell", "grid", "link", "listbox", "option", "searchbox", "slider",
            "textbox",
            "dialog", "Date", "Video",
        ]

        private static func check(_ page: Browser, _ state: Comment) throws -> [Browser.AccessibleObject] {
            let objects = try page.accessibleObjects()
            let nameless = objects.filter { controls.contains($0.role) && $0.name.isEmpty }
            #expect(nameless.map(\.role) == [], state)
            return objects
        }

        @Test func everyStateNamesItsControls() async throws {
            let session = try await PageLibrary.shared.value.session {
                $0.selection = .ordered
                $0.filter = nil
            }
            try await ShownPage.show(session) { page in
                let objects = try Self.check(page, "all photos")
                let grid = try #require(objects.first { $0.role == "grid" })
                #expect(grid.name == "Photos")
                let columns = try page.number("document.getElementById('photos-grid').ariaColCount")
                #expect(
                    try page.number("document.getElementById('photos-grid').ariaRowCount") == (58 + columns - 1)
                        / columns)
                // Rows and cells state where they are in the whole grid, of which only a part exists.
                let last =
                    "[...document.querySelectorAll('#photos-grid .cell:not([hidden])')].find(c => c.position === 57)"
                #expect(try page.number("\(last).ariaColIndex") == 57 % columns + 1)
                #expect(try page.number("\(last).parentElement.ariaRowIndex") == 57 / columns + 1)
                #expect(objects.contains { $0.role == "gridcell" && $0.name == "Photo, 8 June 2024, 10:00" })

                try page.press(.left)
                try page.press(.space)
                #expect(try session.comesToSelect([57]))
                try page.wait(for: "document.querySelector('#strip .item')?.ariaLabel?.startsWith('Photo')")
                let selected = try Self.check(page, "a photo is selected")
                #expect(
                    selected.contains { $0.role == "gridcell" && $0.name == "Photo, 8 June 2024, 10:00, selected 1" })
                #expect(selected.contains { $0.role == "option" && $0.name == "Photo, 8 June 2024, 10:00, selected 1" })
                #expect(selected.contains { $0.role == "gridcell" && $0.properties["focused"] == "1" })

                try page.press(.enter)
                try page.wait(for: "document.querySelector('#review img.large')?.naturalWidth")
                try page.press("i")
                try page.wait(for: "document.querySelector('#review .details dl')")
                let review = try Self.check(page, "review")
                #expect(review.contains { $0.role == "dialog" && $0.properties["modal"] == "1" })
                #expect(!review.contains { $0.role == "grid" }, "The page behind the dialog cannot be reached.")
                try page.press(.escape)
                try page.wait(for: "!document.getElementById('review').open")

                try page.press("/")
                try page.wait(for: "document.activeElement.id === 'search-text'")
                try page.type("is:favorite")
                try page.press(.enter)
                try page.waitForCount(1)
                let found = try Self.check(page, "found")
                #expect(
                    found.contains { $0.role == "gridcell" && $0.name == "Photo, 3 January 2024, 10:00, favourite" })
                try page.type(" nothing")
                try page.press(.enter)
                try page.waitForCount(0)
                let nothing = try Self.check(page, "nothing found")
                #expect(nothing.contains { $0.name == "No photos match this search." })

                _ = try page.evaluate("document.getElementById('tab-albums').click()")
                try page.wait(for: "document.querySelectorAll('#albums-grid .cell').length")
                let albums = try Self.check(page, "albums")
                #expect(albums.contains { $0.role == "gridcell" && $0.name == "Trip, 12 photos" })

                _ = try page.evaluate("document.getElementById('cancel').click()")
                try page.wait(for: "!document.getElementById('ended').hidden")
                let ended = try Self.check(page, "ended")
                #expect(
                    ended.contains { $0.role == "heading" && $0.name == "Cancelled" && $0.properties["focused"] == "1" }
                )
            }
        }

        @Test func whatHasTheFocusIsVisible() async throws {
            let session = try await PageLibrary.shared.value.session { $0.selection = .ordered }
            try await ShownPage.show(session) { page in
                _ = session.select([0..<2], of: try session.photos(of: "all"), true)
                try page.reload()
                try page.wait(for: "document.querySelectorAll('#strip .item').length === 2")
                let wanted: Set = ["search-text", "date", "tab-photos", "scrubber", "add", "cancel", "clear"]
                var reached: Set<String> = []
                for _ in 0..<60 where !reached.isSuperset(of: wanted) {
                    try page.press(.tab)
                    let place = try #require(
                        try page.evaluate(
                            """
                            (() => {
                                const e = document.activeElement;
                                const drawn = [e, e.querySelector(".picture")].filter(Boolean).map(one => getComputedStyle(one));
                                const isVisible = drawn.some(s => parseFloat(s.outlineWidth) >= 2 && s.outlineStyle !== "none" || s.boxShadow !== "none");
                                // The button in a date field has a ring of the browser, which no style tells.
                                const hasRing = isVisible || e.type === "date" || e === document.body;
                                const { width, height } = e.getBoundingClientRect();
                                return [e.id || e.className || e.tagName, hasRing, width >= 24 && height >= 24 || e === document.body];
                            })()
                            """) as? [Any])
                    let name = "\(place[0])"
                    reached.insert(name)
                    #expect(place[1] as? Bool == true, "\(name) does not show that it has the focus.")
                    #expect(place[2] as? Bool == true, "\(name) is smaller than 24 pixels.")
                }
                #expect(reached.isSuperset(of: wanted), "\(reached)")
            }
        }

        @Test func textOfTheLibraryIsNoMarkup() async throws {
            let library = try await PageLibrary.shared.value
            let app = PickingApp(name: PageLibrary.markup, trust: .socket, isContained: true)
            let session = try library.session(.pick(app))
            try await ShownPage.show(session) { page in
                func isShown(_ text: String, in element: String) throws {
                    let quoted = String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
                    try page.wait(for: "document.querySelector('\(element)').textContent.includes(\(quoted))")
                }
                try isShown(PageLibrary.markup, in: "#who")
                try page.press(.left)
                try page.press(.home, .control)
                try page.press(.right)
                try page.press("i")
                try page.wait(for: "document.querySelector('#review .details dl')")
                try isShown(PageLibrary.markedUpName, in: "#review .details")
                try isShown(PageLibrary.markup, in: "#review .details")
                try page.press(.escape)
                _ = try page.evaluate("document.getElementById('tab-albums').click()")
                try page.wait(for: "document.querySelectorAll('#albums-grid .cell:not([hidden])').length === 3")
                try isShown(PageLibrary.markup, in: "#albums-grid")
                _ = try page.evaluate(
                    "[...document.querySelectorAll('#albums-grid .cell')].find(c => c.textContent.includes('<b>')).click()"
                )
                try page.waitForCount(12)
                try isShown(PageLibrary.markup, in: "#title")
                _ = try page.evaluate("document.getElementById('cancel').click()")
                try page.wait(for: "!document.getElementById('ended').hidden")
                try isShown(PageLibrary.markup, in: "#ended")
                #expect(try page.evaluate("window.isHacked") == nil)
                #expect(try page.number("document.querySelectorAll('b b, img[src=x]').length") == 0)
            }
        }
    }
}
