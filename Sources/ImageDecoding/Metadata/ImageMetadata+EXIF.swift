internal import CLibEXIF
internal import PhotoModel

extension ImageMetadata {
    /// Reads the metadata of an EXIF block; `nil` if it is invalid, or if its directories overlap, which no writer
    /// does.
    init?(exif block: [UInt8]) throws(PhotoLibraryError) {
        let file = SourceBytes(block)
        guard block.starts(with: "II*\0".utf8) || block.starts(with: "MM\0*".utf8), let tiff = try TIFFReader(file),
            let offset = try tiff.mainOffset, let main = try tiff.directory(at: offset)
        else { return nil }
        try self.init(tiff, main: main)
    }

    /// Reads the metadata of a main directory and its EXIF and GPS directories; `nil` if they overlap.
    init?(_ tiff: TIFFReader, main: TIFFDirectory) throws(PhotoLibraryError) {
        let exif = try tiff.directory(EXIFBlock.Tag.exifDirectory, of: main)
        let gps = try tiff.directory(EXIFBlock.Tag.gpsDirectory, of: main)
        let extents = [main, exif, gps].compactMap { $0?.extent }.sorted { $0.lowerBound < $1.lowerBound }
        guard zip(extents, extents.dropFirst()).allSatisfy({ !$0.overlaps($1) }) else { return nil }
        try self.init(
            EXIFBlock(
                isLittleEndian: tiff.isLittleEndian, main: try tiff.values(EXIFBlock.Tag.main, of: main),
                exif: try exif.map { exif throws(PhotoLibraryError) in try tiff.values(EXIFBlock.Tag.exif, of: exif) }
                    ?? [],
                gps: try gps.map { gps throws(PhotoLibraryError) in try tiff.values(EXIFBlock.Tag.gps, of: gps) } ?? []
            ))
        let note = try tiff.value(exif?[EXIFBlock.Tag.makerNote], upTo: AppleMakerNote.maxBytes)
        if let note { try AppleMakerNote(note)?.add(to: &self) }
    }

    /// Reads the metadata of a block; `nil` if libexif has no memory.
    init?(_ block: EXIFBlock) throws(PhotoLibraryError) {
        guard let exif = EXIFData(block) else { return nil }
        self.init()
        let time =
            exif.captureTime(
                EXIFBlock.Tag.dateTimeOriginal, EXIFBlock.Tag.subSecTimeOriginal, EXIFBlock.Tag.offsetTimeOriginal)
            ?? exif.captureTime(
                EXIFBlock.Tag.dateTimeDigitized, EXIFBlock.Tag.subSecTimeDigitized, EXIFBlock.Tag.offsetTimeDigitized)
        captureTime = time.map { $0.withOffset(ofUTC: exif.satelliteTime) }
        orientation = exif.number(.main, EXIFBlock.Tag.orientation).flatMap { Orientation(rawValue: $0) } ?? .up
        make = exif.text(.main, EXIFBlock.Tag.make)
        model = exif.text(.main, EXIFBlock.Tag.model)
        caption = CameraCaption.removed(from: exif.text(.main, EXIFBlock.Tag.imageDescription))
        lens = exif.text(.exif, EXIFBlock.Tag.lensModel)
        bodySerial = exif.text(.exif, EXIFBlock.Tag.bodySerialNumber)
        imageUniqueID = exif.text(.exif, EXIFBlock.Tag.imageUniqueID)
        location = exif.location
        // iOS marks screenshots in this way.
        if exif.comment == "Screenshot" { subtypes.insert(.photoScreenshot) }
        if make == "Apple" { subtypes.formUnion(exif.renderedByApple) }
    }
}

extension EXIFData {
    fileprivate func captureTime(_ date: UInt16, _ fraction: UInt16, _ offset: UInt16) -> CaptureTime? {
        text(.exif, date).flatMap {
            CaptureTime(exifDate: $0, subSeconds: text(.exif, fraction), offset: text(.exif, offset))
        }
    }

    /// The time of GPSDateStamp and GPSTimeStamp, which is UTC.
    fileprivate var satelliteTime: CaptureTime? {
        guard let date = text(.gps, EXIFBlock.Tag.gpsDate),
            let match = date.prefixMatch(of: /(\d{4})\D(\d\d)\D(\d\d)/)?.output,
            let time = rationals(.gps, EXIFBlock.Tag.gpsTime), time.count == 3,
            let year = Int(match.1), let month = Int(match.2), let day = Int(match.3),
            let hour = Int(exactly: time[0]), let minute = Int(exactly: time[1]),
            let second = Int(exactly: time[2].rounded(.down))
        else { return nil }
        return CaptureTime(
            year: year, month: month, day: day, hour: hour, minute: minute, second: second, offsetMinutes: 0)
    }

    /// The media subtypes in the CustomRendered field of Apple's cameras, as exiftool documents it.
    fileprivate var renderedByApple: MediaSubtypes {
        switch number(.exif, EXIFBlock.Tag.customRendered) {
        case 2, 3: .photoHDR
        case 6: .photoPanorama
        case 7: [.photoHDR, .photoDepthEffect]
        case 8: .photoDepthEffect
        default: []
        }
    }

    /// UserComment, if it states that it is ASCII (CIPA DC-008, 4.6.6.6).
    fileprivate var comment: String? {
        bytes(.exif, EXIFBlock.Tag.userComment).flatMap {
            $0.starts(with: "ASCII\0\0\0".utf8) ? $0.dropFirst(8).text : nil
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

    /// Degrees, minutes and seconds, with the sign of the hemisphere.
    private func degrees(_ tag: UInt16, _ reference: UInt16, positive: String, negative: String) -> Double? {
        guard let parts = rationals(.gps, tag), parts.count == 3, let hemisphere = text(.gps, reference)?.uppercased()
        else { return nil }
        let value = parts[0] + parts[1] / 60 + parts[2] / 3600
        return hemisphere.hasPrefix(positive) ? value : hemisphere.hasPrefix(negative) ? -value : nil
    }
}
