internal import CLibZ
internal import Foundation
internal import Glibc
internal import Originals
internal import PhotoModel
internal import SystemPackage
internal import SystemSupport

/// A copy of a catalogue in a store: the database, compressed as gzip (RFC 1952).
enum CompressedCatalog {
    /// Compresses a file into a new file without a name.
    ///
    /// - Throws: `cancelled`; the errors of the disk.
    static func compress(
        _ path: FilePath, inFolder folder: FilePath, until cancellation: Cancellation
    ) throws -> ScratchFile {
        let input = try LocalFiles().open(path, followsLinks: false)
        let output = try ScratchFile.unlinked(inFolder: folder)
        // zlib closes the descriptor that it is given.
        guard let stream = gzdopen(dup(output.descriptor.rawValue), "wb6") else { throw notWritten(path) }
        var isOpen = true
        defer { if isOpen { gzclose(stream) } }
        try input.forEachPiece(cancellation) { piece in
            guard gzwrite(stream, piece.baseAddress, UInt32(piece.count)) == Int32(piece.count) else {
                throw notWritten(path)
            }
        }
        isOpen = false
        guard gzclose(stream) == Z_OK else { throw notWritten(path) }
        return output
    }

    /// Writes the database of a compressed copy to a new file, durably.
    ///
    /// - Throws: `invalidResource` if the copy is not whole; `cancelled`; the errors of the source and of the disk.
    static func expand(_ source: any ByteSource, to path: FilePath, until cancellation: Cancellation) throws {
        let compressed = try ScratchFile.unlinked(inFolder: path.removingLastComponent())
        try source.forEachPiece(cancellation) { piece in
            do { try compressed.descriptor.writeAll(piece) } catch let errno as Errno {
                throw PhotoLibraryError(errno, couldNot: "write a file beside", path)
            }
        }
        guard lseek(compressed.descriptor.rawValue, 0, SEEK_SET) == 0,
            let stream = gzdopen(dup(compressed.descriptor.rawValue), "rb")
        else { throw PhotoLibraryError(Errno(rawValue: errno), couldNot: "read a file beside", path) }
        var isOpen = true
        defer { if isOpen { gzclose(stream) } }
        let output = try ReplacementFile(at: path)
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 16)
        defer { buffer.deallocate() }
        while true {
            try cancellation.check()
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

    private static func notWritten(_ path: FilePath) -> PhotoLibraryError {
        PhotoLibraryError(
            .ioFailure,
            "The copy of the catalogue could not be compressed into a file on the library's disk. Check the disk, and try "
                + "again.", path: path.string)
    }

    private static func damaged(_ path: FilePath) -> PhotoLibraryError {
        PhotoLibraryError(
            .invalidResource, "A copy of the catalogue in the store is damaged. Use another copy.", path: path.string)
    }
}
