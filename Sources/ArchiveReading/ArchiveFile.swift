internal import Glibc
internal import PhotoModel
internal import SystemPackage
internal import SystemSupport

/// The file of an archive, which is read at any offset.
final class ArchiveFile: Sendable {
    let path: FilePath
    let identity: FileIdentity
    private let descriptor: FileDescriptor

    /// The number of bytes of the file.
    var size: Int { Int(clamping: identity.size) }

    init(_ path: FilePath) throws {
        self.path = path
        do {
            // O_NONBLOCK: opening a pipe would otherwise wait for a writer.
            descriptor = try FileDescriptor.open(
                path, .readOnly, options: FileDescriptor.OpenOptions(rawValue: O_NONBLOCK | O_CLOEXEC | O_NOCTTY))
        } catch let errno as Errno {
            throw PhotoLibraryError(
                .unreadable, "Cannot be read: \(errno). Check that it exists and may be read.", path: path.string,
                cause: errno)
        }
        do {
            let status = try Self.status(of: descriptor, path)
            guard status.st_mode & S_IFMT == S_IFREG else {
                throw PhotoLibraryError(.notARegularFile, "It is not a regular file.", path: path.string)
            }
            identity = FileIdentity(status)
        } catch {
            try? descriptor.close()
            throw error
        }
    }

    deinit { try? descriptor.close() }

    func currentIdentity() throws -> FileIdentity { FileIdentity(try Self.status(of: descriptor, path)) }

    private static func status(of descriptor: FileDescriptor, _ path: FilePath) throws -> stat {
        var status = stat()
        guard fstat(descriptor.rawValue, &status) == 0 else {
            throw PhotoLibraryError(Errno(rawValue: errno), couldNot: "examine the file", path)
        }
        return status
    }

    /// Reads bytes at an offset and returns their number; 0 at the end of the file.
    func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        do { return try descriptor.read(fromAbsoluteOffset: Int64(offset), into: buffer) } catch let errno as Errno {
            throw PhotoLibraryError(errno, couldNot: "read the file", path)
        }
    }

    /// Reads exactly this number of bytes at an offset.
    ///
    /// - Throws: `unreadable` if the file ends before.
    func bytes(at offset: Int, count: Int) throws -> [UInt8] {
        try [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let rest = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[filled...])
                let read = try read(at: offset + filled, into: rest)
                guard read > 0 else { throw PhotoLibraryError.damagedArchive(path, "it ends too early") }
                filled += read
            }
        }
    }
}

extension PhotoLibraryError {
    /// The error for a file that is no ZIP or compressed tar archive.
    static func notAnArchive(_ path: FilePath) -> PhotoLibraryError {
        PhotoLibraryError(.notAPhoto, "Not an archive that can be read.", path: path.string)
    }

    /// The error for an archive whose directory cannot be read.
    ///
    /// - Parameter reason: A clause without a full stop.
    static func damagedArchive(_ path: FilePath, _ reason: String) -> PhotoLibraryError {
        PhotoLibraryError(
            .unreadable, "The archive is damaged or incomplete: \(reason). Get it again.", path: path.string)
    }

    /// The error for one file of an archive that is damaged.
    static func damagedEntry(_ path: FilePath, _ reason: String) -> PhotoLibraryError {
        PhotoLibraryError(
            .unreadable, "The archive is damaged at this file: \(reason). Get the archive again.", path: path.string)
    }
}
