package import DeviceRegistry
package import Foundation
internal import PhotoModel
package import SystemPackage
internal import SystemSupport

// The library's own log of what persons set.
extension LibraryFolder {
    private static let registry: FilePath = "registry"

    /// The folder of the log.
    package var registry: FilePath { path.pushing(Self.registry) }
    /// The file of the writer, outside of the log and of the catalogue.
    private var writerPath: FilePath { path.appending("writer.json") }

    package func log(of library: UUID) -> SegmentLog { SegmentLog(in: registry, of: library) }

    /// The writer of the log that has the library open, or a new one.
    ///
    /// - Parameter record: What the catalogue says of its writer.
    package func writer(_ record: RegistryWriter.Record?) throws -> RegistryWriter {
        var status = stat()
        guard stat(path.platform, &status) == 0 else { throw gone() }
        let place = RegistryWriter.Place(
            machine: try? MachineIdentifier.current(), inode: UInt64(status.st_ino))
        // An older copy of the library may have been put back without removing files.
        let lastWritten = try record.flatMap { record in
            try SegmentLog(in: registry, of: UUID()).segments(of: record.writer).map(\.range.upperBound).max()
        }
        return try RegistryWriter(at: writerPath, in: place, record: record, lastWritten: lastWritten ?? 0)
    }

    /// The last writer of the log; `nil` if it is not known.
    package func lastWriter() throws -> RegistryWriter? { try RegistryWriter.stored(at: writerPath) }

    /// Runs `body` while no other thread or process writes the log.
    package func withRegistryLock<Value>(_ body: () throws -> Value) throws -> Value {
        try makeFolder(Self.registry)
        let descriptor: FileDescriptor
        do {
            descriptor = try FileDescriptor.open(registry, .readOnly, options: [.directory, .closeOnExec])
        } catch { throw PhotoLibraryError(error as? Errno ?? .ioError, couldNot: "lock the folder", registry) }
        // Releases the lock too.
        defer { try? descriptor.close() }
        do { try descriptor.lock() } catch { throw PhotoLibraryError(error, couldNot: "lock the folder", registry) }
        return try body()
    }
}
