import Foundation
import LibraryInterface
import OpenPhotoKitOwner
import TestSupport
import Testing

/// The owner answers the requests of an app on a page.
@Suite struct AnswerPageTests {
    fileprivate let desktop: OwnersDesktop
    fileprivate let browser = PageClient()

    init() throws { desktop = try OwnersDesktop() }

    fileprivate func broker(_ grant: AppAccess.Grant? = nil) async throws -> BrokerProcess {
        try await BrokerProcess(grant: grant, environment: desktop.environment)
    }

    /// Opens the page and returns its address, and what it shows.
    fileprivate func open() async throws -> (page: String, session: [String: Any]) {
        let page = try desktop.nextPage()
        _ = try await browser.get(of: page)
        let session = try await JSONSerialization.jsonObject(with: browser.get("session", of: page))
        return (page, try #require(session as? [String: Any]))
    }

    @Test(arguments: [
        (AccessLevel.readWrite, "all", AuthorizationStatus.authorized), (.readWrite, "none", .denied),
        (.addOnly, "add", .authorized), (.addOnly, "none", .denied),
    ])
    func theOwnerDecides(level: AccessLevel, answer: String, status: AuthorizationStatus) async throws {
        let broker = try await broker()
        defer { broker.kill() }
        let app = try broker.connect()
        async let decided = app.requestAuthorization(for: level)
        let (page, session) = try await open()
        #expect(session["purpose"] as? String == "authorize" && session["level"] as? String == "\(level)")
        #expect((session["app"] as? [String: Any])?["name"] as? String == BrokerProcess.app)
        // These are answers to the other request.
        for wrong in [level == .addOnly ? "all" : "add", "selected", ""] {
            #expect(try await browser.post("decide", #"{"answer": "\#(wrong)"}"#, to: page) != 200)
        }
        #expect(try await browser.post("decide", #"{"answer": "\#(answer)"}"#, to: page) == 200)
        #expect(try await decided == status)
    }

    @Test func theOwnerSelectsPhotosAndLaterOthers() async throws {
        let broker = try await broker()
        let owner = try OwnedLibrary(at: broker.library)
        let photos = try owner.shown
        let app = try broker.connect()
        async let decided = app.requestAuthorization(for: .readWrite)
        let (page, _) = try await open()
        #expect(try await browser.post("select", #"{"view": "all", "ranges": [[1, 2]], "on": true}"#, to: page) == 200)
        #expect(try await browser.post("places", #"{"includePlaces": false}"#, to: page) == 200)
        #expect(try await browser.post("add", to: page) == 200)
        #expect(try await decided == .limited)
        #expect(try app.shown == [photos[1]])
        #expect(try owner.accessRecord().first?.grant == .limited(.withoutPlaces))

        async let changed = app.chooseLimitedSelection()
        let (second, session) = try await open()
        #expect(session["purpose"] as? String == "select" && session["selected"] as? Int == 1)
        #expect(try await browser.post("clear", to: second) == 200)
        #expect(
            try await browser.post("select", #"{"view": "all", "ranges": [[2, 3]], "on": true}"#, to: second) == 200)
        #expect(try await browser.post("add", to: second) == 200)
        let (added, removed) = try await changed
        #expect(added == [photos[2]] && removed == [photos[1]])
        #expect(try owner.accessRecord().first?.grant == .limited(.withoutPlaces), "The decision stays.")
    }

    @Test func closingThePageDecidesNothing() async throws {
        let broker = try await broker()
        defer { broker.kill() }
        let app = try broker.connect()
        async let decided = app.requestAuthorization(for: .readWrite)
        let (page, _) = try await open()
        #expect(try await browser.post("cancel", to: page) == 200)
        #expect(try await decided == .notDetermined)
        // The next request asks again.
        async let decidedLater = app.requestAuthorization(for: .readWrite)
        let (second, _) = try await open()
        #expect(second != page)
        #expect(try await browser.post("decide", #"{"answer": "all"}"#, to: second) == 200)
        #expect(try await decidedLater == .authorized)
    }

    @Test func aPageThatWasKilledIsOpenedAgainByTheNextRequest() async throws {
        let broker = try await broker()
        defer { broker.kill() }
        let app = try broker.connect()
        try app.service.ask(for: .readWrite)
        let (page, _) = try await open()
        // While the page is open, the app's other requests wait for it.
        try app.service.ask(for: .readWrite)
        for child in try broker.children() { kill(child, SIGKILL) }
        #expect(try eventually { try broker.children().isEmpty })
        async let decided = app.requestAuthorization(for: .readWrite)
        let (second, _) = try await open()
        #expect(second != page)
        #expect(try await browser.post("decide", #"{"answer": "none"}"#, to: second) == 200)
        #expect(try await decided == .denied)
    }

    @Test func onlyTheFirstAnswerCounts() async throws {
        let broker = try await broker()
        let owner = try OwnedLibrary(at: broker.library)
        let app = try broker.connect()
        async let decided = app.requestAuthorization(for: .readWrite)
        let (page, _) = try await open()
        try owner.setAccess(.denied, for: BrokerProcess.app)
        #expect(try await decided == .denied)
        #expect((try? await browser.post("decide", #"{"answer": "all"}"#, to: page)) != 200)
        #expect(code { try owner.answer(.readWrite, of: BrokerProcess.app, .all) } == .changeNotSupported)
        #expect(try owner.accessRecord().first?.grant == .denied)
    }
}

extension AnswerPageTests {
    @Test(arguments: [true, false])
    func theOwnerConfirmsTheDeletionOfOtherPhotos(isAllowed: Bool) async throws {
        let broker = try await broker(.full())
        defer { broker.kill() }
        let owner = try OwnedLibrary(at: broker.library)
        let photos = try owner.shown
        let app = try broker.connect()
        let own = try app.add(TestPhoto.jpeg(9))
        let deleting = Task {
            try await app.performChanges { changes in
                try changes.set(.favorite(true), ofAssets: [photos[0]])
                try changes.deleteAssets([own, photos[0]])
                try changes.set(.favorite(true), ofAssets: [photos[1]])
            }
        }
        let (page, session) = try await open()
        #expect(session["purpose"] as? String == "confirm" && session["count"] as? Int == 2)
        #expect(session["change"] as? [String: Int] == ["deleted": 1, "changed": 1], "Its own photo needs no answer.")
        if isAllowed {
            #expect(try await browser.post("decide", #"{"answer": "allow"}"#, to: page) == 200)
            try await deleting.value
            #expect(try owner.shown == [photos[1], photos[2]])
        } else {
            #expect(try await browser.post("cancel", to: page) == 200)
            await #expect(throws: PhotoLibraryError(.userCancelled, "")) { try await deleting.value }
            #expect(try owner.shown.count == 4)
        }
        // The next change needs the next answer.
        #expect(try owner.accessRecord().first?.grant == .full())
    }

    @Test func thePageClosesWhenTheAppIsGone() async throws {
        let broker = try await broker(.full())
        defer { broker.kill() }
        let owner = try OwnedLibrary(at: broker.library)
        let photos = try owner.shown
        _ = try broker.connect()
        let connection = try CutConnection(to: broker.socket)
        let deleting = Task {
            try await PhotoLibrary(connection.library).performChanges { try $0.deleteAssets([photos[0]]) }
        }
        let (page, _) = try await open()
        connection.cut()
        #expect(try await browser.isClosed(page))
        await #expect(throws: PhotoLibraryError.self) { try await deleting.value }
        #expect(try owner.shown == photos)
    }
}
