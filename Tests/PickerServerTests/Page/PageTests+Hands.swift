import Foundation
import PhotoModel
import Synchronization
import TestSupport
import Testing

@testable import PickerServer

extension PageTests {
    @Suite struct Hands {
        /// The views of which photos are selected, and how the page shows each.
        static let views = ["all": "", "album": "#album:favorites", "search": "#search:photo"]

        private static func cell(_ position: Int) -> String {
            "[...document.querySelectorAll('#photos-grid .cell:not([hidden])')].find(c => c.position === \(position))"
        }

        /// The first of the photos in full view.
        private static func firstVisible(_ page: Browser) throws -> Int {
            try page.number(
                """
                [...document.querySelectorAll('#photos-grid .cell:not([hidden])')].find(c =>
                    c.getBoundingClientRect().top >= document.getElementById('photos-grid').getBoundingClientRect().top).position
                """)
        }

        /// The numbers of the photos at positions of the view.
        private static func numbers(_ session: PickerSession, _ view: String, _ range: ClosedRange<Int>) throws
            -> [UInt32]
        {
            Array(try session.photos(of: view)[range])
        }

        @Test func photosAreDeselectedInQuickSuccession() async throws {
            let session = try await PageLibrary.shared.value.session()
            try await ShownPage.show(session) { page in
                let first = try Self.firstVisible(page)
                let cells = try (0..<4).map { try page.middle(of: Self.cell(first + $0)) }
                for cell in cells { try page.click(at: cell) }
                #expect(try session.comesToSelect(Self.numbers(session, "all", first...(first + 3))))
                for cell in cells.dropLast() { try page.click(at: cell) }
                #expect(try session.comesToSelect(Self.numbers(session, "all", (first + 3)...(first + 3))))
            }
        }

        @Test(arguments: ["all", "search:photo", "album"])
        func theMouseSelectsRanges(view: String) async throws {
            let library = try await PageLibrary.shared.value
            let session = try library.session()
            let view =
                view == "album" ? "album:\(try #require(try session.albums().first { $0.title == "Trip" }).id)" : view
            try await ShownPage.show(session) { page in
                if view != "all" {
                    let count = try session.photos(of: view).count
                    _ = try page.evaluate("location.hash = encodeURIComponent('\(view)')")
                    try page.waitForCount(count)
                }
                let first = try Self.firstVisible(page)
                try page.click(at: page.middle(of: Self.cell(first)))
                try page.click(at: page.middle(of: Self.cell(first + 4)), .shift)
                #expect(try session.comesToSelect(Self.numbers(session, view, first...(first + 4))), "Shift and click")
                _ = try page.evaluate("document.getElementById('clear').click()")
                #expect(try session.comesToSelect([]))
                try page.drag(from: page.middle(of: Self.cell(first + 1)), to: page.middle(of: Self.cell(first + 8)))
                #expect(try session.comesToSelect(Self.numbers(session, view, (first + 1)...(first + 8))), "drag")
                // Dragging from a selected photo deselects.
                try page.drag(from: page.middle(of: Self.cell(first + 2)), to: page.middle(of: Self.cell(first + 7)))
                #expect(
                    try session.comesToSelect(
                        Self.numbers(session, view, (first + 1)...(first + 1))
                            + Self.numbers(session, view, (first + 8)...(first + 8))))
                _ = try page.evaluate("document.getElementById('clear').click()")
                try page.pressControl("a")
                #expect(try session.comesToSelect(try session.photos(of: view)), "Ctrl+A")
            }
        }

        @Test func fingersSelectAndScroll() async throws {
            let session = try await PageLibrary.shared.value.session()
            try await ShownPage.show(session, width: 390, height: 780, ratio: 2, hasTouch: true) { page in
                let first = try Self.firstVisible(page)
                let columns = try page.number("document.getElementById('photos-grid').ariaColCount")
                #expect(columns == 3)
                try page.touch(page.middle(of: Self.cell(first)))
                #expect(try session.comesToSelect([UInt32(first)]), "tap")
                // Two quick taps would open the preview.
                Thread.sleep(forTimeInterval: 0.5)
                try page.touch(page.middle(of: Self.cell(first)))
                #expect(try session.comesToSelect([]), "A second tap deselects.")
                try page.touch(
                    page.middle(of: Self.cell(first + 1)), to: page.middle(of: Self.cell(first + 2 * columns)),
                    after: 0.7)
                #expect(
                    try session.comesToSelect(((first + 1)...(first + 2 * columns)).map { UInt32($0) }),
                    "long press and drag")
                let scroll = "document.getElementById('photos-grid').scrollTop"
                let before = try page.number(scroll)
                let (start, end) = (Browser.Point(200, 300), Browser.Point(200, 500))
                try page.touch(start, to: end)
                try page.wait(for: "\(scroll) < \(before) - 50")
                #expect(try session.photos(of: "selection").count == 2 * columns, "A finger that moves down scrolls.")
            }
        }

        /// Two fingers move apart, above and below a point.
        ///
        /// A script makes the events: movements of two fingers by Chromium's protocol do not reach the page.
        private static func pinch(at point: Browser.Point, from: Int, to: Int) -> String {
            """
            (() => {
                const [x, y] = [\(point.x), \(point.y)];
                const target = document.elementFromPoint(x, y);
                const send = (type, distance) => {
                    const touches = distance === null ? [] : [-distance, distance].map((move, identifier) =>
                        new Touch({ identifier, target, clientX: x, clientY: y + move }));
                    target.dispatchEvent(new TouchEvent(type, { touches, bubbles: true, cancelable: true }));
                };
                send("touchstart", \(from));
                for (let distance = \(from); distance <= \(to); distance += 5) send("touchmove", distance);
                send("touchend", null);
            })()
            """
        }

        @Test func theSizeChangesAroundTheFingers() async throws {
            let session = try await PageLibrary.shared.value.session()
            try await ShownPage.show(session, width: 820, height: 1100, ratio: 2, hasTouch: true) { page in
                let photo = try Self.firstVisible(page) + 8
                let middle = try page.middle(of: Self.cell(photo))
                let at = "document.elementFromPoint(\(middle.x), \(middle.y)).closest('.cell').position"
                #expect(try page.number(at) == photo)
                let columns = try page.number("document.getElementById('photos-grid').ariaColCount")
                _ = try page.evaluate(Self.pinch(at: middle, from: 60, to: 100))
                try page.wait(for: "document.getElementById('photos-grid').ariaColCount < \(columns)")
                // The photo stays in its row, and the column is the nearest one.
                #expect(abs(try page.number(at) - photo) < columns)
                #expect(try session.photos(of: "selection") == [])
            }
        }
    }

    @Suite struct ManyPhotos {
        private static let count = 1_000_000

        @Test(arguments: [1.0, 2.0])
        func theFirstAndTheLastAreReachedAndTheSizeChangesAroundThePointer(ratio: Double) async throws {
            let library = MockLibrary(count: Self.count)
            try await ShownPage.show({ await library.answer(to: $0) }, width: 1440, height: 900, ratio: ratio) { page in
                let exists = { (position: Int) in
                    """
                    [...document.querySelectorAll('#photos-grid .cell:not([hidden])')].some(c => c.position === \(position)
                        && c.getBoundingClientRect().bottom <= document.getElementById('photos-grid').getBoundingClientRect().bottom + 1
                        && c.getBoundingClientRect().top >= document.getElementById('photos-grid').getBoundingClientRect().top - 1)
                    """
                }
                try page.wait(for: exists(Self.count - 1))
                try page.press(.left)
                try page.press(.home, .control)
                try page.wait(for: exists(0))
                try page.press(.end, .control)
                try page.wait(for: exists(Self.count - 1))
                // A place in the middle, by the line of months.
                let box = try page.middle(of: "document.getElementById('scrubber')")
                try page.click(at: box)
                let at = "document.elementFromPoint(500, 420).closest('.cell').position"
                try page.wait(for: "Math.abs(\(at) - 500000) < 5000")
                let before = try page.number(at)
                for (pixels, change) in [(100.0, 1), (100, 1), (-100, -1), (-100, -1)] {
                    let columns = try page.number("document.getElementById('photos-grid').ariaColCount")
                    try page.turnWheel(at: .init(500, 420), by: pixels, .control)
                    try page.wait(for: "document.getElementById('photos-grid').ariaColCount == \(columns + change)")
                    // The photo under the pointer stays in its row, and the column is the nearest one.
                    #expect(abs(try page.number(at) - before) <= columns)
                }
                #expect(try page.number(at) == before)
                #expect(try page.number("document.querySelectorAll('*').length") < 600)
            }
        }
    }

    /// What an app does while its page is open.
    @Suite struct Apps {
        @Test func anAppChangesThePageAndCloses() async throws {
            let library = MockLibrary(count: 20)
            try await ShownPage.show({ await library.answer(to: $0) }) { page in
                let chosen = "document.getElementById('chosen').textContent"
                try page.wait(for: "\(chosen) === 'Select photos'")
                library.tell("appChanged") { $0.limit = 3 }
                try page.wait(for: "\(chosen) === 'Select up to 3 photos'")
                #expect(try page.evaluate("document.getElementById('select-all').hidden") as? Bool == true)
                library.tell("selection") { $0.selected = 2 }
                try page.wait(for: "\(chosen) === '2 of 3 selected'")
                library.tell("selection") { $0.selected = 0 }
                try page.wait(for: "\(chosen) === 'Select up to 3 photos'")
                library.tell("appGone")
                library.tell("done")
                try page.wait(for: "document.getElementById('ended').innerText.includes('Editor has closed')")
                #expect(try page.evaluate("document.querySelector('footer').hidden") as? Bool == true)
            }
        }

        @Test func thePersonDecidesAboutPlaces() async throws {
            let library = MockLibrary(count: 20)
            try await ShownPage.show({ await library.answer(to: $0) }) { page in
                #expect(try page.evaluate("document.getElementById('places').checked") as? Bool == true)
                try page.tab(to: "document.getElementById('places')")
                try page.press(.space)
                for includes in [false, true] {
                    let deadline = Date() + 5
                    while library.state.withLock({ $0.includesPlaces }) != includes, Date() < deadline {
                        Thread.sleep(forTimeInterval: 0.02)
                    }
                    #expect(library.state.withLock { $0.includesPlaces } == includes)
                    try page.press(.space)
                }
            }
        }
    }
}
