internal import Foundation
internal import Glibc
internal import MessageTransport
internal import PhotoModel
internal import SystemPackage
internal import SystemSupport

/// Finds out what an app's name rests on, and whether the app can reach the library's files around the broker.
///
/// The finding only lowers trust: it gives an app no right.
struct ContainmentProbe: Sendable {
    struct Finding: Sendable, Equatable {
        let identity: AppAccess.Identity
        let containment: AppAccess.Containment
    }

    private let library: FilePath
    /// The folder with the sockets of all apps.
    private let apps: FilePath

    init(library: FilePath, sockets: FilePath) {
        self.library = (try? library.resolvingLinks()) ?? library
        apps = ((try? sockets.resolvingLinks()) ?? sockets).appending("apps")
    }

    /// - Parameter hasOwnSocket: Whether the app connected to a socket that belongs to it.
    func examine(_ peer: Peer, app: String, hasOwnSocket: Bool) -> Finding {
        if peer.userID != getuid() {
            let containment = containmentOfOtherUser(peer.userID)
            return Finding(identity: hasOwnSocket ? .user : .claimed, containment: containment)
        }
        let containment = containmentOfSandbox(peer)
        let isAlone = hasOwnSocket && containment == .contained && hasOnlySocket(of: app, peer)
        return Finding(identity: isAlone ? .socket : .claimed, containment: containment)
    }

    // MARK: Another user

    private func containmentOfOtherUser(_ user: UInt32) -> AppAccess.Containment {
        guard user != 0 else { return .uncontained }
        return switch FolderExposure(of: library) {
        case .owner: .contained
        case .others, .accessList: .uncontained
        case .unknown: .unknown
        }
    }

    // MARK: A process of the same user

    /// A process in the same PID namespace reaches all files through the processes of its user.
    private func containmentOfSandbox(_ peer: Peer) -> AppAccess.Containment {
        guard let own = namespace("self", "pid"), let other = namespace("\(peer.processID)", "pid") else {
            return .unknown
        }
        guard own != other else { return .uncontained }
        guard let reach = reaches(library, peer) else { return .unknown }
        // The process may have ended meanwhile, and another one may have its number.
        guard isAlive(peer) else { return .unknown }
        return reach ? .uncontained : .contained
    }

    /// Whether the process has the socket of this app, and no folder from which it could take another.
    private func hasOnlySocket(of app: String, _ peer: Peer) -> Bool {
        reaches(apps, peer, except: apps.appending(app)) == false
    }

    /// Whether the process sees a folder or a part of it, at any path; `nil` if that cannot be seen.
    ///
    /// - Parameter exception: A part of the folder that does not count.
    private func reaches(_ folder: FilePath, _ peer: Peer, except exception: FilePath? = nil) -> Bool? {
        guard let shown = try? MountTable(process: "\(peer.processID)"), let own = try? MountTable(),
            let place = own.place(of: folder)
        else { return nil }
        let permitted = exception.map { place.path.appending($0.components.dropFirst(folder.components.count)) }
        let root = "/proc/\(peer.processID)/root"
        var status = stat()
        guard stat(folder.string, &status) == 0 else { return nil }
        for mount in shown.mounts where mount.device == place.device {
            // The mount shows the folder, or a part of it, unless another mount covers it.
            let relative: FilePath
            if place.path.starts(with: mount.root) {
                relative = FilePath(root: nil, place.path.components.dropFirst(mount.root.components.count))
            } else if mount.root.starts(with: place.path) {
                if let permitted, mount.root.starts(with: permitted) { continue }
                return true
            } else {
                continue
            }
            var seen = stat()
            let path = root + mount.point.string + (relative.isEmpty ? "" : "/\(relative.string)")
            guard stat(path, &seen) == 0 else {
                guard errno == ENOENT || errno == ENOTDIR else { return nil }
                continue
            }
            if seen.st_dev == status.st_dev, seen.st_ino == status.st_ino { return true }
        }
        return false
    }

    private func namespace(_ process: String, _ kind: String) -> UInt64? {
        var status = stat()
        return stat("/proc/\(process)/ns/\(kind)", &status) == 0 ? UInt64(status.st_ino) : nil
    }

    /// Whether the process that connected still exists.
    private func isAlive(_ peer: Peer) -> Bool {
        guard let descriptor = peer.processDescriptor else { return kill(peer.processID, 0) == 0 }
        // A pidfd is readable when its process has ended.
        var waiting = pollfd(fd: descriptor.rawValue, events: Int16(POLLIN), revents: 0)
        return poll(&waiting, 1, 0) == 0
    }
}

extension MountTable {
    /// Where a file is in its file system.
    fileprivate func place(of path: FilePath) -> (device: String, path: FilePath)? {
        mount(of: path).map {
            ($0.device, $0.root.appending(path.components.dropFirst($0.point.components.count)))
        }
    }
}
