import Foundation
import OpenPhotoKitOwner
import PhotoModel
import TestSupport
import Testing

@testable import PickerServer

extension PageTests {
    /// The preview of one photo: every way in shows the photo, and its positions mean the same photos until it is
    /// closed.
    @Suite struct Review {
        /// What the page shows when a thumbnail of the line is clicked.
        enum View: String, CaseIterable, CustomTestStringConvertible {
            case shownView = ""
            case anotherSearch = "#search:is:favorite"
            case searchThatFindsNothing = "#search:no_such_word"
            case anotherAlbum = "#album:favorites"
            case albums = "#albums"

            var testDescription: String { rawValue }

            /// What is true when the view is there.
            var isShown: String {
                switch self {
                case .shownView: "!document.getElementById('photos').hidden"
                case .anotherSearch, .anotherAlbum: "document.getElementById('count').textContent.startsWith('1 ')"
                case .searchThatFindsNothing: "!document.getElementById('nothing').hidden"
                case .albums: "document.querySelectorAll('#albums-grid .cell').length"
                }
            }
        }

        private static let selected: [UInt32] = [5, 20, 40]
        private static let photo = "document.querySelector('#review img.large')?.src.split('/').at(-1)"

        private static func item(_ place: Int) -> String { "document.querySelectorAll('#strip .item')[\(place)]" }

        private static func select(_ photos: [UInt32], in session: PickerSession) throws {
            _ = session.select(photos.map { Int($0)..<Int($0) + 1 }, of: try session.photos(of: "all"), true)
        }

        private static func waitForPicture(_ number: UInt32, _ page: Browser) throws {
            try page.wait(for: "\(photo) === '\(number)' && document.querySelector('#review img.large').naturalWidth")
        }

        private static func waitForStrip(_ count: Int, _ page: Browser) throws {
            try page.wait(for: "document.querySelectorAll('#strip .item').length === \(count)")
            try page.wait(for: "!document.querySelector('#strip .item[aria-label=Loading]')")
        }

        /// - Parameter isFirst: Whether the page begins with this view, and has shown no other one.
        @Test(arguments: LongTests.every(2, of: View.allCases), [false, true])
        func aSelectedPhotoIsShownFromEveryView(view: View, isFirst: Bool) async throws {
            let session = try await PageLibrary.shared.value.session { $0.selection = .ordered }
            try Self.select(Self.selected, in: session)
            try await ShownPage.show(session) { page in
                _ = try page.evaluate("location.hash = '\(view.rawValue)'")
                if isFirst {
                    _ = try page.evaluate("location.reload()")
                    Thread.sleep(forTimeInterval: 0.2)
                }
                try page.wait(for: view.isShown)
                let hash = try page.evaluate("location.hash") as? String
                try Self.waitForStrip(3, page)
                try page.click(at: page.middle(of: Self.item(1)))
                try Self.waitForPicture(20, page)
                #expect(
                    try page.evaluate("document.getElementById('review-title').textContent") as? String
                        == "2 of 3: Photo, 1 March 2024, 10:00")
                // The neighbours are those of the selection.
                try page.press(.right)
                try Self.waitForPicture(40, page)
                #expect(try page.evaluate("document.querySelector('#review .next').disabled") as? Bool == true)
                try page.wait(for: "document.querySelector('.review-select').textContent === 'Selected 3'")
                try page.press(.space)
                #expect(try session.comesToSelect([5, 20]), "The preview deselects the photo that it shows.")
                try page.press(.space)
                #expect(try session.comesToSelect([5, 20, 40]), "The photo stays in the preview.")
                try page.press(.left)
                try page.press(.escape)
                try page.wait(for: "!document.getElementById('review').open")
                try page.wait(for: "document.activeElement === \(Self.item(1))")
                #expect(try page.evaluate("location.hash") as? String == hash, "The view stays.")
            }
        }

        @Test func aSelectedPhotoThatNoViewHasIsShown() async throws {
            let library = try PageLibrary(count: 8)
            let session = try library.session(.browse)
            try await ShownPage.show(session) { page in
                // Hidden photos are found by a search only.
                _ = try page.evaluate("location.hash = '#search:is:hidden'")
                try page.waitForCount(2)
                try page.press(.left)
                try page.press(.space)
                try Self.waitForStrip(1, page)
                let selected = try #require(try session.photos(of: "selection").first)
                _ = try page.evaluate("document.getElementById('tab-photos').click()")
                try page.waitForCount(6)
                #expect(try !session.photos(of: "all").contains(selected))
                try page.click(at: page.middle(of: Self.item(0)))
                try Self.waitForPicture(selected, page)
            }
        }

        @Test func aChangeOfTheLibraryLeavesThePreviewAtItsPhoto() async throws {
            let library = try PageLibrary(count: 8)
            let session = try library.session(.browse)
            try await ShownPage.show(session) { page in
                try page.press(.left)
                try page.press(.home, .control)
                try page.press(.right)
                try page.press(.right)
                try page.press(.enter)
                try Self.waitForPicture(2, page)
                try library.library.performChangesAndWait { try $0.deleteAssets([library.photos[0]]) }
                session.libraryHasChanged()
                try page.wait(for: "document.getElementById('count').textContent.startsWith('5 ')")
                try page.press(.space)
                #expect(try session.comesToSelect([2]), "The photo that is shown is selected, not the one behind it.")
                try page.press(.right)
                try Self.waitForPicture(3, page)
                try page.press(.left)
                try Self.waitForPicture(2, page)
            }
        }

        @Test func aPhotoThatIsNotSelectedAnyMoreIsNotShown() async throws {
            let session = try await PageLibrary.shared.value.session { $0.selection = .ordered }
            try Self.select(Self.selected, in: session)
            try await ShownPage.show(session) { page in
                try Self.waitForStrip(3, page)
                // The app deselects the photo, and the page does not know it yet.
                session.change { $0.deselect([20]) }
                try page.click(at: page.middle(of: Self.item(1)))
                try page.wait(
                    for: "document.getElementById('toast').innerText === 'This photo is not selected any more.'")
                #expect(try page.evaluate("document.getElementById('review').open") as? Bool == false)
            }
        }
    }

    /// Photos leave the selection on purpose only, and come back.
    @Suite struct Removal {
        private static let chosen = "document.getElementById('chosen').textContent"

        private static func item(_ place: Int) -> String { "document.querySelectorAll('#strip .item')[\(place)]" }

        /// A page with the photos 3, 4 and 5 selected.
        private static func show(
            width: Int = 1200, height: Int = 800, hasTouch: Bool = false,
            _ body: @Sendable (Browser, PickerSession) throws -> Void
        ) async throws {
            let session = try await PageLibrary.shared.value.session { $0.selection = .ordered }
            _ = session.select([3..<6], of: try session.photos(of: "all"), true)
            try await ShownPage.show(session, width: width, height: height, hasTouch: hasTouch) { page in
                try page.wait(for: "document.querySelectorAll('#strip .item').length === 3")
                try page.wait(for: "!document.querySelector('#strip .item[aria-label=Loading]')")
                try body(page, session)
            }
        }

        /// Places in a thumbnail of 48 × 48 pixels, from its middle.
        @Test(
            arguments: LongTests.every(4, of: [[0.0, 0], [12, -12], [20, -20], [20, 20], [-20, -20]]), [390, 1200])
        func aFingerOpensAThumbnail(place: [Double], width: Int) async throws {
            try await Self.show(width: width, height: 780, hasTouch: true) { page, session in
                let middle = try page.middle(of: Self.item(1))
                try page.touch(.init(middle.x + place[0], middle.y + place[1]))
                try page.wait(for: "document.querySelector('#review img.large')?.naturalWidth")
                #expect(try session.photos(of: "selection") == [3, 4, 5])
                // The preview removes it, and selects it again.
                try page.touch(page.middle(of: "document.querySelector('.review-select')"))
                #expect(try session.comesToSelect([3, 5]))
                try page.touch(page.middle(of: "document.querySelector('.review-select')"))
                #expect(try session.comesToSelect([3, 5, 4]))
            }
        }

        @Test func theMouseRemovesByTheCrossOnly() async throws {
            try await Self.show { page, session in
                let middle = try page.middle(of: Self.item(1))
                try page.click(at: .init(middle.x + 14, middle.y - 14))
                #expect(try session.comesToSelect([3, 5]))
                try page.wait(for: "document.getElementById('status').textContent.startsWith('1 photo deselected.')")
                try page.click(at: page.middle(of: "document.getElementById('undo')"))
                #expect(try session.comesToSelect([3, 4, 5]), "The photo is at its place again.")
                try page.wait(for: "document.getElementById('undo').hidden")
                try page.click(at: page.middle(of: Self.item(1)))
                try page.wait(for: "document.getElementById('review').open")
            }
        }

        @Test func keysRemoveAndUndo() async throws {
            try await Self.show { page, session in
                try page.tab(to: "document.querySelector('#strip .item[tabindex=\"0\"]')")
                try page.press(.home)
                try page.press(.delete)
                #expect(try session.comesToSelect([4, 5]))
                try page.wait(for: "!document.getElementById('undo').hidden")
                try page.pressControl("z")
                #expect(try session.comesToSelect([3, 4, 5]))
                try page.wait(for: "document.getElementById('undo').hidden")
            }
        }

        @Test func anEmptiedSelectionComesBack() async throws {
            try await Self.show { page, session in
                try page.press(.left)
                try page.press(.escape)
                #expect(try session.comesToSelect([]))
                try page.wait(for: "\(Self.chosen) === '3 deselected'")
                // The button is reached by keys, and the focus is not lost with it.
                try page.tab(to: "document.getElementById('undo')")
                try page.press(.enter)
                #expect(try session.comesToSelect([3, 4, 5]))
                try page.wait(for: "\(Self.chosen) === '3 selected'")
                try page.wait(for: "document.activeElement.closest('#photos-grid')")
                try page.tab(to: "document.getElementById('clear')")
                try page.press(.enter)
                #expect(try session.comesToSelect([]))
                try page.wait(for: "!document.getElementById('undo').hidden")
                // Another change makes the emptied selection old.
                try page.press(.space)
                try page.wait(for: "\(Self.chosen) === '1 selected'")
                #expect(try page.evaluate("document.getElementById('undo').hidden") as? Bool == true)
            }
        }

        @Test func escapeClosesOneThingAtATime() async throws {
            try await Self.show { page, session in
                _ = try page.evaluate("location.hash = '#search:is:favorite'")
                try page.waitForCount(1)
                try page.press(.left)
                try page.press(.enter)
                try page.wait(for: "document.querySelector('#review img.large')?.naturalWidth")
                // The key repeats itself after it has closed the preview.
                try page.hold(.escape, repeating: 4)
                try page.wait(for: "!document.getElementById('review').open")
                #expect(try page.evaluate("location.hash") as? String == "#search:is:favorite")
                try page.press(.escape)
                try page.waitForCount(58)
                #expect(try session.photos(of: "selection") == [3, 4, 5], "Leaving a search leaves the selection.")
                try page.press(.escape)
                #expect(try session.comesToSelect([]))
            }
        }
    }
}
