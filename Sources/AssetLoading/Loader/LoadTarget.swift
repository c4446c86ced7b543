internal import CLinux
internal import Glibc
internal import Originals
internal import PhotoModel
internal import SystemPackage
internal import SystemSupport

/// The destination of the bytes of one source while they are read.
struct LoadTarget {
    let scratch: ScratchFile
    /// Whether the bytes are not copied, and `scratch` reads the source itself.
    let isSource: Bool
    /// Whether nothing is written: `scratch` shares the blocks of the source, or the bytes are only digested.
    private let writesNothing: Bool
    private let syncs: Bool
    /// The path for errors, because the temporary name has no meaning for the user.
    private let location: FilePath

    /// The number of bytes written before the kernel is asked to start writing them to the disk.
    private static let writeBackInterval = 8 << 20
    /// The file size in bytes from which on the free space is checked before reading.
    private static let largeSize = 4 << 20

    init(for source: any ByteSource, size: Int, destination: LoadDestination) throws {
        switch destination {
        case .file(let folder), .clone(let folder):
            location = folder
            scratch = try .named(inFolder: folder)
            isSource = false
            if case .clone = destination { writesNothing = try scratch.clone(source) } else { writesNothing = false }
            syncs = true
            if size >= Self.largeSize, !writesNothing { try requireSpace(for: size) }
        case .memory(let limit) where size <= limit:
            location = "memory"
            scratch = try .inMemory()
            isSource = false
            writesNothing = false
            syncs = false
        case .memory:
            location = "/var/tmp"
            let descriptor = try source.duplicateDescriptor()
            scratch = try descriptor.map { ScratchFile(owning: FileDescriptor(rawValue: $0)) } ?? .nameless()
            isSource = descriptor != nil
            writesNothing = false
            syncs = false
        case .digestOnly:
            location = "memory"
            scratch = try .inMemory()
            isSource = false
            writesNothing = true
            syncs = false
        }
    }

    /// Checks the free space of the volume before reading, so that the load of a large file fails at its beginning.
    private func requireSpace(for size: Int) throws {
        var volume = statvfs()
        // If the volume does not report its free space, the file is written anyway.
        guard fstatvfs(scratch.descriptor.rawValue, &volume) == 0 else { return }
        let (free, overflow) = UInt(volume.f_bavail).multipliedReportingOverflow(by: UInt(volume.f_frsize))
        guard !overflow, free < UInt(clamping: size) else { return }
        throw PhotoLibraryError(.noSpace, couldNot: "load \(size) bytes into this", location)
    }

    /// Appends bytes, which begin at `offset` in the file.
    func append(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws {
        if isSource || writesNothing { return }
        do { try scratch.descriptor.writeAll(bytes) } catch let errno as Errno {
            throw PhotoLibraryError(errno, couldNot: "write a file in this", location)
        }
        let block = offset / Self.writeBackInterval
        if syncs, (offset &+ bytes.count) / Self.writeBackInterval != block {
            // The call only shortens the sync at the end. Its errors are ignored, because the sync reports them.
            _ = sync_file_range(
                scratch.descriptor.rawValue, block &* Self.writeBackInterval, Self.writeBackInterval,
                UInt32(CLINUX_SYNC_FILE_RANGE_WRITE))
        }
    }

    /// Syncs the complete file to the disk.
    ///
    /// The file usually keeps the modification time of its source, which is the only date of an undated photo.
    func complete(modifiedNanoseconds: Int64?) throws {
        if scratch.path != nil, let modifiedNanoseconds {
            ModificationTime.set(modifiedNanoseconds, of: scratch.descriptor)
        }
        if syncs { try DurableFile.sync(scratch.descriptor, at: location) }
    }
}

extension ScratchFile {
    /// Shares the blocks of the source, if it has a descriptor and the file system can do that.
    fileprivate func clone(_ source: any ByteSource) throws -> Bool {
        guard let descriptor = try source.duplicateDescriptor() else { return false }
        defer { close(descriptor) }
        return clone(FileDescriptor(rawValue: descriptor))
    }
}
