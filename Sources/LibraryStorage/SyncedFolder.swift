internal import Foundation
internal import PhotoModel
internal import SystemPackage
internal import SystemSupport

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
    init?(around path: FilePath, mounts: MountTable? = nil) {
        let place = path.resolvingExistingLinks
        if let mount = (mounts ?? (try? MountTable()))?.mount(of: place),
            let program = Self.mountedPrograms[mount.type]
        {
            self.init(program: program, path: mount.point)
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
        guard let stream = try? FolderStream(folder) else { return false }
        // This is done once a second while a library changes, also in folders with many thousand files.
        // Their names stay C strings.
        while let isDatabase = try? stream.next({ name, _ in
            fnmatch(".sync_*.db", name, 0) == 0 || fnmatch("._sync_*.db", name, 0) == 0
        }) {
            if isDatabase { return true }
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
