internal import AssetLoading
internal import Foundation
internal import ImageDecoding
internal import PhotoModel
internal import SystemPackage

/// The data of a photo that another program or the camera wrote to a file next to the photo.
struct Sidecar: Sendable {
    /// The format of the sidecar.
    enum Kind: String, Sendable {
        /// Google's export (Takeout): `IMG_1.jpg.json`, `IMG_1.jpg.supplemental-metadata.json`.
        case takeout
        /// osxphotos or `exiftool -json`: an array of one object.
        case exiftool
        /// Adobe's XMP: Lightroom, darktable, digiKam, osxphotos.
        case xmp
        /// The edits of Apple's Photos (AAE).
        case adjustments
        /// A camera's file of any size, which is kept and not read: a sound, subtitles, a description of a clip.
        case accompaniment
    }

    let kind: Kind
    /// The file name of the photo that the sidecar states.
    var names: [UInt8]?
    /// The extension of the photo's file name that the sidecar states, without a full stop.
    ///
    /// It tells a raw file and a JPEG of one name apart, and stays when both are renamed.
    var photoExtension: String?
    /// The metadata of the photo.
    var metadata = ImageMetadata()
    /// Whether the owner marked the photo as a favourite.
    var isFavorite = false
    /// Whether the owner had hidden the photo.
    var isHidden = false
    /// The properties that the owner set in the library that exported the photo; `nil` if there are none.
    var description: AssetDescription?
    /// The albums the photo was in.
    var albums: [AlbumPath] = []

    init(_ kind: Kind) { self.kind = kind }

    /// The maximum size of a sidecar that is read, in bytes.
    static let maxBytes = 1 << 20
    /// The maximum number of albums that are read from a sidecar.
    static let maxAlbums = 1000

    /// Whether the name and the size are those of a sidecar.
    ///
    /// - Parameter isOfShot: Whether the file has the name of a photo or video, without which a sound or a text is not
    ///   read.
    static func mayBe(_ path: FilePath, bytes: Int, isOfShot: () throws -> Bool) rethrows -> Bool {
        switch SourceName(path.nameBytes).role {
        case .sidecar, .adjustments: bytes <= maxBytes
        case .accompaniment: try isOfShot()
        default: false
        }
    }

    /// Reads a loaded file; `nil` if it is not a sidecar.
    ///
    /// - Throws: `ioFailure` if the bytes cannot be read.
    init?(_ file: LoadedFile) throws {
        let size = min(file.size, Self.maxBytes)
        let bytes = try Self.bytes(of: FileDescriptor(rawValue: file.descriptor), atMost: size)
        if Self.isAccompaniment(bytes) {
            self.init(.accompaniment)
        } else {
            guard size == file.size else { return nil }
            self.init(bytes)
        }
    }

    /// The first bytes of a file.
    ///
    /// - Throws: `Errno` if they cannot be read.
    static func bytes(of file: FileDescriptor, atMost size: Int) throws -> [UInt8] {
        var offset: Int64 = 0
        return try .reading(upTo: size) { buffer in
            let count = try file.read(fromAbsoluteOffset: offset, into: buffer)
            offset += Int64(count)
            return count
        }
    }

    /// Whether a file begins like a sound (WAV), like subtitles (SRT), or like Sony's description of a clip.
    private static func isAccompaniment(_ bytes: [UInt8]) -> Bool {
        let head = bytes.prefix(512)
        if head.starts(with: "RIFF".utf8) { return head.dropFirst(8).starts(with: "WAVE".utf8) }
        let lines = String(decoding: head, as: UTF8.self).drop { $0 == "\u{FEFF}" || $0.isNewline }
            .split(whereSeparator: \.isNewline)
        guard lines.count > 1 else { return false }
        return lines[0].allSatisfy(\.isNumber) && lines[1].contains(" --> ")
            || lines[0].hasPrefix("<?xml") && lines[1].hasPrefix("<NonRealTimeMeta")
    }

    /// Decodes the bytes of a file; `nil` if they are not a sidecar.
    init?(_ bytes: [UInt8]) {
        let first = bytes.first { !" \t\r\n\u{FEFF}".utf8.contains($0) }
        let read: Sidecar? =
            switch first {
            case UInt8(ascii: "{"): TakeoutFile(bytes).flatMap { Sidecar($0) }
            case UInt8(ascii: "["): ExiftoolFile(bytes).map(Sidecar.init)
            default: Sidecar(adjustments: bytes) ?? XMPPacket(bytes).map(Sidecar.init)
            }
        guard let read else { return nil }
        self = read
    }

    private init(_ packet: XMPPacket) {
        self.init(.xmp)
        metadata = ImageMetadata(xmp: packet)
        isFavorite = packet.text(OwnXMP.namespace, "Favorite") == "True"
        isHidden = packet.text(OwnXMP.namespace, "Hidden") == "True"
        albums = packet.list(OwnXMP.namespace, "Albums").prefix(Self.maxAlbums).compactMap(AlbumPath.init(text:))
        description = Self.description(packet, metadata)
        photoExtension = Self.photoExtension(packet)
        // darktable names the photo. Of other programs this property is a structure, or names another file.
        if packet.text("http://darktable.sf.net/", "xmp_version") != nil {
            names = packet.text("http://ns.adobe.com/xap/1.0/mm/", "DerivedFrom").map { Array($0.utf8) }
        }
    }

    /// The extension that Lightroom, Camera Raw and osxphotos state, or that of the raw file that Camera Raw names.
    private static func photoExtension(_ packet: XMPPacket) -> String? {
        let stated =
            packet.text("http://ns.adobe.com/photoshop/1.0/", "SidecarForExtension")
            ?? packet.text("http://ns.adobe.com/camera-raw-settings/1.0/", "RawFileName")
        return stated.flatMap { $0.split(separator: ".").last }.map { $0.trimmingCharacters(in: .whitespaces) }
    }

    /// The burst, and the date and place that the owner set, in a sidecar of our own export.
    private static func description(_ packet: XMPPacket, _ metadata: ImageMetadata) -> AssetDescription? {
        let changes = packet.list(OwnXMP.namespace, "Changed").compactMap(OwnXMP.Change.init)
        let burst = packet.text(OwnXMP.namespace, "Burst").flatMap { AssetDescription.isText($0) ? $0 : nil }
        guard !changes.isEmpty || burst != nil else { return nil }
        var description = AssetDescription()
        if let burst {
            let pick = packet.text(OwnXMP.namespace, "BurstPick")
            description.burst = AssetDescription.BurstFrame(
                identifier: burst, pick: AssetDescription.BurstFrame.Pick.allCases.first { $0.name == pick } ?? .none)
        }
        if changes.contains(.time) {
            description.captureTime = metadata.captureTime
            description.statesZone = true
        }
        if changes.contains(.place) {
            // The owner may have set 0, 0.
            let place = packet.coordinates.flatMap {
                ImageMetadata.Location(latitude: $0.latitude, longitude: $0.longitude, altitude: $0.altitude)
            }
            description.place = place.map { .at($0) } ?? AssetDescription.Place.none
        }
        return description
    }

    /// Whether the sidecar with this file name is of a further version of a photo, such as darktable's
    /// `IMG_1_01.CR2.xmp` of `IMG_1.CR2`.
    func isOfVersion(named name: SourceName) -> Bool {
        guard kind == .xmp, let names, let subject = name.subject else { return false }
        let (photo, version) = (SourceName(names), SourceName(subject))
        let mark = version.stem.dropFirst(photo.stem.count)
        return version.stem.starts(with: photo.stem) && mark.count > 2 && mark.first == UInt8(ascii: "_")
            && mark.dropFirst().allSatisfy { (48...57).contains($0) }
    }

    /// Decodes an AAE file: a property list with the editing program and the edits.
    private init?(adjustments bytes: [UInt8]) {
        guard AdjustmentFile.decode(Data(bytes)) != nil else { return nil }
        self.init(.adjustments)
    }
}
