internal import Foundation
internal import OpenPhotoKit

/// A file of the owner's that leads a browser to an address that nobody else may know.
///
/// Every user of the machine can read the command line of a process; nobody else can read a file in a folder that is the
/// owner's alone.
struct RedirectFile {
    /// What a browser is to open.
    let path: String
    private let folder: String

    /// - Throws: `ioFailure` if there is no place for it.
    init(to address: String) throws {
        guard let folder = Self.privateFolder() else {
            throw PhotoLibraryError(.ioFailure, "There is no folder for temporary files.")
        }
        self.folder = folder
        path = folder + "/photos.html"
        let page: Markup = """
            <!DOCTYPE html>
            <html xmlns="http://www.w3.org/1999/xhtml" lang="en">
            <head>
            <meta charset="utf-8"/>
            <meta name="referrer" content="no-referrer"/>
            <meta http-equiv="refresh" content="0; url=\(address)"/>
            <title>photos</title>
            </head>
            <body>
            <p><a href="\(address)">Which photo is it?</a></p>
            </body>
            </html>

            """
        do {
            let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
            try FileHandle(fileDescriptor: descriptor, closeOnDealloc: true).write(contentsOf: Data(page.source.utf8))
        } catch {
            remove()
            throw PhotoLibraryError(.ioFailure, "The browser cannot be led to the page.", path: path, cause: error)
        }
    }

    /// Removes the file and its folder.
    func remove() { try? FileManager.default.removeItem(atPath: folder) }

    /// The owner's folder of this session, else the one for everybody's temporary files.
    private static var places: [String] {
        let session = ProcessInfo.processInfo.environment["XDG_RUNTIME_DIR"] ?? ""
        // A relative one is to be ignored, as the XDG Base Directory Specification says.
        return (session.hasPrefix("/") ? [session] : []) + [FileManager.default.temporaryDirectory.path]
    }

    /// A new folder that only the owner may enter; `nil` if none can be made.
    private static func privateFolder() -> String? {
        for place in places {
            var name = Array((place + "/photos-XXXXXX").utf8CString)
            guard mkdtemp(&name) != nil else { continue }
            return String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        }
        return nil
    }
}
