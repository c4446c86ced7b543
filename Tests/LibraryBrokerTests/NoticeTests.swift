import Foundation
import LibraryInterface
import OpenPhotoKitOwner
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import LibraryBroker

/// What the broker tells the owner.
@Suite(.timeLimit(.minutes(1))) struct NoticeTests {
    @Test func aRequestIsNotedOnce() async throws {
        let served = try await ServedLibrary()
        try served.owner.addToAccessRecord(ServedLibrary.app)
        let app = try served.connect()
        for _ in 0..<2 { try app.service.ask(for: .readWrite) }
        let isNoted = eventually { served.notices.requests(of: ServedLibrary.app) == [.readWrite] }
        #expect(isNoted)
        // The owner's answer is no request.
        try served.owner.setAccess(.limited(), for: ServedLibrary.app)
        let isGiven = eventually { app.authorizationStatus(for: .readWrite) == .limited }
        #expect(isGiven)
        try app.service.ask(for: .selection)
        let isNotedAgain = eventually {
            served.notices.requests(of: ServedLibrary.app) == [.readWrite, .selection]
        }
        #expect(isNotedAgain)
    }

    @Test func aRefusalIsNotedOnce() async throws {
        let served = try await ServedLibrary()
        try served.owner.setAccess(.full(), for: ServedLibrary.app)
        _ = try served.connect()
        for _ in 0..<3 { #expect(code { _ = try served.connect(as: "org.example.Other") } == .accessUserDenied) }
        #expect(served.notices.refusals(of: ServedLibrary.app).map(\.code) == [.accessUserDenied])
        let shared = served.sockets.appending("socket")
        #expect(code { _ = try PhotoLibrary.connectAndWait(as: "no name\u{1B}[2J", to: shared) } == .accessRestricted)
        #expect(served.notices.refusals(of: nil).map(\.code) == [.accessRestricted])
    }

    @Test func anAppThatIsNotContainedIsNoted() async throws {
        let served = try await ServedLibrary(containedOnly: true)
        try served.owner.setAccess(.full(), for: ServedLibrary.app)
        _ = try served.connect()
        #expect(served.notices.refusals(of: ServedLibrary.app).map(\.code) == [.accessRestricted])
    }

    /// A program can be refused as often as it wants, with any names.
    @Test func refusalsOfManyNamesAreNotAllNoted() {
        var notices = RefusalNotices()
        let (error, other) = (PhotoLibraryError(.accessUserDenied, ""), PhotoLibraryError(.accessRestricted, ""))
        let start = Date()
        func noted(_ count: Int, at time: Double) -> Int {
            (0..<count).count { notices.isNew(error, of: "org.example.app\($0)", now: start + time) }
        }
        #expect(noted(150, at: 0) == 100)
        #expect(noted(150, at: 59) == 0)
        #expect(noted(20, at: 61) == 20)
        // Another reason is another refusal.
        let others = (62...63).map { notices.isNew(other, of: "org.example.app1", now: start + Double($0)) }
        #expect(others == [true, false])
    }
}
