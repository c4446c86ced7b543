internal import PhotoModel

extension DecodeJob {
    func inspectWebP(_ reading: inout ImageReading) throws(PhotoLibraryError) {
        _ = try openWebP(ContainerReader(source, limits, progress), &reading)
    }

    /// Reads the first picture of the file.
    func readWebP(_ reading: inout ImageReading, _ take: (DecodedRow) -> Void) throws(PhotoLibraryError) {
        let container = ContainerReader(source, limits, progress)
        guard let opened = try openWebP(container, &reading) else { return }
        try run(&reading) { (reading) throws(DecodeStop) in try decode(opened, &reading, take) }
        guard computesDigest, reading.condition == .ok else { return }
        reading.imageDataDigest = try ImageDataDigest.webP(opened.file, preview)
    }

    /// What the rows depend on.
    private struct Opened {
        let file: WebPFile
        let picture: WebPFile.Picture
        let size: PixelSize
        let conversion: ColorConversion?
    }

    /// Reads everything except the pixels; `nil` if they are not decoded, for the reason in the reading.
    private func openWebP(
        _ container: ContainerReader, _ reading: inout ImageReading
    ) throws(PhotoLibraryError) -> Opened? {
        let file = try container.readWebP(&reading)
        let picture = try container.picture(of: file)
        let profile = try container.profile(of: file)
        reading.warnings += container.file.warnings
        if let profile { reading.colorProfile = try .embedded(profile) }
        var opened: Opened?
        try run(&reading) { (reading) throws(DecodeStop) in
            guard let picture, let size = reading.storedSize else { throw .corrupt("The file has no picture.") }
            try checkSize(size)
            guard picture.x == 0, picture.y == 0, picture.size ?? size == size else {
                throw .unsupported("The first frame does not cover the whole picture, and is not decoded.")
            }
            let conversion = conversion(of: profile.map(SourceColors.init(icc:)), channels: 3, &reading)
            opened = Opened(file: file, picture: picture, size: size, conversion: conversion)
        }
        return opened
    }

    private func decode(
        _ opened: Opened, _ reading: inout ImageReading, _ take: (DecodedRow) -> Void
    ) throws(DecodeStop) {
        let (picture, size) = (opened.picture, opened.size)
        // The planes; for a lossless picture, all pixels with 4 bytes, in libwebp and as its output.
        let isLossless = picture.chunks.contains { $0.type == "VP8L" }
        let planes = Double(size.width + 1) * Double(size.height + 1) * (isLossless ? 8.5 : 2.5)
        let coded = 2 * picture.chunks.reduce(0.0) { $0 + Double($1.payload.count) }
        let bytes = UInt64(min(planes + coded, 1e18))
        try decode(size, &reading, memory: { _ in bytes }) { (reading, part) throws(DecodeStop) in
            let rows = PlanarRows(
                crop: PixelRectangle(size: size), needed: part, tileSize: size, isGray: false, points: nil,
                keepsColor: output.keepsColor, conversion: opened.conversion
            ) { (_, _) throws(DecodeStop) in
                try WebPPicture.decode(try data(of: picture), of: size)
            }
            let geometry = LumaGeometry(storedSize: size, decodedSize: size, eighths: 8)
            try rows.deliver(geometry, output.samples(of: 3, opened.conversion), &reading, progress, take)
        }
    }

    /// The chunks of the picture, one after another.
    private func data(of picture: WebPFile.Picture) throws(DecodeStop) -> [UInt8] {
        var data: [UInt8] = []
        do {
            for chunk in picture.chunks {
                try progress.advance(to: chunk.whole.lowerBound)
                data += try source.bytes(chunk.whole)
                // A chunk is followed by one at an even offset (RFC 9649, 2.3).
                if !data.count.isMultiple(of: 2) { data.append(0) }
            }
        } catch {
            throw .caller(error)
        }
        return data
    }
}

extension ContainerReader {
    /// The ICC profile of a WebP file.
    fileprivate func profile(of webP: WebPFile) throws(PhotoLibraryError) -> [UInt8]? {
        guard let chunk = webP.chunks.first(where: { $0.type == "ICCP" }) else { return nil }
        return try file.bytes(chunk.payload)
    }
}
