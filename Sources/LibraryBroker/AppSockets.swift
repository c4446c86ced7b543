internal import Foundation
internal import Glibc
internal import LibraryRPC
package import PhotoModel
internal import Synchronization
package import SystemPackage
internal import SystemSupport

/// The listening sockets of a broker: one for each app, and one for apps that claim their names.
///
/// A socket of an app is in a folder of its own, so that a sandbox can have this socket and no other.
package final class AppSockets: Sendable {
    /// A listening socket.
    struct Listening {
        /// The app to which the socket belongs; `nil` for the shared one.
        let app: String?
        let path: FilePath
        let descriptor: FileDescriptor
    }

    /// The broker's folder.
    package let folder: FilePath
    /// Locked while this broker serves the folder.
    private let lock: FileDescriptor
    /// Sockets that systemd passed and that have no listener yet.
    private let passed: Mutex<[PassedSocket]>
    /// Whether systemd makes the sockets.
    package let isActivated: Bool

    /// Takes the broker's folder, which is made if it does not exist.
    ///
    /// - Throws: `libraryBusy` if another broker serves the folder; `ioFailure`.
    package init(in folder: FilePath) throws(PhotoLibraryError) {
        self.folder = folder
        let passed = PassedSocket.all()
        self.passed = Mutex(passed)
        isActivated = !passed.isEmpty
        for path in [folder, folder.appending("apps")] { try Self.makeFolder(path) }
        let path = folder.appending("lock")
        let lock: FileDescriptor
        do {
            lock = try FileDescriptor.open(
                path, .readWrite, options: [.create, .closeOnExec], permissions: .ownerReadWrite)
        } catch { throw PhotoLibraryError(.ioFailure, "The file cannot be opened: \(error).", path: path.string) }
        guard (try? lock.lockIfFree()) == true else {
            try? lock.close()
            throw PhotoLibraryError(
                .libraryBusy,
                "Another broker has its sockets in this folder: end it, or name another folder.",
                path: folder.string)
        }
        // `deinit` closes it, also if this throws after it is set.
        self.lock = lock
    }

    deinit { try? lock.close() }

    /// The broker's folder in `$XDG_RUNTIME_DIR`.
    ///
    /// - Throws: `ioFailure` if that is not set.
    package static func defaultFolder() throws(PhotoLibraryError) -> FilePath {
        guard let folder = BrokerSockets.defaultFolder else {
            throw PhotoLibraryError(
                .ioFailure,
                "XDG_RUNTIME_DIR is not set: name a folder for the sockets, which only you may enter.")
        }
        return FilePath(folder)
    }

    /// Makes the folder in which a broker makes the socket of an app, and returns its path.
    ///
    /// - Parameter folder: The broker's folder; `nil` for the default one.
    /// - Throws: `ioFailure`, also if `$XDG_RUNTIME_DIR` is needed and not set.
    package static func makeFolder(of app: String, in folder: FilePath?) throws(PhotoLibraryError) -> FilePath {
        let folder = if let folder { folder } else { try defaultFolder() }
        let path = FilePath(BrokerSockets.path(of: app, in: folder.string)).removingLastComponent()
        for path in [folder, path.removingLastComponent(), path] { try makeFolder(path) }
        return path
    }

    /// Opens the sockets of apps, the shared socket, and those that systemd passed.
    ///
    /// - Parameter listening: The paths that have a listener already.
    func open(
        for apps: [String], except listening: Set<FilePath>
    ) throws(PhotoLibraryError) -> [Listening] {
        var opened = passed.withLock { passed in
            defer { passed = [] }
            return passed.map { Listening(app: $0.app, path: $0.path, descriptor: $0.descriptor) }
        }
        let places =
            apps.map { (app: Optional($0), path: FilePath(BrokerSockets.path(of: $0, in: folder.string))) }
            + [(app: nil, path: FilePath(BrokerSockets.sharedPath(in: folder.string)))]
        for (app, path) in places where !listening.contains(path) && !opened.contains(where: { $0.path == path }) {
            do throws(PhotoLibraryError) {
                try Self.makeFolder(path.removingLastComponent())
                opened.append(Listening(app: app, path: path, descriptor: try Self.listen(at: path)))
            } catch {
                // A socket that cannot be made, for example because of a long name, must not keep other apps away.
                if app == nil { throw error }
            }
        }
        return opened
    }

    private static func makeFolder(_ path: FilePath) throws(PhotoLibraryError) {
        do {
            try FileManager.default.createDirectory(
                atPath: path.string, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw PhotoLibraryError(
                .ioFailure, "The folder cannot be made: \(error.localizedDescription)", path: path.string)
        }
    }

    /// Makes a socket at a path; one that an ended broker left there is replaced.
    private static func listen(at path: FilePath) throws(PhotoLibraryError) -> FileDescriptor {
        unlink(path.platform)
        do { return try UnixSocket.listen(at: path, backlog: 64) } catch let error as UnixSocket.PathTooLong {
            throw PhotoLibraryError(.ioFailure, "\(error)", path: path.string)
        } catch {
            throw PhotoLibraryError(
                .ioFailure, "The socket cannot be made: \(error).", path: path.string, cause: error)
        }
    }
}

/// A listening socket that systemd passed to this process (sd_listen_fds(3)).
struct PassedSocket: Sendable {
    /// The app, by the socket's path `…/apps/APP/socket` or its name (`FileDescriptorName=`); `nil` for the shared one.
    let app: String?
    let path: FilePath
    let descriptor: FileDescriptor

    private static let first: Int32 = 3

    /// The sockets; none for a process that was started otherwise.
    static func all() -> [PassedSocket] {
        let environment = ProcessInfo.processInfo.environment
        guard environment["LISTEN_PID"].flatMap({ Int32($0) }) == getpid(),
            let count = environment["LISTEN_FDS"].flatMap({ Int32($0) }), 1...1_000 ~= count
        else { return [] }
        for name in ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"] { unsetenv(name) }
        let names = environment["LISTEN_FDNAMES"]?.components(separatedBy: ":") ?? []
        return (0..<count).map { index in
            let descriptor = first + index
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            let path = UnixSocket.path(of: FileDescriptor(rawValue: descriptor))
            let name = names.indices.contains(Int(index)) ? names[Int(index)] : nil
            return PassedSocket(
                app: [path.removingLastComponent().lastComponent?.string, name].compactMap { $0 }.first {
                    (try? AppName.check($0)) != nil
                }, path: path, descriptor: FileDescriptor(rawValue: descriptor))
        }
    }
}
