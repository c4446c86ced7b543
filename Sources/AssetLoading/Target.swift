internal import CLinux
internal import Glibc
internal import PhotoModel
internal import SystemPackage

/// Where the bytes of one source go while they are read.
struct Target {
    let scratch: ScratchFile
    /// Whether the bytes stay where they are and `scratch` reads the source itself.
    let isSource: Bool
    private let syncs: Bool
    /// Named by errors: the temporary name would mean nothing to anybody.
    private let place: FilePath

    /// How many bytes are written before the kernel is asked to start putting them on the disk.
    private static let writeBackInterval = 8 << 20
    /// From how many bytes on the free space is looked at before reading.
    private static let largeSize = 4 << 20

    init(for source: any AssetByteSource, size: Int, destination: LoadDestination, syncsFiles: Bool) throws {
        switch destination {
        case .file(let folder):
            place = folder
            scratch = try .named(inFolder: folder)
            isSource = false
            syncs = syncsFiles
            if size >= Self.largeSize { try requireSpace(for: size) }
        case .memory(let limit) where size <= limit:
            place = "memory"
            scratch = try .inMemory()
            isSource = false
            syncs = false
        case .memory:
            place = "/var/tmp"
            let descriptor = try source.duplicateDescriptor()
            scratch = try descriptor.map { ScratchFile(owning: FileDescriptor(rawValue: $0)) } ?? .nameless()
            isSource = descriptor != nil
            syncs = false
        }
    }

    /// Says at once that the volume is too full, not after half an hour of reading.
    private func requireSpace(for size: Int) throws {
        var volume = statvfs()
        // A volume that does not say is tried.
        guard fstatvfs(scratch.descriptor.rawValue, &volume) == 0 else { return }
        let (free, overflow) = UInt(volume.f_bavail).multipliedReportingOverflow(by: UInt(volume.f_frsize))
        guard !overflow, free < UInt(clamping: size) else { return }
        throw PhotoLibraryError(.noSpace, couldNot: "load \(size) bytes into this", place)
    }

    /// Adds bytes, of which `offset` came before them.
    func append(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws {
        if isSource { return }
        do { try scratch.descriptor.writeAll(bytes) } catch let errno as Errno {
            throw PhotoLibraryError(errno, couldNot: "write a file in this", place)
        }
        let block = offset / Self.writeBackInterval
        if syncs, (offset &+ bytes.count) / Self.writeBackInterval != block {
            // Only a hint, so that the sync at the end is short; errors show there.
            _ = sync_file_range(
                scratch.descriptor.rawValue, block &* Self.writeBackInterval, Self.writeBackInterval,
                UInt32(CLINUX_SYNC_FILE_RANGE_WRITE))
        }
    }

    /// Puts the complete file on the disk.
    ///
    /// It keeps the time at which its source was last written: for an undated photo the only date there is.
    func complete(modifiedNanoseconds: Int64) throws {
        if scratch.path != nil {
            let time = timespec(
                tv_sec: Int(modifiedNanoseconds / 1_000_000_000), tv_nsec: Int(modifiedNanoseconds % 1_000_000_000))
            // A file system that keeps no times is no reason not to load.
            _ = [time, time].withUnsafeBufferPointer { futimens(scratch.descriptor.rawValue, $0.baseAddress) }
        }
        if syncs { try DurableFile.sync(scratch.descriptor, at: place) }
    }
}
