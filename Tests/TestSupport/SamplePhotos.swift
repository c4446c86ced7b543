internal import Foundation
internal import Glibc

/// The sample photos of the README at half their size.
public enum SamplePhotos {
    /// Writes the photos to a new folder.
    ///
    /// They are made once for each build of `make-samples`, because that takes many seconds, and copied by all
    /// processes of tests.
    public static func write(to folder: String) throws {
        try FileManager.default.copyItem(atPath: made.get(), toPath: folder)
    }

    private static let made = Result { () throws -> String in
        let program = PhotosProcess.url(of: "make-samples")
        let date = try FileManager.default.attributesOfItem(atPath: program.path)[.modificationDate] as? Date
        let prefix = "openphotokit-test-samples-\(getuid())-"
        let parent = FileManager.default.temporaryDirectory
        let folder = parent.appendingPathComponent("\(prefix)\(Int((date ?? .distantPast).timeIntervalSince1970))").path
        // Other processes of tests wait until the photos are complete.
        let lock = open(folder + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(lock) }
        guard lock >= 0, flock(lock, LOCK_EX) == 0 else { throw CocoaError(.fileLocking) }
        guard access(folder, F_OK) != 0 else { return folder }
        let part = folder + ".part"
        try? FileManager.default.removeItem(atPath: part)
        let made = try PhotosProcess.run(arguments: ["--quick", part], program: "make-samples")
        guard made.exitCode == 0 else { throw CocoaError(.fileWriteUnknown, userInfo: ["errors": made.standardError]) }
        try FileManager.default.moveItem(atPath: part, toPath: folder)
        return folder
    }
}
