internal import OpenPhotoKitOwner
internal import Synchronization

/// The libraries that a command has opened, whose logs are written and whose catalogues are copied before the command
/// ends.
final class OpenedLibraries: Sendable {
    @TaskLocal private static var current: OpenedLibraries?
    private let libraries = Mutex<[OwnedLibrary]>([])
    /// The path of the last library that the process opened or tried to open; `nil` if there is none.
    private static let lastPath = Mutex<FilePath?>(nil)
    static var path: FilePath? { lastPath.withLock { $0 } }

    /// Records the path of a library that the running command is about to open.
    static func willOpen(_ path: FilePath) { lastPath.withLock { $0 = path } }

    /// Adds a library that the running command has opened.
    static func add(_ library: OwnedLibrary) { current?.libraries.withLock { $0.append(library) } }

    /// Runs a command, then writes the logs of its changes and makes the copies of catalogues that are due.
    ///
    /// A log that cannot be written, or a copy that cannot be made, is reported, but does not make the command fail.
    static func finishing(_ terminal: Terminal, _ command: () async throws -> Exit) async throws -> Exit {
        let opened = OpenedLibraries()
        let exit = try await $current.withValue(opened) { try await command() }
        guard exit != .interrupted else { return exit }
        for library in opened.libraries.withLock({ $0 }) {
            do { try library.finishLog() } catch let error as PhotoLibraryError {
                terminal.printError(
                    Terminal.safe(
                        "The change was made, but the log from which a repair takes it could not be written. "
                            + error.commandMessage))
            }
            library.finishSync()
            do { try library.finishCatalogCopy() } catch let error as PhotoLibraryError {
                terminal.printError(
                    Terminal.safe("A new copy of the catalogue is due, but was not made. \(error.commandMessage)"))
            }
        }
        return exit
    }
}
