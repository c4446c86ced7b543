internal import AssetLoading
internal import Foundation
internal import ImageDecoding
internal import PhotoModel
internal import SystemPackage

/// What another program wrote about a photo, in a file beside it.
struct Sidecar: Sendable {
    /// Who wrote it.
    enum Kind: String, Sendable {
        /// Google's export (Takeout): `IMG_1.jpg.json`, `IMG_1.jpg.supplemental-metadata.json`.
        case takeout
        /// osxphotos or `exiftool -json`: an array of one object.
        case exiftool
        /// Adobe's XMP: Lightroom, darktable, digiKam, osxphotos.
        case xmp
        /// How Apple's Photos edited the photo (AAE).
        case adjustments
    }

    let kind: Kind
    /// The name of the photo that the file itself states.
    var names: [UInt8]?
    /// What it says of the photo.
    var metadata = ImageMetadata()
    /// Whether the owner marked the photo as a favourite.
    var isFavorite = false
    /// The titles of the albums the photo was in.
    var albums: [String] = []

    init(_ kind: Kind) { self.kind = kind }

    /// Sidecars are small: larger files are none.
    static let maxBytes = 1 << 20

    /// Whether name and size allow that the file is one.
    static func mayBe(_ path: FilePath, bytes: Int) -> Bool {
        guard bytes <= maxBytes, let name = path.lastComponent else { return false }
        let role = SourceName(FilePath(root: nil, [name]).bytes).role
        return role == .sidecar || role == .adjustments
    }

    /// Reads a file that has arrived; `nil` if it is no sidecar.
    ///
    /// - Throws: `ioFailure` if the bytes cannot be read.
    init?(_ file: LoadedFile) throws {
        guard file.size <= Self.maxBytes else { return nil }
        let descriptor = FileDescriptor(rawValue: file.descriptor)
        let bytes = try [UInt8](unsafeUninitializedCapacity: file.size) { buffer, count in
            while count < file.size {
                let rest = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[count...])
                let read = try descriptor.read(fromAbsoluteOffset: Int64(count), into: rest)
                guard read > 0 else { return }
                count += read
            }
        }
        self.init(bytes)
    }

    /// Reads the bytes of a file; `nil` if they are no sidecar's.
    init?(_ bytes: [UInt8]) {
        let first = bytes.first { !" \t\r\n\u{FEFF}".utf8.contains($0) }
        let read: Sidecar? =
            switch first {
            case UInt8(ascii: "{"): TakeoutFile(bytes).map(Sidecar.init)
            case UInt8(ascii: "["): ExiftoolFile(bytes).map(Sidecar.init)
            default: Sidecar(adjustments: bytes) ?? XMPPacket(bytes).map(Sidecar.init)
            }
        guard let read else { return nil }
        self = read
    }

    private init(_ packet: XMPPacket) {
        self.init(.xmp)
        metadata = ImageMetadata(xmp: packet)
    }

    /// An AAE file is a property list with what edited the photo, and how.
    private init?(adjustments bytes: [UInt8]) {
        guard AdjustmentFile.decode(Data(bytes)) != nil else { return nil }
        self.init(.adjustments)
    }
}
