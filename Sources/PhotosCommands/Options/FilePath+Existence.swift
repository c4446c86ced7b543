internal import Foundation
internal import OpenPhotoKitOwner
internal import PhotoModel

extension FilePath {
    /// Whether nothing exists at the path.
    ///
    /// False if the user may not look at it.
    var isMissing: Bool { fileType(at: self) == nil && [ENOENT, ENOTDIR].contains(errno) }

    /// Checks that this is a folder that the user may read.
    ///
    /// - Parameters:
    ///   - mayBeFile: Whether a file is accepted too.
    ///   - writing: Whether the user must be able to make files in it.
    ///   - advice: The end of the error message.
    /// - Throws: `unreadable`.
    func checkIsFolder(mayBeFile: Bool = false, writing: Bool = false, orElse advice: String) throws {
        func failure(_ message: String) -> PhotoLibraryError {
            PhotoLibraryError(.unreadable, "\(message) \(advice)", path: string)
        }
        guard let type = fileType(at: self) else {
            let cause = errno
            throw failure(
                [ENOENT, ENOTDIR].contains(cause)
                    ? "There is no such folder." : "This folder cannot be opened: \(reason(of: cause)).")
        }
        guard type == S_IFDIR else {
            guard mayBeFile else { throw failure("This is not a folder.") }
            return
        }
        guard access(platform, R_OK | X_OK) == 0 else {
            throw failure("This folder cannot be opened: \(reason(of: errno)).")
        }
        guard writing, access(platform, W_OK) != 0 else { return }
        throw failure("No file can be made in this folder: \(reason(of: errno)).")
    }
}

/// The type of the file at a path, of the target if it is a link; `nil` with `errno` if it cannot be found.
private func fileType(at path: FilePath) -> mode_t? {
    var status = stat()
    return stat(path.platform, &status) == 0 ? status.st_mode & S_IFMT : nil
}

private func reason(of code: CInt) -> String { String(cString: strerror(code)) }

extension Error {
    /// The system's reason for a failure, such as “Permission denied”.
    var systemReason: String {
        let error = self as NSError
        if error.domain == NSPOSIXErrorDomain { return reason(of: CInt(error.code)) }
        guard let cause = error.userInfo[NSUnderlyingErrorKey] as? any Error else { return error.localizedDescription }
        return cause.systemReason
    }
}
