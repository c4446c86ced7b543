internal import PhotoModel

/// HEIC and AVIF.
extension DecodeJob {
    func inspectHEIF(_ reading: inout ImageReading) throws(PhotoLibraryError) {
        let container = ContainerReader(source, limits, progress)
        let (items, track) = try container.readHEIF(&reading)
        // An image sequence without a displayed item is a video.
        _ = try openHEIF(container, track == nil ? items : nil, &reading)
    }

    /// Reads the displayed item; of an image sequence without items the picture that is shown of a video.
    func readHEIF(_ reading: inout ImageReading, _ take: (DecodedRow) -> Void) throws(PhotoLibraryError) {
        let container = ContainerReader(source, limits, progress)
        let (items, track) = try container.readHEIF(&reading)
        if let track { return try readPoster(of: track, container, &reading, take) }
        guard let opened = try openHEIF(container, items, &reading) else { return }
        try run(&reading) { (reading) throws(DecodeStop) in try decode(opened, &reading, take) }
        guard computesDigest, reading.condition == .ok else { return }
        reading.imageDataDigest = try ImageDataDigest.heif(opened.picture, preview)
    }

    /// What the rows depend on.
    private struct Opened {
        let picture: HEIFPicture
        /// The colours that the file states.
        let points: CodePoints?
        let isGray: Bool
        let conversion: ColorConversion?

        var channels: Int { isGray ? 1 : 3 }
    }

    /// Reads everything except the pixels; `nil` if they are not decoded, for the reason in the reading.
    private func openHEIF(
        _ container: ContainerReader, _ items: HEIFFile?, _ reading: inout ImageReading
    ) throws(PhotoLibraryError) -> Opened? {
        reading.warnings += container.file.warnings
        guard let items else {
            reading.fail(.unsupported, reading.format.notDecoded)
            return nil
        }
        var opened: Opened?
        try run(&reading) { (reading) throws(DecodeStop) in
            let picture = try HEIFPicture(items)
            try checkSize(picture.visiblePart.size)
            try checkSize(picture.tileSize)
            guard let format = picture.tiles.first?.format else {
                throw .corrupt("The codec's configuration is corrupt.")
            }
            let points = picture.codePoints.flatMap { CodePoints(nclx: $0) }
            let conversion = try conversion(of: picture, points, channels: format.isGray ? 1 : 3, &reading)
            opened = Opened(picture: picture, points: points, isGray: format.isGray, conversion: conversion)
        }
        return opened
    }

    private func decode(
        _ opened: Opened, _ reading: inout ImageReading, _ take: (DecodedRow) -> Void
    ) throws(DecodeStop) {
        let picture = opened.picture
        let size = picture.visiblePart.size
        // A row of tiles, and the data of a tile.
        let tile = picture.tiles.map { $0.memory(for: picture.tileSize) }.max() ?? 0
        let coded = 2 * Double(picture.tiles.map(\.byteCount).max() ?? 0)
        func memory(for part: PixelRectangle) -> UInt64 {
            let columns = PlanarRows.columns(of: part, in: picture.visiblePart, picture.tileSize)
            return UInt64(min(tile * Double(columns.count) + coded, 1e18))
        }
        try decode(size, &reading, memory: memory) { (reading, part) throws(DecodeStop) in
            let rows = PlanarRows(
                crop: picture.visiblePart, needed: part, tileSize: picture.tileSize, isGray: opened.isGray,
                points: opened.points, keepsColor: output.keepsColor, conversion: opened.conversion
            ) { (column, row) throws(DecodeStop) in
                (try decode(picture.tiles[row * picture.columns + column], within: picture.tileSize), nil)
            }
            let geometry = LumaGeometry(storedSize: size, decodedSize: size, eighths: 8)
            let samples = output.samples(of: opened.channels, opened.conversion)
            try rows.deliver(geometry, samples, &reading, progress, take)
        }
    }

    /// Records the profile, or the code points that replace it.
    ///
    /// Code points that mean sRGB are not recorded.
    private func conversion(
        of picture: HEIFPicture, _ points: CodePoints?, channels: Int, _ reading: inout ImageReading
    ) throws(DecodeStop) -> ColorConversion? {
        let stated = picture.profile.map(SourceColors.init(icc:)) ?? points?.colors(channels: channels)
        let marks = picture.profile ?? picture.codePoints.map { Array("nclx".utf8) + $0 }
        return try conversion(of: stated, statedBy: marks, channels: channels, &reading)
    }
}
