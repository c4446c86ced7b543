import Foundation
import LibraryInterface
import LibraryRPC
import OpenPhotoKitOwner
import PhotoModel
import TestSupport
import Testing

@testable import PickerServer

/// The page in Chromium, with the keys, the mouse and the fingers of a person.
@Suite("The picker's page in a browser", .serialized, .enabled(if: Browser.path != nil, "Chromium is not installed."))
struct PageTests {}

extension PageTests {
    @Suite struct Keyboard {
        @Test func photosAreSelectedAndAdded() async throws {
            let library = try await PageLibrary.shared.value
            let session = try library.session { $0.selection = .ordered }
            try await ShownPage.show(session) { page in
                func expect(_ selected: [UInt32], _ comment: Comment) throws {
                    #expect(try session.comesToSelect(selected), comment)
                }
                // Without a focus, the first key gives the focus to the newest photo.
                try page.press(.left)
                #expect(try page.focusedPosition == 57)
                try page.press(.home, .control)
                #expect(try page.focusedPosition == 0)
                try page.press(.space)
                try page.press(.right)
                try page.press(.right)
                try page.press(.space)
                try expect([0, 2], "Space selects.")
                try page.press(.right, .shift)
                try page.press(.right, .shift)
                try expect([0, 2, 3, 4], "Shift and an arrow select a range.")
                try page.press(.left, .shift)
                try expect([0, 2, 3], "Back with Shift shortens the range.")
                try page.press(.escape)
                try expect([], "Escape deselects.")
                try page.pressControl("a")
                try expect((0..<58).map { $0 }, "Ctrl+A selects all.")
                try page.press(.escape)
                try expect([], "Escape deselects.")
                try page.press(.end, .control)
                #expect(try page.focusedPosition == 57)
                let columns = try page.number("document.getElementById('photos-grid').ariaColCount")
                try page.press(.up)
                #expect(try page.focusedPosition == 57 - columns)
                try page.press(.space)
                try expect([UInt32(57 - columns)], "The photo above is selected.")
                try page.tab(to: "document.getElementById('add')")
                try page.press(.enter)
                try page.wait(for: "document.body.innerText.includes('1 photo was handed to Editor.')")
                #expect(session.hasEnded)
                #expect(try session.results() == [library.photos[57 - columns]])
            }
        }

        @Test func theSelectionIsCancelled() async throws {
            let library = try await PageLibrary.shared.value
            let session = try library.session()
            try await ShownPage.show(session) { page in
                try page.tab(to: "document.getElementById('cancel')")
                try page.press(.space)
                try page.wait(for: "document.body.innerText.includes('Cancelled')")
                #expect(session.hasEnded)
            }
        }

        @Test func enterAddsASinglePhoto() async throws {
            let library = try await PageLibrary.shared.value
            let session = try library.session { $0.selectionLimit = 1 }
            try await ShownPage.show(session) { page in
                try page.press(.home)
                try page.press(.home, .control)
                try page.press(.right)
                try page.press(.enter)
                try page.wait(for: "document.body.innerText.includes('1 photo was handed to Editor.')")
                #expect(session.hasEnded)
                #expect(try session.results() == [library.photos[1]])
            }
        }

        @Test func picturesChangeTheirSize() async throws {
            let session = try await PageLibrary.shared.value.session()
            try await ShownPage.show(session) { page in
                let columns = "document.getElementById('photos-grid').ariaColCount"
                let before = try page.number(columns)
                try page.press("-")
                #expect(try page.number(columns) == before + 1)
                try page.press("+")
                try page.press("+")
                #expect(try page.number(columns) == before - 1)
            }
        }

        @Test func aPhotoIsReviewed() async throws {
            let session = try await PageLibrary.shared.value.session()
            try await ShownPage.show(session) { page in
                try page.press(.left)
                try page.press(.home, .control)
                try page.press(.enter)
                try page.wait(for: "document.getElementById('review').open")
                try page.wait(for: "document.querySelector('#review img.large')?.naturalWidth")
                try page.press(.right)
                try page.press(.space)
                #expect(try session.comesToSelect([1]))
                try page.press("i")
                try page.wait(for: "document.querySelector('#review .details')?.innerText.includes('Size')")
                try page.press(.escape)
                try page.wait(for: "!document.getElementById('review').open")
                // The focus is on the photo that was shown last.
                try page.wait(for: "document.activeElement.position === 1")
                _ = try page.evaluate(
                    "document.getElementById('review').addEventListener('close', () => { window.wasHeld = true; })")
                try page.press(.space, heldFor: 0.6)
                try page.wait(for: "window.wasHeld")
                try page.press(.right)
                try page.press(.space)
                #expect(try session.comesToSelect([1, 2]), "Holding Space only shows the photo.")
            }
        }

        @Test func theLimitIsToldInTheReview() async throws {
            let session = try await PageLibrary.shared.value.session { $0.selectionLimit = 2 }
            try await ShownPage.show(session) { page in
                _ = session.select([0..<2], of: try session.photos(of: "all"), true)
                try page.reload()
                try page.press(.left)
                try page.press(.enter)
                try page.wait(for: "document.querySelector('#review img.large')?.naturalWidth")
                try page.press(.space)
                let text = "You can select up to 2 photos."
                try page.wait(for: "document.querySelector('#review #toast').innerText === '\(text)'")
                try page.wait(for: "document.querySelector('#review #status').textContent === '\(text)'")
                try page.press(.escape)
                try page.wait(for: "document.querySelector('body > #toast')")
            }
        }

        @Test
        func photosAreSearched() async throws {
            let session = try await PageLibrary.shared.value.session()
            try await ShownPage.show(session) { page in
                try page.press("/")
                try page.wait(for: "document.activeElement.id === 'search-text'")
                try page.type("photo is:favorite")
                try page.press(.enter)
                try page.waitForCount(1)
                try page.tab(to: "document.querySelector('#photos-grid [tabindex=\"0\"]')")
                try page.press(.space)
                #expect(try session.comesToSelect([2]))
                try page.tab(
                    to: "[...document.querySelectorAll('#chips button')].find(b => b.textContent === 'Clear search')")
                try page.press(.enter)
                try page.waitForCount(58)
            }
        }

        @Test func aSearchThatWasClearedIsNotShown() async throws {
            let library = MockLibrary(count: 100)
            try await ShownPage.show({ await library.answer(to: $0) }) { page in
                try page.press("/")
                try page.wait(for: "document.activeElement.id === 'search-text'")
                try page.type("a")
                try page.press(.enter)
                try page.press(.escape)
                Thread.sleep(forTimeInterval: 1)
                #expect(try page.number("document.querySelectorAll('#photos-grid .cell:not([hidden])').length") > 1)
            }
        }

        @Test func photosOfAnAlbumAreSelected() async throws {
            let session = try await PageLibrary.shared.value.session()
            try await ShownPage.show(session) { page in
                try page.tab(to: "document.getElementById('tab-albums')")
                try page.press(.enter)
                try page.wait(for: "document.querySelectorAll('#albums-grid .cell:not([hidden])').length === 3")
                try page.tab(to: "document.querySelector('#albums-grid [tabindex=\"0\"]')")
                // The favourites are the first album.
                try page.press(.enter)
                try page.waitForCount(1)
                try page.tab(to: "document.getElementById('back')")
                try page.press(.enter)
                try page.wait(for: "document.activeElement.closest('#albums-grid')")
                try page.press(.end)
                try page.press(.enter)
                try page.waitForCount(12)
                try page.pressControl("a")
                #expect(try session.comesToSelect((0..<12).map { $0 }))
            }
        }

        @Test func theSelectedPhotosAreMovedAndRemoved() async throws {
            let session = try await PageLibrary.shared.value.session { $0.selection = .ordered }
            try await ShownPage.show(session) { page in
                _ = session.select([0..<3], of: try session.photos(of: "all"), true)
                try page.reload()
                try page.wait(for: "document.querySelectorAll('#strip .item').length === 3")
                try page.tab(to: "document.querySelector('#strip .item[tabindex=\"0\"]')")
                try page.press(.home)
                try page.press(.right, .control)
                try page.wait(for: "document.getElementById('status').textContent.includes('Moved to place 2')")
                #expect(try session.comesToSelect([1, 0, 2]))
                try page.press(.delete)
                #expect(try session.comesToSelect([1, 2]))
            }
        }
    }

    @Suite struct OwnersKeyboard {
        private static let app = PickingApp(name: "Editor", trust: .socket, isContained: true)

        private static func button(_ name: String) -> String {
            "[...document.querySelectorAll('#authorization button, #actions button')].find(b => b.textContent === '\(name)')"
        }

        @Test func aChangeIsAllowed() async throws {
            let session = try await PageLibrary.shared.value.session(.confirm(Self.app, deleted: 1, changed: 2))
            try await ShownPage.show(session) { page in
                let wish = "Editor wants to delete 1 photo and change 2 photos."
                try page.wait(for: "document.getElementById('wish')?.innerText === '\(wish)'")
                try page.tab(to: Self.button("Delete"))
                try page.press(.enter)
                try page.wait(for: "document.getElementById('ended').innerText.startsWith('Allowed')")
                #expect(session.outcome == .allowed)
            }
        }

        @Test func anAppIsAuthorized() async throws {
            let session = try await PageLibrary.shared.value.session(.answer(Self.app, .readWrite))
            try await ShownPage.show(session) { page in
                try page.wait(for: "document.getElementById('authorization').open")
                try page.tab(to: Self.button("All photos"))
                try page.press(.enter)
                try page.wait(for: "document.getElementById('ended').innerText.startsWith('Editor sees all photos')")
                #expect(session.outcome == .answered(.all))
            }
        }

        @Test func photosAreMarkedHiddenDeletedAndRestored() async throws {
            let library = try PageLibrary(count: 8)
            let session = try library.session(.browse)
            try await ShownPage.show(session) { page in
                func perform(_ action: String, on positions: Int) throws {
                    try page.tab(to: "document.querySelector('#photos-grid [tabindex=\"0\"]')")
                    try page.press(.home, .control)
                    for _ in 0..<positions { try page.press(.right) }
                    try page.press(.space)
                    try page.wait(for: "document.getElementById('chosen').textContent === '1 selected'")
                    try page.tab(
                        to: "[...document.querySelectorAll('#actions button')].find(b => b.textContent === '\(action)')"
                    )
                    try page.press(.enter)
                    try page.wait(for: "document.getElementById('chosen').textContent === 'Nothing selected'")
                }
                func show(_ words: String, count: Int) throws {
                    try page.press("/")
                    try page.wait(for: "document.activeElement.id === 'search-text'")
                    try page.pressControl("a")
                    try page.type(words)
                    try page.press(.enter)
                    try page.waitForCount(count)
                }
                func asset(_ position: Int) throws -> Asset? {
                    try library.library.assets(withLocalIdentifiers: [library.photos[position]]).values.first
                }
                try perform("Favourite", on: 0)
                #expect(try asset(0)?.isFavorite == true)
                try perform("Hide", on: 1)
                try page.waitForCount(5)
                #expect(try asset(1)?.isHidden == true)
                try perform("Delete", on: 1)
                try page.waitForCount(4)
                #expect(try asset(2)?.deletedDate != nil)
                try show("is:trashed", count: 1)
                try perform("Restore", on: 0)
                try page.wait(for: "document.getElementById('nothing').innerText.includes('No photos match')")
                #expect(try asset(2)?.deletedDate == nil)
                try show("is:hidden", count: 3)
                try perform("Restore", on: 0)
                #expect(try asset(1)?.isHidden == false)
            }
        }
    }
}

extension Browser {
    /// The position of the photo that has the focus; `nil` if no photo has it.
    var focusedPosition: Int? {
        get throws {
            (try evaluate("document.activeElement?.closest('#photos-grid .cell')?.position") as? NSNumber)?.intValue
        }
    }

    /// The value of an expression as a number.
    func number(_ expression: String) throws -> Int {
        try #require((try evaluate("Number(\(expression))") as? NSNumber)?.intValue)
    }

    /// Waits until the view has so many photos.
    func waitForCount(_ count: Int) throws {
        try wait(for: "document.getElementById('count').textContent.startsWith('\(count) ')")
        try wait(for: "!document.querySelector('#photos-grid .cell:not([hidden])[aria-label=Loading]')")
    }

    /// Presses Tab until the element that an expression gives has the focus.
    func tab(to element: String) throws {
        for _ in 0..<40 {
            if try evaluate("document.activeElement === (\(element)) && document.activeElement !== document.body")
                as? Bool == true
            {
                return
            }
            try press(.tab)
        }
        let focused = try evaluate("document.activeElement.outerHTML") as? String ?? ""
        Issue.record("Tab does not reach \(element). The focus is on \(focused).")
    }

    /// Types words, one key after the other.
    func type(_ words: String) throws {
        for letter in words { try press(letter) }
    }

    /// Loads the page again, and waits for the photos.
    func reload() throws {
        _ = try evaluate("location.reload()")
        Thread.sleep(forTimeInterval: 0.2)
        try wait(for: "document.querySelectorAll('#photos-grid .cell').length")
    }
}

extension PickerSession {
    /// Whether the page selects exactly these photos, in this order, within some seconds.
    func comesToSelect(_ photos: [UInt32]) throws -> Bool {
        let deadline = Date() + 20
        while Date() < deadline {
            if try self.photos(of: "selection") == photos { return true }
            Thread.sleep(forTimeInterval: 0.02)
        }
        return false
    }
}
