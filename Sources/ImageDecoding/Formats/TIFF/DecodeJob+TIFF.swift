internal import PhotoModel

extension DecodeJob {
    func inspectTIFF(_ reading: inout ImageReading) throws(PhotoLibraryError) {
        _ = try open(ContainerReader(source, limits, progress).readTIFF(&reading), &reading)
    }

    func readTIFF(_ reading: inout ImageReading, _ take: (DecodedRow) -> Void) throws(PhotoLibraryError) {
        let container = ContainerReader(source, limits, progress)
        let file = try container.readTIFF(&reading)
        // Only its directories show that a file is raw.
        if reading.format == .raw, let file {
            return try readJPEG(inRaw: container.jpegs(in: file), container, &reading, take)
        }
        guard let opened = try open(file, &reading) else { return }
        try run(&reading) { (reading) throws(DecodeStop) in
            let picture = opened.picture
            try decodePixels(
                of: picture.size, channels: picture.channels, memory: TIFFPixels.memory(of: picture),
                opened.conversion, &reading, take
            ) { () throws(DecodeStop) in
                TIFFPixels(picture) { block throws(DecodeStop) in
                    // A file can state an offset behind its end.
                    try withCallerErrors { () throws(PhotoLibraryError) in
                        try progress.advance(to: min(block.lowerBound, source.size))
                    }
                    return PieceStream(
                        .part(of: source, block), progress, countsBytes: false, pieceSize: TIFFPixels.pieceSize)
                }
            }
        }
    }

    /// What the rows depend on.
    private struct Opened {
        let picture: TIFFPicture
        let conversion: ColorConversion?
    }

    /// Reads everything except the pixels; `nil` if they are not decoded, for the reason in the reading.
    private func open(_ file: TIFFFile?, _ reading: inout ImageReading) throws(PhotoLibraryError) -> Opened? {
        reading.warnings += file?.tiff.file.warnings ?? []
        guard reading.format == .tiff, let file, let directory = file.picture else {
            reading.fail(.unsupported, reading.format.notDecoded)
            return nil
        }
        var opened: Opened?
        try run(&reading) { (reading) throws(DecodeStop) in
            let picture = try TIFFPicture(directory, of: file.tiff, maxProfileBytes: limits.maxEXIFBytes)
            try checkSize(picture.size)
            try checkSize(picture.blockSize)
            try checkInflation(
                rowBytes: (picture.size.width * picture.samples * picture.bits + 7) / 8, rows: picture.size.height)
            let conversion = try conversion(
                of: picture.profile.map(SourceColors.init(icc:)), statedBy: picture.profile,
                channels: picture.colors.channels, &reading)
            opened = Opened(picture: picture, conversion: conversion)
        }
        return opened
    }
}
