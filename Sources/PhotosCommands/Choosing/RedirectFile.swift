internal import Foundation
internal import OpenPhotoKitOwner
internal import SystemSupport

/// An HTML file that redirects a browser to a secret address.
///
/// Every user of the machine can read the command line of a process. Only the owner can read a file in this private
/// folder.
struct RedirectFile {
    /// The path that the browser opens.
    let path: String
    private let folder: String

    /// - Throws: `ioFailure` if the file cannot be written.
    init(to address: String) throws {
        guard let folder = Self.privateFolder() else {
            throw PhotoLibraryError(.ioFailure, "No folder for temporary files can be made.")
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
            <p><a href="\(address)">Open the page</a></p>
            </body>
            </html>

            """
        do {
            let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
            try FileHandle(fileDescriptor: descriptor, closeOnDealloc: true).write(contentsOf: Data(page.source.utf8))
        } catch {
            remove()
            throw PhotoLibraryError(
                .ioFailure, "The file that opens the page in the browser cannot be written.", path: path, cause: error)
        }
    }

    /// Removes the file and its folder.
    func remove() { try? FileManager.default.removeItem(atPath: folder) }

    /// The owner's runtime folder, then the folder for temporary files.
    private static var places: [String] {
        (UserFolder.runtime.map { [$0.string] } ?? []) + [FileManager.default.temporaryDirectory.path]
    }

    /// A new folder with the mode 0700; `nil` if it cannot be made.
    private static func privateFolder() -> String? {
        for place in places {
            var name = Array((place + "/photos-XXXXXX").utf8CString)
            guard mkdtemp(&name) != nil else { continue }
            return String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        }
        return nil
    }
}
