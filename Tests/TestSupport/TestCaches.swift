internal import Foundation

/// The caches of thumbnails of libraries that tests open.
public enum TestCaches {
    private static let folder: String = {
        let folder = FileManager.default.temporaryDirectory.path + "/openphotokit-caches-\(getpid())"
        setenv("XDG_CACHE_HOME", folder, 1)
        atexit { try? FileManager.default.removeItem(atPath: TestCaches.folder) }
        return folder
    }()

    /// Lets this process have its caches in a folder that is removed when the process ends.
    public static func use() { _ = folder }
}
