package import PhotoModel

extension ImageMetadata {
    /// Reads the fields of an XMP sidecar.
    package init(xmp: XMPPacket) {
        self.init()
        add(xmp: xmp)
        let exif = "http://ns.adobe.com/exif/1.0/"
        location = xmp.text(exif, "GPSLatitude").flatMap { Self.degrees($0, positive: "N", negative: "S") }
            .flatMap { latitude in
                xmp.text(exif, "GPSLongitude").flatMap { Self.degrees($0, positive: "E", negative: "W") }
                    .flatMap { Location(latitude: latitude, longitude: $0) }
            }
    }

    /// `48,51.5N` or `48,51,30N` (XMP specification, part 2, GPSCoordinate).
    private static func degrees(_ text: String, positive: String, negative: String) -> Double? {
        let parts = text.dropLast().split(separator: ",").map { Double($0) }
        guard (1...3).contains(parts.count), parts.allSatisfy({ $0 != nil }) else { return nil }
        let value = zip(parts.compactMap { $0 }, [1, 60, 3600]).reduce(0) { $0 + $1.0 / $1.1 }
        return text.hasSuffix(positive) ? value : text.hasSuffix(negative) ? -value : nil
    }
}
