internal import CImageShims
internal import PhotoModel

extension DecodeJob {
    func inspectJPEG(_ reading: inout ImageReading) throws(PhotoLibraryError) {
        let embedded = try EmbeddedMetadata(jpeg: preview(), limits)
        try add(embedded, to: &reading)
        try run(&reading) { (reading) throws(DecodeStop) in
            let header = try readHeader(of: JPEGDecompressor(jpegStream()), &reading)
            let colors = embedded.profile.map(SourceColors.init(icc:))
            _ = conversion(of: colors, channels: Int(header.channels), &reading)
        }
        try findVideo(embedded.xmp, endOfImage: nil, &reading)
    }

    func readJPEG(_ reading: inout ImageReading, _ take: (DecodedRow) -> Void) throws(PhotoLibraryError) {
        let embedded = try EmbeddedMetadata(jpeg: preview(), limits)
        try add(embedded, to: &reading)
        var colorSpace: UInt8 = 0
        try run(&reading) { (reading) throws(DecodeStop) in
            let pass = jpegStream()
            var jpeg = try JPEGDecompressor(pass)
            defer { reading.add(jpeg.warning, isDamage: jpeg.pictureWarned) }
            let header = try readHeader(of: jpeg, &reading)
            colorSpace = UInt8(clamping: header.color_space)
            let size = PixelSize(width: Int(header.width), height: Int(header.height))
            pass.end = end(of: size)
            let eighths = output.eighths(for: size)
            let colors = embedded.profile.map(SourceColors.init(icc:))
            let conversion = conversion(of: colors, channels: Int(header.channels), &reading)
            if output.keepsColor {
                if eighths == 1, try readColorOfDC(header, conversion, &reading, take) { return }
            } else if try readLuma(header, eighths: eighths, conversion, &reading, take) {
                return
            }
            let needsOnlyDC = eighths == 1 && header.eighth_needs_only_dc && !output.keepsColor
            if needsOnlyDC, conversion == nil, header.is_progressive {
                let pass = jpegStream()
                pass.end = end(of: size)
                jpeg = try JPEGDecompressor(DCScanStream(pass))
                _ = try readHeader(of: jpeg, &reading)
            }
            try decode(size, &reading, memory: { _ in header.memory }) { (reading, _) throws(DecodeStop) in
                try decode(jpeg, header, eighths: eighths, conversion, &reading, take)
            }
        }
        try findVideo(embedded.xmp, endOfImage: nil, &reading)
        guard computesDigest, reading.condition == .ok else { return }
        let pass = self.stream()
        if let size = reading.storedSize { pass.end = end(of: size) }
        reading.imageDataDigest = try ImageDataDigest.jpeg(pass, colorSpace: colorSpace)
        if reading.imageDataDigest == nil {
            reading.fail(.damaged, ImageWarning(code: "endMissing", message: "The image has no end-of-image marker."))
        } else {
            try findVideo(nil, endOfImage: pass.offset, &reading)
        }
    }

    /// A stream that ends at the limit for bytes before the picture (``DecodeLimits/maxPassedBytes``).
    private func jpegStream() -> PieceStream {
        let stream = stream()
        stream.end = limits.maxPassedBytes
        return stream
    }

    /// The offset up to which the end of a picture of this size is searched.
    private func end(of size: PixelSize) -> Int {
        let (pixels, overflows) = size.width.multipliedReportingOverflow(by: size.height)
        let (bytes, bytesOverflow) = pixels.multipliedReportingOverflow(by: 16)
        let (end, endOverflows) = bytes.addingReportingOverflow(limits.maxPassedBytes)
        return overflows || bytesOverflow || endOverflows ? .max : end
    }

    private func readHeader(of jpeg: JPEGDecompressor, _ reading: inout ImageReading) throws(DecodeStop)
        -> opk_jpeg_header
    {
        let header = try jpeg.readHeader()
        let size = PixelSize(width: Int(header.width), height: Int(header.height))
        reading.storedSize = size
        try checkSize(size)
        return header
    }

    /// Delivers the luma without libjpeg; `false` if libjpeg has to decode the picture.
    private func readLuma(
        _ header: opk_jpeg_header, eighths: Int, _ conversion: ColorConversion?, _ reading: inout ImageReading,
        _ take: (DecodedRow) -> Void
    ) throws(DecodeStop) -> Bool {
        let memory = header.coefficientMemory(eighths: eighths, isConverted: conversion != nil)
        guard let memory, memory <= budget.bytes else { return false }
        let size = PixelSize(width: Int(header.width), height: Int(header.height))
        let pass = jpegStream()
        pass.end = end(of: size)
        var isRead = false
        try withMemory(memory) { () throws(DecodeStop) in
            let lumaSide = eighths == 1 ? 0 : eighths
            guard let coefficients = try DCCoefficients(pass, memory: memory, lumaSide: lumaSide) else { return }
            let rows: any CoefficientRows =
                eighths == 1
                ? DCRows(coefficients, conversion, keepsColor: false) : ScaledLumaRows(coefficients)
            let geometry = LumaGeometry(storedSize: size, decodedSize: rows.size, eighths: eighths)
            try rows.deliver(geometry, output.samples(of: Int(header.channels), conversion), &reading, progress, take)
            isRead = true
        }
        return isRead
    }

    /// Delivers the colours at 1/8 without libjpeg; `false` if libjpeg has to decode the picture.
    private func readColorOfDC(
        _ header: opk_jpeg_header, _ conversion: ColorConversion?, _ reading: inout ImageReading,
        _ take: (DecodedRow) -> Void
    ) throws(DecodeStop) -> Bool {
        guard let memory = header.coefficientMemory(eighths: 1, isConverted: false), memory <= budget.bytes else {
            return false
        }
        let size = PixelSize(width: Int(header.width), height: Int(header.height))
        let pass = jpegStream()
        pass.end = end(of: size)
        var isRead = false
        try decode(size, &reading, memory: { _ in memory }) { (reading, _) throws(DecodeStop) in
            // The rows are as long as the header says. Another program may have changed the file since it was read.
            guard let coefficients = try DCCoefficients(pass, memory: memory),
                coefficients.picture.components == header.channels, coefficients.picture.width == header.width,
                coefficients.picture.height == header.height
            else { return }
            let rows = DCRows(coefficients, conversion, keepsColor: true)
            let geometry = LumaGeometry(storedSize: size, decodedSize: rows.size, eighths: 1)
            let samples = output.samples(of: Int(header.channels), conversion)
            try rows.deliver(geometry, samples, &reading, progress, take)
            isRead = true
        }
        return isRead
    }

    private func decode(
        _ jpeg: JPEGDecompressor, _ header: opk_jpeg_header, eighths: Int, _ conversion: ColorConversion?,
        _ reading: inout ImageReading, _ take: (DecodedRow) -> Void
    ) throws(DecodeStop) {
        let size = PixelSize(width: Int(header.width), height: Int(header.height))
        let decodedSize = try jpeg.start(
            eighths: eighths, keepsColor: output.keepsColor, conversion, memory: header.memory)
        if header.has_many_scans { try jpeg.readScans(of: size, limits, progress) }
        let geometry = LumaGeometry(storedSize: size, decodedSize: decodedSize, eighths: eighths)
        let samples = output.samples(of: Int(header.channels), conversion)
        try jpeg.deliver(geometry, samples, &reading, progress, take)
        if !header.has_many_scans { try jpeg.finish() }
    }
}

extension ImageReading {
    /// Records a warning of a library.
    mutating func add(_ warning: ImageWarning?, isDamage: Bool) {
        guard let warning else { return }
        if isDamage { fail(.damaged, warning) } else { warnings.append(warning) }
    }
}
