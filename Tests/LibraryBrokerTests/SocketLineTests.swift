import Foundation
import Synchronization
import TestSupport
import Testing

/// The lines that `photos access socket` prints give an app its socket, and nothing else of the library.
@Suite(
    .enabled(if: OwnersSession.obstacle == nil, "\(OwnersSession.obstacle ?? "")"), .serialized,
    .timeLimit(.minutes(3)))
struct SocketLineTests {
    /// What programs need on this system, as far as it exists.
    private static let systemFolders = ["/usr", "/lib", "/lib64", "/bin", "/opt", "/etc"].filter {
        FileManager.default.fileExists(atPath: $0)
    }

    @Test func bubblewrap() throws {
        let session = try OwnersSession()
        let mounts = Self.systemFolders.map { "--ro-bind \($0) \($0)" }.joined(separator: " ")
        let app = session.folder.path("limited-app")
        try check(
            session, "bubblewrap",
            "\(mounts) --ro-bind \(app) \(app) --ro-bind \(session.folder.path("source")) /photos \(app) /photos/4.jpg")
    }

    @Test(
        .enabled(
            if: ["podman", "runc"].allSatisfy { access("/usr/bin/\($0)", X_OK) == 0 },
            "podman or runc is not installed"))
    func podman() throws {
        let session = try OwnersSession()
        let root = session.folder.path("root")
        for name in ["usr", "opt", "etc", "proc", "dev", "run", "tmp", "sys"] {
            try FileManager.default.createDirectory(atPath: "\(root)/\(name)", withIntermediateDirectories: true)
        }
        for name in ["lib", "lib64", "bin"] {
            try FileManager.default.createSymbolicLink(atPath: "\(root)/\(name)", withDestinationPath: "usr/\(name)")
        }
        try #require(try Shell.run("/bin/chown", ["-Rh", "\(OwnersSession.owner)", root]).exit == 0)
        let settings = "home/.config/containers"
        try FileManager.default.createDirectory(
            atPath: session.folder.path(settings), withIntermediateDirectories: true)
        try session.folder.write(
            Array("[engine]\nruntime = \"runc\"\ncgroup_manager = \"cgroupfs\"\n".utf8),
            to: "\(settings)/containers.conf")
        try #require(try Shell.run("/bin/chown", ["-R", "\(OwnersSession.owner)", session.home]).exit == 0)
        let app = session.folder.path("limited-app")
        try check(
            session, "podman",
            """
            --rm --network=none --volume /usr:/usr:ro --volume /opt:/opt:ro --volume \(app):/app:ro \
            --volume \(session.folder.path("source")):/photos:ro --rootfs \(root) /app /photos/4.jpg
            """)
    }

    /// Runs the printed line with the words that the user puts in the place of `…`.
    private func check(_ session: OwnersSession, _ sandbox: String, _ words: String) throws {
        let printed = try session.photos(
            "access", "socket", OwnersSession.app, "--sockets", session.sockets, "--for", sandbox)
        let line = printed.output.trimmingCharacters(in: .whitespacesAndNewlines)
        try #require(printed.exit == 0 && line.hasSuffix(" …"), "\(line)")
        let lines = Mutex<[String]>([])
        try session.start("exec \(line.dropLast(1))\(words)") { line in lines.withLock { $0.append(line) } }
        #expect(try session.finding() == ["socket", "contained"], "\(lines.withLock { $0 })")
        // The app waits for an answer, which comes from another broker.
        let asks = try eventually { try session.photos("access", "pending").exit == 3 }
        #expect(asks)
        try session.startBroker()
        // The app ends, which a sandbox does not do when its starter is killed.
        try session.photos("access", "allow", OwnersSession.app, "--add-only")
        let isAnswered = eventually {
            lines.withLock { $0.contains("Answer: not determined, add only: authorized") }
        }
        #expect(isAnswered, "\(lines.withLock { $0 })")
    }
}
