internal import ArgumentParser
internal import Foundation
internal import OpenPhotoKitOwner
internal import PhotoModel
internal import SystemSupport

/// An installed file: a completion script or a manual page.
struct ShellFile {
    /// The result for a file.
    enum Status: String, Encodable { case installed, unchanged, removed }

    /// The last line of all files of `photos setup`.
    ///
    /// The command replaces and removes only files with this line.
    private static let mark = "Made by photos setup, which replaces it."

    let path: FilePath
    private let contents: String

    private init(_ path: FilePath, _ contents: String, comment: String) {
        self.path = path
        self.contents = contents + (contents.hasSuffix("\n") ? "" : "\n") + "\(comment) \(Self.mark)\n"
    }

    /// All files that this version installs.
    static func all(in folders: ShellFolders) throws -> [ShellFile] {
        let scripts: [(FilePath, String, CompletionShell)] = [
            (folders.bash, "photos", .bash), (folders.zsh, "_photos", .zsh), (folders.fish, "photos.fish", .fish),
        ]
        return scripts.map { folder, name, shell in
            ShellFile(folder.appending(name), PhotosCommand.completionScript(for: shell), comment: "#")
        }
            + (try ManualPage.all()).map {
                ShellFile(folders.manual.appending($0.filename), $0.source, comment: ".\\\"")
            }
    }

    /// The installed manual pages of commands that no longer exist.
    static func outdated(in folders: ShellFolders, besides files: [ShellFile]) -> [ShellFile] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folders.manual.string)) ?? []
        return names.sorted().filter { $0.hasPrefix("photos-") && $0.hasSuffix(".1") }
            .map { ShellFile(folders.manual.appending($0), "", comment: "") }
            .filter { file in !files.contains { $0.path == file.path } && file.isOurs }
    }

    /// Writes the file, unless it exists with the same contents.
    ///
    /// - Throws: `unsupportedFile` if another program made a file with this name; `ioFailure`, `notEnoughSpace`.
    func install() throws -> Status {
        guard present != contents else { return .unchanged }
        try checkIsOurs()
        do {
            try FileManager.default.createDirectory(
                atPath: path.removingLastComponent().string, withIntermediateDirectories: true)
        } catch {
            throw PhotoLibraryError(
                .ioFailure, "The folder cannot be made: \(error.systemReason).",
                path: path.removingLastComponent().string, cause: error)
        }
        try Array(contents.utf8).withUnsafeBytes { try DurableFile.write($0, to: path) }
        return .installed
    }

    /// Removes the file.
    ///
    /// - Returns: `nil` if the file does not exist.
    /// - Throws: `unsupportedFile` if another program made the file; `ioFailure`.
    func remove() throws -> Status? {
        guard present != nil else { return nil }
        try checkIsOurs()
        do { try FileManager.default.removeItem(atPath: path.string) } catch {
            throw PhotoLibraryError(
                .ioFailure, "The file cannot be removed: \(error.systemReason).", path: path.string, cause: error)
        }
        return .removed
    }

    /// The present contents; `nil` if the file does not exist.
    private var present: String? {
        FileManager.default.contents(atPath: path.string).map { String(decoding: $0, as: UTF8.self) }
    }

    private var isOurs: Bool { present?.hasSuffix(" \(Self.mark)\n") ?? true }

    private func checkIsOurs() throws {
        guard !isOurs else { return }
        throw PhotoLibraryError(
            .unsupportedFile,
            "photos setup did not make this file, so it was not changed. Move it away, then try again.",
            path: path.string)
    }
}
