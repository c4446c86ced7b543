internal import PhotoModel

/// HEIC and AVIF.
extension DecodeJob {
    func inspectHEIF(_ reading: inout ImageReading) throws(PhotoLibraryError) { _ = try openHEIF(&reading) }

    func readHEIF(_ reading: inout ImageReading, _ take: (DecodedRow) -> Void) throws(PhotoLibraryError) {
        guard let opened = try openHEIF(&reading) else { return }
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
    private func openHEIF(_ reading: inout ImageReading) throws(PhotoLibraryError) -> Opened? {
        let container = ContainerReader(source, limits, progress)
        let items = try container.readHEIF(&reading)
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
        let rows = PlanarRows(
            crop: picture.visiblePart, tileSize: picture.tileSize, isGray: opened.isGray, points: opened.points,
            keepsColor: output.keepsColor, conversion: opened.conversion
        ) { (column, row) throws(DecodeStop) in
            (try decode(picture.tiles[row * picture.columns + column]), nil)
        }
        // A row of tiles, and the data of a tile.
        let planes = (picture.tiles.map { $0.memory(for: picture.tileSize) }.max() ?? 0) * Double(picture.columns)
        let coded = 2 * Double(picture.tiles.map(\.byteCount).max() ?? 0)
        try withMemory(UInt64(min(planes + coded, 1e18)) + output.memory(for: size)) { () throws(DecodeStop) in
            defer { output.finish(reading) }
            let geometry = LumaGeometry(storedSize: size, decodedSize: size, eighths: 8)
            let channels = output.channels(of: opened.channels)
            try rows.deliver(geometry, channels: channels, &reading, progress, take)
        }
    }

    /// Records the profile, or the code points that replace it.
    ///
    /// Code points that mean sRGB are not recorded.
    private func conversion(
        of picture: HEIFPicture, _ points: CodePoints?, channels: Int, _ reading: inout ImageReading
    ) throws(DecodeStop) -> ColorConversion? {
        let stated = picture.profile.map(SourceColors.init(icc:)) ?? points?.colors(channels: channels)
        guard let stated, let marks = picture.profile ?? picture.codePoints.map({ Array("nclx".utf8) + $0 }) else {
            return nil
        }
        do { reading.colorProfile = try .embedded(marks) } catch { throw .caller(error) }
        return reading.conversion(of: stated, channels: channels)
    }

    private func decode(_ tile: HEIFPicture.Tile) throws(DecodeStop) -> PlanarPicture {
        var data: [UInt8] = []
        data.reserveCapacity(tile.byteCount)
        do {
            for extent in tile.extents {
                try progress.advance(to: extent.lowerBound)
                data += try source.bytes(extent)
            }
        } catch {
            throw .caller(error)
        }
        return try tile.coding.decode(data, configuration: tile.configuration, limits)
    }
}
