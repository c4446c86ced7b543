package import Foundation
internal import Glibc
internal import LibraryInterface
internal import PhotoModel
internal import Synchronization
package import SystemPackage
internal import SystemSupport

/// The files that another process sends for a block of changes.
///
/// They are in the folder of the block's run, which is removed afterwards. A file is open only while bytes are added,
/// so that many blocks need few descriptors.
package final class Uploads: Sendable {
    private struct State {
        var count = 0
        /// The files that are not complete.
        var growing: Set<Int> = []
    }

    private let folder: FilePath
    private let state = Mutex(State())

    init(in folder: FilePath) { self.folder = folder }

    /// Begins a file and returns its number.
    package func begin() throws -> Int {
        try state.withLock { state in
            guard state.count < ChangeLimits.maximumFiles else {
                throw PhotoLibraryError(
                    .limitExceeded,
                    "A block brings at most \(ChangeLimits.maximumFiles) files: bring the others in another.")
            }
            state.count += 1
            try write(Data(), to: state.count, [.create, .exclusiveCreate])
            state.growing.insert(state.count)
            return state.count
        }
    }

    /// Adds bytes to a file.
    package func append(_ bytes: Data, to number: Int) throws {
        try state.withLock { state in
            guard state.growing.contains(number) else { throw Self.missing }
            try write(bytes, to: number, .append)
        }
    }

    /// Ends a file and returns its path.
    package func finish(_ number: Int) throws -> FilePath {
        guard state.withLock({ $0.growing.remove(number) }) != nil else { throw Self.missing }
        return path(of: number)
    }

    /// Removes a file that ``finish(_:)`` ended, because the block has a copy of it.
    package func remove(_ number: Int) { unlink(path(of: number).platform) }

    private func write(_ bytes: Data, to number: Int, _ options: FileDescriptor.OpenOptions) throws {
        let path = path(of: number)
        do {
            let descriptor = try FileDescriptor.open(
                path, .writeOnly, options: options.union(.closeOnExec), permissions: .ownerReadWrite)
            _ = try descriptor.closeAfter { try bytes.withUnsafeBytes { try descriptor.writeAll($0) } }
        } catch let failure as Errno { throw PhotoLibraryError(failure, couldNot: "write the file", path) }
    }

    private func path(of number: Int) -> FilePath { folder.appending("upload-\(number)") }

    private static let missing = PhotoLibraryError(
        .changeNotSupported, "No file of this number is being sent: begin it first.")
}
