internal import Foundation
internal import PhotoModel

/// XMP packets (ISO 16684-1), in files and as sidecars.
extension LocationRemover {
    /// Replaces the properties that hold places by spaces.
    ///
    /// A packet that is not well-formed is replaced by spaces, because readers differ in what they find in it.
    func removeFromXMP(_ packet: FileExtents) throws(PhotoLibraryError) {
        let bytes = try bytes(of: packet)
        let text = XMLCharacters(bytes)
        guard let places = XMLPlaces(in: text) else {
            if text.hasContent { try fill(0..<packet.count, of: packet, with: 0x20) }
            return
        }
        for place in places.named { try blank(place, of: text, in: packet) }
        for picture in places.pictures where try hasPlaces(inPicture: text.text(picture)) {
            try blank(picture, of: text, in: packet)
        }
    }

    private func blank(_ range: Range<Int>, of text: XMLCharacters, in packet: FileExtents) throws(PhotoLibraryError) {
        let range = text.bytes(of: range)
        try write(text.spaces(range.count), at: range.lowerBound, of: packet)
    }

    /// Whether a JPEG in Base64, such as Google's picture beside a depth map, has places.
    private func hasPlaces(inPicture text: String) throws(PhotoLibraryError) -> Bool {
        let text = text.replacing("&#xA;", with: "")
        guard let picture = Data(base64Encoded: text, options: .ignoreUnknownCharacters) else { return true }
        return try hasPlaces(in: [UInt8](picture)) { remover throws(PhotoLibraryError) in
            try remover.removePlaces(of: .jpeg)
        }
    }

    /// Removes the places from an XMP or JSON file.
    ///
    /// - Throws: `unsupportedFile` for other files, and for malformed ones.
    func removeFromSidecar() throws(PhotoLibraryError) {
        guard file.size > 0 else { return }
        guard file.size <= 16 << 20, let bytes = try file.bytes(all) else {
            throw .placesNotRemovable("Its format is not known.")
        }
        switch bytes.first(where: { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF, 0xFE, 0xFF, 0].contains($0) }) {
        case UInt8(ascii: "{"), UInt8(ascii: "["): try removeFromJSON(bytes)
        case UInt8(ascii: "<"):
            guard XMLPlaces(in: XMLCharacters(bytes)) != nil else { throw .placesNotRemovable("Its XML is malformed.") }
            try removeFromXMP(FileExtents(all))
        default: throw .placesNotRemovable("Its format is not known.")
        }
    }
}
