import Foundation
import Synchronization
import TestSupport
import Testing

/// Continuous integration must not skip the tests below.
@Test func sandboxesAreTriedWhereTheyMustBe() {
    guard ProcessInfo.processInfo.environment["OPENPHOTOKIT_REQUIRE_SANDBOXES"] != nil else { return }
    #expect(OwnersSession.obstacle == nil)
}

/// The broker finds out which apps reach the library around it, with real sandboxes and users.
@Suite(
    .enabled(if: OwnersSession.obstacle == nil, "\(OwnersSession.obstacle ?? "")"), .serialized,
    .timeLimit(.minutes(3)))
struct ContainmentTests {
    @Test func anAppWithItsOwnSocketOnlyIsKnownByIt() throws {
        #expect(try OwnersSession().finding(.closed) == ["socket", "contained"])
    }

    @Test func aProgramOfTheOwnerIsOnItsWord() throws {
        #expect(try OwnersSession().finding(.none) == ["claimed", "uncontained"])
    }

    @Test func aSandboxWithTheHomeFolderReachesTheLibrary() throws {
        #expect(try OwnersSession().finding(.withHome) == ["claimed", "uncontained"])
    }

    @Test func aSandboxWithTheProcessesReachesTheLibrary() throws {
        #expect(try OwnersSession().finding(.withProcesses) == ["claimed", "uncontained"])
    }

    @Test func aSandboxWithAllSocketsCanTakeAnotherName() throws {
        #expect(try OwnersSession().finding(.withAllSockets) == ["claimed", "contained"])
    }

    @Test(arguments: [true, false])
    func anotherUserIsKnownByItsUser(libraryIsClosed: Bool) throws {
        let session = try OwnersSession()
        for path in [session.sockets, "\(session.sockets)/apps"] { chmod(path, 0o711) }
        chmod("\(session.sockets)/apps/\(OwnersSession.app)", 0o711)
        chmod(session.socket(), 0o666)
        if !libraryIsClosed { chmod(session.library, 0o755) }
        #expect(
            try session.finding(.none, as: OwnersSession.stranger)
                == ["user", libraryIsClosed ? "contained" : "uncontained"])
    }

    @Test func containedOnlyRefusesOthers() throws {
        let session = try OwnersSession(arguments: ["--contained-only"])
        let lines = Mutex<[String]>([])
        try session.start(.none) { line in lines.withLock { $0.append(line) } }
        let isRefused = eventually { lines.withLock { $0.contains("Answer: restricted, add only: restricted") } }
        #expect(isRefused, "\(lines.withLock { $0 })")
    }

    /// The sample app in a sandbox asks, is given three photos, adds one, makes an album, is given one more and is
    /// denied.
    @Test func theSampleAppSeesWhatItsOwnerAllows() throws {
        let session = try OwnersSession()
        let lines = Mutex<[String]>([])
        try session.start(.closed) { line in lines.withLock { $0.append(line) } }
        func printed(_ line: String) -> Bool { eventually { lines.withLock { $0.contains(line) } } }
        #expect(printed("Status: not determined"))
        let asks = try eventually { try session.photos("access", "pending").exit == 3 }
        #expect(asks)
        let photos = (0...3).map { "\($0).jpg" }
        #expect(
            try session.photos("access", "allow", OwnersSession.app, "--select", photos[0], photos[1], photos[2]).exit
                == 0)
        #expect(printed("Answer: limited, add only: authorized"))
        #expect(printed("Selected: 3 photos: 0.jpg, 1.jpg, 2.jpg"))
        #expect(printed("Read back: the same bytes"))
        #expect(printed("After adding: 4 photos: 0.jpg, 1.jpg, 2.jpg, 4.jpg"))
        #expect(printed("Albums: Chosen"))
        let wants = try eventually { try session.photos("access", "pending").exit == 3 }
        #expect(wants)
        #expect(try session.photos("access", "add", OwnersSession.app, photos[3]).exit == 0)
        #expect(printed("New: 1"))
        #expect(printed("After choosing: 5 photos: 0.jpg, 1.jpg, 2.jpg, 3.jpg, 4.jpg"))
        #expect(try session.photos("access", "deny", OwnersSession.app).exit == 0)
        #expect(printed("Status: denied"))
        #expect(printed("After revocation: 3311"), "\(lines.withLock { $0 })")
        let record = try #require(try session.record())
        #expect(record["identity"] as? String == "socket" && record["containment"] as? String == "contained")
        #expect(record["added"] as? Int == 1 && record["albums"] as? Int == 1)
    }
}
