internal import Glibc
package import SystemPackage

extension FilePath {
    /// The path of the running program; `nil` if it is unknown.
    ///
    /// Symbolic links in the path of the program are followed, because `/proc/self/exe` may be such a link.
    package static var runningProgram: FilePath? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX) + 1) { buffer in
            guard let start = buffer.baseAddress else { return nil }
            let count = readlink("/proc/self/exe", start, Int(PATH_MAX))
            guard count > 0, count < Int(PATH_MAX) else { return nil }
            start[count] = 0
            return FilePath(platformString: start)
        }
    }

    /// Whether this process may run the file.
    package var isExecutableFile: Bool {
        (try? stat())?.type == .regular && withPlatformString { access($0, X_OK) == 0 }
    }
}
