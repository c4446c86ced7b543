package import PhotoModel
package import SystemPackage

extension PhotoLibraryError {
    /// The error for a failed system call, with the remedy.
    ///
    /// - Parameters:
    ///   - errno: The error number of the system call.
    ///   - action: The action that failed, as a phrase after "could not": "write the file".
    ///   - path: The file concerned. Bytes that are not UTF-8 are shown as U+FFFD.
    package init(_ errno: Errno, couldNot action: String, _ path: FilePath) {
        switch errno {
        case .noSpace, .diskQuotaExceeded:
            self.init(
                .notEnoughSpace, "Could not \(action): the volume is full. Free some space and try again.",
                path: path.string, cause: errno)
        default:
            self.init(.ioFailure, "Could not \(action): \(errno).", path: path.string, cause: errno)
        }
    }
}
