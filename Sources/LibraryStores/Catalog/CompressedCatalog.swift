internal import CLibZ
internal import Foundation
internal import Glibc
internal import Originals
internal import PhotoModel
internal import SystemPackage
internal import SystemSupport

/// A copy of a catalogue in a store: the database, compressed as gzip (RFC 1952).
enum CompressedCatalog {
    private static let bufferSize = 1 << 20

    /// Compresses a file into a new file without a name.
    static func compress(_ path: FilePath, inFolder folder: FilePath) throws -> ScratchFile {
        let output = try ScratchFile.unlinked(inFolder: folder)
        let input = try FileDescriptor.open(path, .readOnly, options: .closeOnExec)
        defer { try? input.close() }
        // zlib closes the descriptor that it is given.
        guard let stream = gzdopen(dup(output.descriptor.rawValue), "wb6") else { throw failure(path) }
        var isOpen = true
        defer { if isOpen { gzclose(stream) } }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: bufferSize, alignment: 16)
        defer { buffer.deallocate() }
        while true {
            let count = try input.read(into: buffer)
            guard count > 0 else { break }
            guard gzwrite(stream, buffer.baseAddress, UInt32(count)) == Int32(count) else { throw failure(path) }
        }
        isOpen = false
        guard gzclose(stream) == Z_OK else { throw failure(path) }
        return output
    }

    /// Writes the database of a compressed copy to a new file, durably.
    ///
    /// - Throws: `invalidResource` if the copy is not whole; the errors of the source and of the disk.
    static func expand(_ source: any ByteSource, to path: FilePath, until cancellation: Cancellation) throws {
        let compressed = try ScratchFile.unlinked(inFolder: path.removingLastComponent())
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: bufferSize, alignment: 16)
        defer { buffer.deallocate() }
        try cancellation.run(ending: source.cancel) {
            while true {
                let count = try source.read(into: buffer)
                guard count > 0 else { break }
                try compressed.descriptor.writeAll(UnsafeRawBufferPointer(rebasing: buffer.prefix(count)))
            }
        }
        guard lseek(compressed.descriptor.rawValue, 0, SEEK_SET) == 0,
            let stream = gzdopen(dup(compressed.descriptor.rawValue), "rb")
        else { throw failure(path) }
        var isOpen = true
        defer { if isOpen { gzclose(stream) } }
        let output = try ReplacementFile(at: path)
        while true {
            let count = gzread(stream, buffer.baseAddress, UInt32(buffer.count))
            guard count >= 0 else { throw damaged(path) }
            guard count > 0 else { break }
            try output.append(UnsafeRawBufferPointer(rebasing: buffer.prefix(Int(count))))
        }
        isOpen = false
        // zlib reports a file that ends early only here.
        guard gzclose(stream) == Z_OK else { throw damaged(path) }
        try output.finish()
    }

    private static func failure(_ path: FilePath) -> PhotoLibraryError {
        PhotoLibraryError(.ioFailure, "The copy of the catalogue could not be compressed.", path: path.string)
    }

    private static func damaged(_ path: FilePath) -> PhotoLibraryError {
        PhotoLibraryError(.invalidResource, "A copy of the catalogue in the store is damaged.", path: path.string)
    }
}
