internal import DurableIO
package import Foundation
internal import PhotoModel
internal import Synchronization
package import SystemPackage

/// The files that another process sends for a block of changes.
///
/// They are in the folder of the block's run, which is removed afterwards.
package final class Uploads: Sendable {
    private struct State {
        var count = 0
        var open: [Int: FileDescriptor] = [:]
        var bytes = 0
    }

    private let folder: FilePath
    private let state = Mutex(State())

    /// The maximum number of bytes that a block of changes may send.
    package static let maximumBytes = 1 << 30

    init(in folder: FilePath) { self.folder = folder }

    deinit { for descriptor in state.withLock({ $0.open.values }) { try? descriptor.close() } }

    /// Begins a file and returns its number.
    package func begin() throws -> Int {
        try state.withLock { state in
            guard state.count < Staging.maximumFiles else {
                throw PhotoLibraryError(
                    .limitExceeded,
                    "A block brings at most \(Staging.maximumFiles) files: bring the others in another.")
            }
            state.count += 1
            let path = path(of: state.count)
            do {
                state.open[state.count] = try FileDescriptor.open(
                    path, .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec], permissions: .ownerReadWrite)
            } catch let failure as Errno { throw PhotoLibraryError(failure, couldNot: "create the file", path) }
            return state.count
        }
    }

    /// Adds bytes to a file.
    package func append(_ bytes: Data, to number: Int) throws {
        try state.withLock { state in
            guard let descriptor = state.open[number] else { throw Self.missing }
            guard bytes.count <= Self.maximumBytes - state.bytes else {
                throw PhotoLibraryError(
                    .limitExceeded,
                    "A block of changes sends at most \(Self.maximumBytes >> 20) MiB: make smaller blocks.")
            }
            state.bytes += bytes.count
            do { _ = try bytes.withUnsafeBytes { try descriptor.writeAll($0) } } catch let failure as Errno {
                throw PhotoLibraryError(failure, couldNot: "write the file", path(of: number))
            }
        }
    }

    /// Ends a file and returns its path.
    package func finish(_ number: Int) throws -> FilePath {
        guard let descriptor = state.withLock({ $0.open.removeValue(forKey: number) }) else { throw Self.missing }
        try descriptor.close()
        return path(of: number)
    }

    private func path(of number: Int) -> FilePath { folder.appending("upload-\(number)") }

    private static let missing = PhotoLibraryError(
        .changeNotSupported, "No file of this number is being sent: begin it first.")
}
