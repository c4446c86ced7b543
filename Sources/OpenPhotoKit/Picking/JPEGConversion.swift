internal import AssetLoading
internal import DecoderProcess
internal import DurableIO
internal import Foundation
internal import ImageDecoding
internal import PhotoModel
internal import SystemPackage

/// Opens a picture of another format as a JPEG: upright, in sRGB, without metadata, transparent pixels on white.
struct JPEGConversion: ResourceOpener {
    private let picture: ResourceHandle
    private let decoder: PictureDecoder

    /// Larger files are decoded where they are.
    private static let maxBytesInMemory = 16 << 20

    /// Reads the picture, compares its bytes with those that were imported, and encodes it.
    ///
    /// Blocks until the whole picture is encoded.
    ///
    /// - Throws: `unsupportedFile` if the picture cannot be decoded; `limitExceeded`; the errors of ``ResourceHandle``.
    func open(_ resource: AssetResource, allowingNetwork: Bool) throws -> OpenedBytes {
        let file = try picture.read(to: .memory(upTo: Self.maxBytesInMemory))
        let jpeg: Data
        do { jpeg = try decoder.render(file.descriptor, size: file.size, as: .copy) } catch {
            throw PhotoLibraryError(error.code, error.message, path: picture.name.string, cause: error)
        }
        try file.checkSource()
        return OpenedBytes(MemoryByteSource(jpeg, like: file.sourceIdentity), isImported: false)
    }
}

extension JPEGConversion {
    /// A handle that opens the picture as a JPEG.
    static func handle(of picture: ResourceHandle, _ decoder: PictureDecoder) -> ResourceHandle {
        let store = ResourceStore(opener: JPEGConversion(picture: picture, decoder: decoder))
        // The handle of the picture checks what may be opened.
        return ResourceHandle(picture.resource, in: store, as: .owner, allowingNetwork: true)
    }
}

/// Bytes in memory.
private final class MemoryByteSource: AssetByteSource {
    let identity: FileIdentity
    private var rest: Data

    /// - Parameter file: The file that the bytes were made of, whose modification time they have.
    init(_ bytes: Data, like file: FileIdentity) {
        rest = bytes
        identity = FileIdentity(
            device: file.device, inode: file.inode, size: Int64(bytes.count),
            modifiedNanoseconds: file.modifiedNanoseconds, changedNanoseconds: file.changedNanoseconds)
    }

    func currentIdentity() -> FileIdentity { identity }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let count = rest.copyBytes(to: buffer)
        rest = rest.dropFirst(count)
        return count
    }
}
