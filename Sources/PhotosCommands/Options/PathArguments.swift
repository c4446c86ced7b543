internal import ArgumentParser
internal import Foundation
internal import OpenPhotoKitOwner
internal import PhotoModel

/// Paths from the command line and from lists.
struct PathArguments: ParsableArguments {
    @Argument(help: "Files and folders.", completion: .file())
    var paths: [String] = []

    @Option(
        help: ArgumentHelp("Also read paths from this file, one a line. - reads standard input.", valueName: "file"),
        completion: .file())
    var filesFrom: String?

    @Flag(name: [.customShort("0"), .long], help: "Paths in --files-from end with NUL instead of a line end.")
    var null = false

    func validate() throws {
        guard !paths.isEmpty || filesFrom != nil else {
            throw ValidationError("Name at least one file or folder, or a list with --files-from.")
        }
    }

    func resolved() throws -> [FilePath] {
        try paths.map { FilePath($0).absolute } + (filesFrom.map(listed) ?? [])
    }

    // Reads bytes, because names may not be UTF-8.
    private func listed(in list: String) throws -> [FilePath] {
        let data: Data
        do {
            data =
                try list == "-"
                ? FileHandle.standardInput.readToEnd() ?? Data() : Data(contentsOf: URL(fileURLWithPath: list))
        } catch {
            throw PhotoLibraryError(.unreadable, "The list of files cannot be read.", path: list, cause: error)
        }
        return data.split(separator: null ? 0 : UInt8(ascii: "\n")).compactMap { FilePath(bytes: $0)?.absolute }
    }
}
