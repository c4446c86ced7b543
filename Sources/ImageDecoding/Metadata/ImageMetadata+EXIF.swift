internal import CLibEXIF
internal import PhotoModel

extension ImageMetadata {
    /// Reads the metadata of an EXIF block; `nil` if it is invalid, or if its directories overlap, which no writer
    /// does.
    init?(exif block: [UInt8]) throws(PhotoLibraryError) {
        let file = SourceBytes(block)
        guard block.beginsTIFF, let tiff = try TIFFReader(file),
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
        addSubtypeOfLens()
    }
}

extension ImageMetadata {
    /// Adds the subtype of the camera that the name of the lens states.
    ///
    /// Apple and Google name the lenses of their phones, such as `iPhone 8 front camera 2.87mm f/2.2`.
    mutating func addSubtypeOfLens() {
        if let lens, lens.lowercased().split(separator: " ").contains("front") { subtypes.insert(.selfie) }
    }
}

extension EXIFData {
    fileprivate func captureTime(_ date: UInt16, _ fraction: UInt16, _ offset: UInt16) -> CaptureTime? {
        text(.exif, date).flatMap {
            CaptureTime(stated: $0, fraction: text(.exif, fraction), offset: text(.exif, offset))
        }
    }

    /// The time of GPSDateStamp and GPSTimeStamp, which is UTC.
    fileprivate var satelliteTime: CaptureTime? {
        // Some cameras separate the numbers of the date by NUL.
        guard let date = value(.gps, EXIFBlock.Tag.gpsDate)?.bytes.map({ $0 == 0 ? UInt8(ascii: ":") : $0 }).text,
            let day = StatedDay(date), let time = value(.gps, EXIFBlock.Tag.gpsTime),
            let clock = time.clock ?? time.text.flatMap({ StatedClock(" \($0)") })
        else { return nil }
        return CaptureTime(
            year: day.year, month: day.month, day: day.day, hour: clock.hour, minute: clock.minute,
            second: clock.second, offsetMinutes: 0)
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
        value(.exif, EXIFBlock.Tag.userComment).flatMap {
            $0.bytes.starts(with: "ASCII\0\0\0".utf8) ? $0.bytes.dropFirst(8).text : nil
        }
    }

    fileprivate var location: ImageMetadata.Location? {
        guard let latitude = degrees(.latitude, EXIFBlock.Tag.latitude, EXIFBlock.Tag.latitudeRef),
            let longitude = degrees(.longitude, EXIFBlock.Tag.longitude, EXIFBlock.Tag.longitudeRef)
        else { return nil }
        let reference = number(.gps, EXIFBlock.Tag.altitudeRef).map { "\($0)" }
        let altitude = value(.gps, EXIFBlock.Tag.altitude)?.numbers?.first
        return ImageMetadata.Location(
            statedLatitude: latitude, longitude: longitude,
            altitude: altitude.map { Coordinate.altitude($0, reference: reference) })
    }

    /// Degrees, minutes and seconds, with the sign of the hemisphere.
    private func degrees(_ coordinate: Coordinate, _ tag: UInt16, _ referenceTag: UInt16) -> Double? {
        guard let value = value(.gps, tag) else { return nil }
        let reference = text(.gps, referenceTag)
        guard let numbers = value.numbers else {
            return value.text.flatMap { coordinate.degrees($0, reference: reference) }
        }
        // Some writers state more fractions than the three of the standard.
        return coordinate.degrees(value.isRational ? Array(numbers.prefix(3)) : numbers, reference: reference)
    }
}

extension TIFFValue {
    /// The time of day of three numbers, of which the hour and the minute may have fractions.
    fileprivate var clock: StatedClock? {
        guard let numbers, numbers.count == 3 else { return nil }
        let seconds = numbers[0] * 3600 + numbers[1] * 60 + numbers[2]
        return 0..<86_400 ~= seconds ? StatedClock(seconds: Int(seconds)) : nil
    }
}
