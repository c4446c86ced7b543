internal import PhotoModel

/// Videos: the picture that is shown of them.
extension DecodeJob {
    /// Reads the metadata of a video, and for colour its first key frame.
    func readVideo(_ reading: inout ImageReading, _ take: (DecodedRow) -> Void) throws(PhotoLibraryError) {
        let container = ContainerReader(source, limits, progress)
        try readPoster(of: try container.readVideo(&reading), container, &reading, take)
    }

    /// Reads the key frame of a video whose metadata are already read.
    func readPoster(
        of track: MovieTrack?, _ container: ContainerReader, _ reading: inout ImageReading,
        _ take: (DecodedRow) -> Void
    ) throws(PhotoLibraryError) {
        defer { reading.warnings += container.file.warnings }
        guard case .color = output, let track else {
            return reading.fail(.unsupported, reading.format.notDecoded)
        }
        try run(&reading) { (reading) throws(DecodeStop) in
            let poster = try MoviePoster(track)
            try checkSize(poster.size)
            try decode(poster, &reading, take)
        }
    }

    private func decode(
        _ poster: MoviePoster, _ reading: inout ImageReading, _ take: (DecodedRow) -> Void
    ) throws(DecodeStop) {
        guard let format = poster.picture.format else { throw .corrupt("The codec's configuration is corrupt.") }
        let bytes = poster.picture.memory(for: poster.size) + 2 * Double(poster.picture.byteCount)
        let stated = reading.storedSize ?? poster.size
        output.begin(poster.size, reading)
        try withMemory(UInt64(min(bytes, 1e18)) + output.memory(for: poster.size)) { () throws(DecodeStop) in
            defer { output.finish() }
            let picture = try decode(poster.picture, within: poster.size)
            let points = poster.points(of: picture)
            let channels = format.isGray ? 1 : 3
            let conversion = try conversion(
                of: points.colors(channels: channels), statedBy: poster.colors ?? [], channels: channels, &reading)
            output.begin(picture.size.fitting(stated), reading)
            let rows = PlanarRows(
                crop: PixelRectangle(size: picture.size), needed: output.part(of: picture.size),
                tileSize: picture.size, isGray: format.isGray, points: points, keepsColor: true, conversion: conversion
            ) { (_, _) throws(DecodeStop) in (picture, nil) }
            let geometry = LumaGeometry(storedSize: picture.size, decodedSize: picture.size, eighths: 8)
            try rows.deliver(geometry, output.samples(of: channels, conversion), &reading, progress, take)
        }
    }
}

extension PixelSize {
    /// The largest size in this one whose sides have the ratio of those of `shape`.
    ///
    /// The pixels of some videos are not squares.
    fileprivate func fitting(_ shape: PixelSize) -> PixelSize {
        let (across, down) = (shape.width * height, shape.height * width)
        return across < down
            ? PixelSize(width: max(1, across / shape.height), height: height)
            : PixelSize(width: width, height: max(1, down / shape.width))
    }
}

extension ContainerReader {
    /// - Returns: The track from which a picture can be shown; `nil` for a file without such a track.
    @discardableResult
    func readVideo(_ reading: inout ImageReading) throws(PhotoLibraryError) -> MovieTrack? {
        if try file.code(at: 0) == "RIFF" {
            try readAVI(&reading)
        } else if try file.number(at: 0, 4) == EBMLElement.header {
            try readMatroska(&reading)
        } else {
            let track = try readMovie(&reading)
            if let packet = try packetInBox(upTo: limits.maxEXIFBytes) { reading.metadata.add(xmp: XMPPacket(packet)) }
            return track
        }
        return nil
    }
}
