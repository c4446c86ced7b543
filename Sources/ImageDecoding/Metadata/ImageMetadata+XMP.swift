package import PhotoModel

extension ImageMetadata {
    /// Reads the fields of an XMP sidecar.
    package init(xmp: XMPPacket) {
        self.init()
        add(xmp: xmp)
    }
}

extension XMPPacket {
    /// The place that the packet states in EXIF's properties.
    var location: ImageMetadata.Location? {
        coordinates.flatMap {
            ImageMetadata.Location(statedLatitude: $0.latitude, longitude: $0.longitude, altitude: $0.altitude)
        }
    }

    /// The coordinates as stated, also 0, 0: degrees north and east, and metres above the sea.
    ///
    /// Apple's Photos states the hemisphere in a property of its own, and other programs by a sign (``Coordinate``).
    package var coordinates: (latitude: Double, longitude: Double, altitude: Double?)? {
        guard let latitude = degrees(.latitude, "GPSLatitude"), let longitude = degrees(.longitude, "GPSLongitude")
        else { return nil }
        let reference = exif("GPSAltitudeRef")
        let altitude = exif("GPSAltitude").flatMap { Coordinate.number($0) }
        return (latitude, longitude, altitude.map { Coordinate.altitude($0, reference: reference) })
    }

    private func degrees(_ coordinate: Coordinate, _ name: String) -> Double? {
        exif(name).flatMap { coordinate.degrees($0, reference: exif(name + "Ref")) }
    }

    /// The text of a property, without white space around it; items of a list with blanks between them.
    private func exif(_ name: String) -> String? {
        list("http://ns.adobe.com/exif/1.0/", name).joined(separator: " ").utf8.text
    }
}
