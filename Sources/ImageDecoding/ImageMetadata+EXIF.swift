internal import CLibEXIF
internal import PhotoModel

extension ImageMetadata {
    /// Reads the metadata of a TIFF block; `nil` if it is none.
    init?(exif block: [UInt8]) {
        guard let reduced = EXIFBlock(block), let exif = EXIFData(reduced) else { return nil }
        self.init()
        captureTime =
            exif.captureTime(
                EXIFBlock.Tag.dateTimeOriginal, EXIFBlock.Tag.subSecTimeOriginal, EXIFBlock.Tag.offsetTimeOriginal)
            ?? exif.captureTime(
                EXIFBlock.Tag.dateTimeDigitized, EXIFBlock.Tag.subSecTimeDigitized, EXIFBlock.Tag.offsetTimeDigitized)
        orientation = exif.number(.main, EXIFBlock.Tag.orientation).flatMap { Orientation(rawValue: $0) } ?? .up
        make = exif.text(.main, EXIFBlock.Tag.make)
        model = exif.text(.main, EXIFBlock.Tag.model)
        lens = exif.text(.exif, EXIFBlock.Tag.lensModel)
        bodySerial = exif.text(.exif, EXIFBlock.Tag.bodySerialNumber)
        imageUniqueID = exif.text(.exif, EXIFBlock.Tag.imageUniqueID)
        location = exif.location
    }
}

extension EXIFData {
    fileprivate func captureTime(_ date: UInt16, _ fraction: UInt16, _ offset: UInt16) -> CaptureTime? {
        text(.exif, date).flatMap {
            CaptureTime(exifDate: $0, subSeconds: text(.exif, fraction), offset: text(.exif, offset))
        }
    }

    fileprivate var location: ImageMetadata.Location? {
        guard let latitude = degrees(EXIFBlock.Tag.latitude, EXIFBlock.Tag.latitudeRef, positive: "N", negative: "S"),
            let longitude = degrees(EXIFBlock.Tag.longitude, EXIFBlock.Tag.longitudeRef, positive: "E", negative: "W")
        else { return nil }
        let isBelowSea = number(.gps, EXIFBlock.Tag.altitudeRef) == 1
        let altitude = rationals(.gps, EXIFBlock.Tag.altitude)?.first.map { isBelowSea ? -$0 : $0 }
        return ImageMetadata.Location(latitude: latitude, longitude: longitude, altitude: altitude)
    }

    /// Degrees, minutes and seconds, and the hemisphere that gives the sign.
    private func degrees(_ tag: UInt16, _ reference: UInt16, positive: String, negative: String) -> Double? {
        guard let parts = rationals(.gps, tag), parts.count == 3, let hemisphere = text(.gps, reference)?.uppercased()
        else { return nil }
        let value = parts[0] + parts[1] / 60 + parts[2] / 3600
        return hemisphere.hasPrefix(positive) ? value : hemisphere.hasPrefix(negative) ? -value : nil
    }
}
