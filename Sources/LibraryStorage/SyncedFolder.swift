internal import Foundation
internal import PhotoModel
internal import SystemPackage

/// A folder that another program synchronises between machines.
///
/// Such a program may copy the catalogue during a write, or replace it by the catalogue of another machine. Both damage
/// the catalogue.
struct SyncedFolder: Equatable {
    /// The program's name.
    let program: String
    /// The folder that it synchronises.
    let path: FilePath

    /// Finds the synchronised folder that contains `path`, or is `path`, by the marker files of synchronising programs.
    ///
    /// `nil` if neither `path` nor a parent folder is synchronised.
    init?(around path: FilePath, mounts: String? = nil) {
        let place = path.resolved
        let mounts = mounts ?? (try? String(contentsOfFile: "/proc/self/mountinfo", encoding: .utf8)) ?? ""
        if let mount = MountedFolder.around(place, mounts), let program = Self.mountedPrograms[mount.kind] {
            self.init(program: program, path: mount.path)
            return
        }
        var folder = place
        while true {
            if let program = Self.program(keeping: folder) {
                self.init(program: program, path: folder)
                return
            }
            guard folder.removeLastComponent() else { return nil }
        }
    }

    private init(program: String, path: FilePath) {
        self.program = program
        self.path = path
    }

    /// The program whose marker files are in a folder.
    ///
    /// Dropbox keeps its settings in a folder `.dropbox` in the home folder, which it does not synchronise. In a folder
    /// that it synchronises, `.dropbox` is a file.
    private static func program(keeping folder: FilePath) -> String? {
        func has(_ name: String, _ kind: mode_t? = nil) -> Bool {
            var status = stat()
            guard lstat(folder.pushing(FilePath(name)).platform, &status) == 0 else { return false }
            return kind.map { status.st_mode & S_IFMT == $0 } ?? true
        }
        if has(".stfolder") || has(".stignore") { return "Syncthing" }
        if has(".dropbox", S_IFREG) || has(".dropbox.cache", S_IFDIR) { return "Dropbox" }
        if has(".owncloudsync.log") { return "ownCloud" }
        if has(".nextcloudsync.log") || hasNextcloudDatabase(folder) { return "Nextcloud or ownCloud" }
        if has(".sync/ID") { return "Resilio Sync" }
        if has(".megaignore", S_IFREG) { return "MEGA" }
        if has(".SynologyWorkingDirectory", S_IFDIR) { return "Synology Drive" }
        return nil
    }

    /// Whether the folder has the journal of a Nextcloud client.
    ///
    /// The journal has another name in each folder: `.sync_1a2b3c4d5e6f.db`, formerly `._sync_….db`.
    private static func hasNextcloudDatabase(_ folder: FilePath) -> Bool {
        guard let stream = opendir(folder.platform) else { return false }
        defer { closedir(stream) }
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name.hasPrefix(".sync_") || name.hasPrefix("._sync_"), name.hasSuffix(".db") { return true }
        }
        return false
    }

    /// Programs that mount remote storage as a disk, by file system type.
    private static let mountedPrograms = [
        "fuse.rclone": "rclone", "fuse.google-drive-ocamlfuse": "Google Drive", "fuse.gdfs": "Google Drive",
        "fuse.insync": "Insync", "fuse.onedriver": "OneDrive", "fuse.pCloud.fs": "pCloud", "fuse.seadrive": "Seafile",
        "fuse.dbxfs": "Dropbox", "fuse.s3fs": "s3fs", "fuse.gcsfuse": "Google Cloud Storage",
    ]
}

/// A mounted file system, as proc(5) lists it in `mountinfo`.
struct MountedFolder: Equatable {
    let path: FilePath
    let kind: String

    /// The mount that contains a path.
    static func around(_ path: FilePath, _ list: String) -> MountedFolder? {
        // Of several mounts with the longest matching path, the last one is on top.
        list.split(separator: "\n").compactMap { MountedFolder(line: $0) }.filter { path.starts(with: $0.path) }
            .max { $0.path.components.count < $1.path.components.count || $0.path == $1.path }
    }

    private init?(line: Substring) {
        let fields = line.split(separator: " ")
        guard fields.count > 5, let dash = fields.dropFirst(5).firstIndex(of: "-"), dash + 1 < fields.endIndex else {
            return nil
        }
        // Spaces and some other characters are written as a backslash and three octal digits.
        path = FilePath(
            String(fields[4]).replacing(/\\([0-7]{3})/) { match in
                UInt8(match.1, radix: 8).map { String(UnicodeScalar($0)) } ?? ""
            })
        kind = String(fields[dash + 1])
    }
}

extension FilePath {
    /// The path with symbolic links resolved, as far as it exists.
    fileprivate var resolved: FilePath {
        var (existing, rest) = (self, [FilePath.Component]())
        while true {
            if let resolved = realpath(existing.platform, nil) {
                defer { free(resolved) }
                return FilePath(platformString: resolved).pushing(FilePath(root: nil, rest))
            }
            guard let name = existing.lastComponent, existing.removeLastComponent() else { return self }
            rest.insert(name, at: 0)
        }
    }
}

extension LibraryFolder {
    /// Checks that no other program synchronises the library's folder.
    ///
    /// - Throws: `libraryInFileProviderSyncRoot`.
    package func checkIsNotSynced() throws {
        guard let synced = SyncedFolder(around: path) else { return }
        throw PhotoLibraryError(
            .libraryInFileProviderSyncRoot,
            "\(synced.program) synchronises the folder \(synced.path), which contains this library. This would damage the "
                + "catalogue, so the library can only be read. Move the library to a folder that no program synchronises, "
                + "or allow changes in this folder.", remedy: .allowSyncedFolder, path: path.string)
    }
}
