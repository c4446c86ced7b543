import Foundation
import Synchronization
import SystemPackage
import TestSupport
import Testing

/// A library of an unprivileged user, served by `photos serve`, and apps in sandboxes and of other users.
final class OwnersSession: Sendable {
    static let app = "org.example.Limited"
    static let owner = 61_234
    static let stranger = 61_235

    /// Why sandboxes cannot be tried here; `nil` if they can.
    static let obstacle: String? = {
        guard OtherUser.isPossible else { return "only root can run programs as other users, with setpriv" }
        guard access(bubblewrap, X_OK) == 0 else { return "bubblewrap is not installed" }
        let outcome = try? OtherUser.run(
            bubblewrap, ["--ro-bind", "/", "/", "--unshare-pid", "--proc", "/proc", "/bin/true"], as: owner)
        return outcome?.exit == 0 ? nil : "this system refuses user namespaces: \(outcome?.output ?? "")"
    }()
    static let bubblewrap = "/usr/bin/bwrap"

    let folder: TemporaryFolder
    private let arguments: [String]
    private let broker: Mutex<Process?>
    private let apps = Mutex<[Process]>([])
    var home: String { folder.path("home") }
    var library: String { "\(home)/Photos.library" }
    /// A short path, because the path of a socket has at most 107 bytes.
    var sockets: String { folder.path("run") }
    func socket(of app: String = app) -> String { "\(sockets)/apps/\(app)/socket" }

    init(arguments: [String] = []) throws {
        folder = try TemporaryFolder()
        chmod(folder.url.path, 0o755)
        for program in ["photos", "photos-decoder", "limited-app"] {
            try FileManager.default.copyItem(atPath: PhotosProcess.path(of: program), toPath: folder.path(program))
        }
        for name in ["home", "run", "tmp", "source"] {
            let path = folder.path(name)
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            chown(path, uid_t(Self.owner), gid_t(Self.owner))
            chmod(path, name == "source" ? 0o755 : 0o700)
        }
        chmod(folder.path("tmp"), 0o1777)
        for index in 0..<5 {
            try folder.write(
                TestPhoto.dated(TestPhoto.jpeg(UInt64(index) + 1), "2024:05:0\(index + 1) 10:00:00"),
                to: "source/\(index).jpg")
        }
        self.arguments = arguments
        broker = Mutex(nil)
        try #require(photos("import", "--quiet", folder.path("source")).exit == 0)
        for app in [Self.app, "org.example.Other"] {
            try #require(photos("access", "socket", app, "--for", "bubblewrap").exit == 0)
        }
        try startBroker()
    }

    deinit {
        for process in apps.withLock({ $0 }) { Self.end(process) }
        broker.withLock { $0.map(Self.end) }
    }

    private static func end(_ process: Process) {
        guard process.isRunning else { return }
        // A sandbox waits for its app, whatever signal it gets.
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// Starts the broker; ends the one that runs.
    func startBroker() throws {
        broker.withLock { $0.map(Self.end) }
        try? FileManager.default.removeItem(atPath: socket())
        let process = Process()
        let command = OtherUser.command(
            folder.path("photos"), ["serve", "--sockets", sockets] + arguments, as: Self.owner)
        process.executableURL = URL(fileURLWithPath: command.program)
        process.arguments = command.arguments
        process.environment = environment
        process.standardError = FileHandle.nullDevice
        try process.run()
        broker.withLock { $0 = process }
        let isServing = eventually { FileManager.default.fileExists(atPath: socket()) }
        try #require(isServing)
    }

    private var environment: [String: String] {
        ProcessInfo.processInfo.environment.merging([
            "HOME": home, "TMPDIR": folder.path("tmp"), "XDG_RUNTIME_DIR": sockets,
            "PHOTOS_LIBRARY": library,
        ]) { $1 }
    }

    /// Runs `photos` as the owner.
    @discardableResult
    func photos(_ arguments: String...) throws -> (exit: Int32, output: String) {
        try OtherUser.run(folder.path("photos"), arguments, as: Self.owner, environment: environment)
    }

    /// The entry of an app in the record.
    func record(of app: String = app) throws -> [String: Any]? {
        try photos("access", "--json").output.split(separator: "\n").compactMap {
            try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
        }.first { $0["app"] as? String == app }
    }

    /// How an app runs.
    enum Sandbox {
        case none
        /// It has its own PID namespace, its own socket, and neither the library nor the other sockets.
        case closed
        /// It has the owner's home too.
        case withHome
        /// It has the sockets of all apps.
        case withAllSockets
        /// It has the processes of the system.
        case withProcesses
    }

    /// Starts the sample app; `onLine` is called with each line that it prints.
    func start(
        _ sandbox: Sandbox, as user: Int = owner, socket: String? = nil,
        onLine: @escaping @Sendable (String) -> Void = { _ in }
    ) throws {
        let inside = folder.path("tmp") + "/socket"
        try? Data().write(to: URL(fileURLWithPath: inside), options: .withoutOverwriting)
        var words = [folder.path("limited-app"), folder.path("source/4.jpg")]
        var path = socket ?? self.socket()
        if sandbox != .none {
            var bubblewrap = [Self.bubblewrap, "--die-with-parent", "--dev-bind", "/", "/"]
            if sandbox != .withProcesses { bubblewrap += ["--unshare-pid", "--proc", "/proc"] }
            if sandbox != .withHome { bubblewrap += ["--tmpfs", home] }
            bubblewrap += ["--bind", path, inside]
            if sandbox != .withAllSockets { bubblewrap += ["--tmpfs", sockets] }
            words = bubblewrap + words
            path = inside
        }
        try start(words, as: user, environment: environment.merging(["PHOTOS_SOCKET": path]) { $1 }, onLine: onLine)
    }

    /// Starts the owner's shell with a command that ends in an app.
    func start(_ line: String, onLine: @escaping @Sendable (String) -> Void) throws {
        try start(["/bin/bash", "-c", line], as: Self.owner, environment: environment, onLine: onLine)
    }

    private func start(
        _ words: [String], as user: Int, environment: [String: String], onLine: @escaping @Sendable (String) -> Void
    ) throws {
        let process = Process()
        let command = OtherUser.command(words[0], Array(words.dropFirst()), as: user)
        process.executableURL = URL(fileURLWithPath: command.program)
        process.arguments = command.arguments
        process.environment = environment
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        apps.withLock { $0.append(process) }
        Thread {
            var rest = Data()
            while case let data = output.fileHandleForReading.availableData, !data.isEmpty {
                rest += data
                while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                    onLine(String(decoding: rest[rest.startIndex..<end], as: UTF8.self))
                    rest = rest[rest.index(after: end)...]
                }
            }
        }.start()
    }

    func finding(_ sandbox: Sandbox, as user: Int = owner) throws -> [String] {
        try start(sandbox, as: user)
        return try finding()
    }

    /// What the broker found when an app connected.
    func finding() throws -> [String] {
        var finding: [String] = []
        _ = try eventually {
            let record = try record()
            finding = [record?["identity"], record?["containment"]].compactMap { $0 as? String }
            return !finding.isEmpty
        }
        return finding
    }
}
