internal import AssetLoading
internal import DecoderProcess
internal import Foundation
internal import Glibc
internal import ImageDecoding
internal import Originals
internal import PhotoModel
internal import SystemPackage
internal import SystemSupport

/// Opens a picture of another format as a JPEG: upright, in sRGB, without metadata, transparent pixels on white.
struct JPEGConversion: ResourceConversion {
    /// It has the budget ``DecoderMemoryBudget/ofWholePictures``.
    let decoder: PictureDecoder

    /// Larger files are decoded where they are.
    private static let maxBytesInMemory = 16 << 20
    /// The greatest number of pixels for which ``DecoderMemoryBudget/ofWholePictures`` suffices, whatever their coding.
    private static let maxPixelCount = 110_000_000

    /// Reads the picture, compares its bytes with those that were imported, and encodes it into an unnamed file.
    ///
    /// Blocks until the whole picture is encoded.
    ///
    /// - Throws: `unsupportedFile` if the picture cannot be decoded; `limitExceeded`; `notEnoughSpace`; `cancelled`;
    ///   the errors of ``ResourceHandle``.
    func open(_ picture: ResourceHandle, _ progress: FileProgress?) throws -> any ByteSource {
        let file = try picture.read(to: .memory(upTo: Self.maxBytesInMemory), progress: progress)
        let jpeg = try ScratchFile.nameless()
        let monitor = DecodeMonitor { count in
            progress?.decoded(count)
            return progress?.isCancelled != true
        }
        do {
            try decoder.render(file.descriptor, size: file.size, as: .copy, monitor: monitor) {
                piece throws(PhotoLibraryError) in
                do { _ = try jpeg.descriptor.writeAll(piece) } catch {
                    throw PhotoLibraryError(error as? Errno ?? .ioError, couldNot: "write the JPEG to", "/var/tmp")
                }
            }
        } catch {
            throw PhotoLibraryError(error.code, error.message, path: picture.name.string, cause: error)
        }
        try file.checkSource()
        return try ScratchByteSource(jpeg, like: file.sourceIdentity)
    }

    /// Whether the picture in a file can be converted.
    static func canConvert(_ resource: AssetResource) -> Bool {
        guard resource.format.isDecodable, let size = resource.size else { return false }
        let (pixels, overflows) = size.width.multipliedReportingOverflow(by: size.height)
        return !overflows && pixels <= maxPixelCount
    }
}

/// The bytes of an unnamed file.
private final class ScratchByteSource: ByteSource {
    let length: Int64
    private let identity: FileIdentity
    private let file: ScratchFile
    private var offset: Int64 = 0

    /// - Parameter original: The file that the bytes were made of, whose modification time they have.
    init(_ file: ScratchFile, like original: FileIdentity) throws {
        self.file = file
        length = try file.descriptor.seek(offset: 0, from: .end)
        identity = FileIdentity(
            device: original.device, inode: original.inode, size: length,
            modifiedNanoseconds: original.modifiedNanoseconds, changedNanoseconds: original.changedNanoseconds)
    }

    func version() -> ByteVersion { .file(identity) }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        let count = try file.descriptor.read(fromAbsoluteOffset: offset, into: buffer)
        offset += Int64(count)
        return count
    }
}
