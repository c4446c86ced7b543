@testable import ImageDecoding

/// The operations of fuzzers on the bytes of a file.
public enum Decoding {
    /// A decoder with low limits, so that a large input takes little time.
    ///
    /// A slow input is then a finding.
    private static let decoder: ImageDecoder = {
        var limits = DecodeLimits()
        limits.maxPixels = 1 << 18
        limits.maxAxis = 4096
        limits.maxScans = 16
        limits.maxMetadataBytes = 1 << 16
        limits.maxEXIFBytes = 1 << 16
        return ImageDecoder(limits: limits)
    }()

    /// Checks the order and the size of the rows.
    private struct Rows: LumaConsumer {
        var size: PixelSize?
        var count = 0

        mutating func begin(_ geometry: LumaGeometry) {
            precondition(size == nil, "began twice")
            size = geometry.decodedSize
        }

        mutating func consume(row y: Int, _ luma: UnsafeBufferPointer<UInt8>) {
            precondition(y == count && luma.count == size?.width, "a row out of order or of another length")
            count += 1
        }

        mutating func consume(row y: Int, unconverted luma: UnsafeBufferPointer<UInt8>) {
            precondition(y == count - 1 && luma.count == size?.width, "a second row without the first")
        }
    }

    /// Decodes the file and checks that the fields of the reading are consistent.
    public static func read(_ bytes: [UInt8]) {
        var rows = Rows()
        guard let reading = try? decoder.read(.bytes(bytes), minimumShortSide: 16, into: &rows) else {
            preconditionFailure("bytes in memory can be read")
        }
        precondition(rows.count <= rows.size?.height ?? 0, "more rows than there are")
        precondition(reading.condition == .ok || !reading.warnings.isEmpty, "a bad picture, and nobody says why")
        precondition(reading.condition == .ok || reading.imageDataDigest == nil, "a digest of a bad picture")
        check(reading)
    }

    /// Decodes the colours.
    ///
    /// Of videos and raw files only these are decoded.
    public static func render(_ bytes: [UInt8]) {
        guard let pixels = try? decoder.pixels(.bytes(bytes), as: .thumbnail) else { return }
        let count = pixels.size.width * pixels.size.height * pixels.channels
        precondition(pixels.samples.count == count, "samples are missing")
    }

    /// Reads everything except the pixels.
    public static func inspect(_ bytes: [UInt8]) {
        guard let reading = try? decoder.inspect(.bytes(bytes)) else {
            preconditionFailure("bytes in memory can be read")
        }
        check(reading)
    }

    private static func check(_ reading: ImageReading) {
        if let size = reading.displayedSize {
            precondition(size.width > 0 && size.height > 0, "a picture without a side")
        }
        if let time = reading.metadata.captureTime {
            precondition(CaptureTime(time.description) == time, "a capture time that is not read back")
        }
        if let duration = reading.metadata.duration { precondition(duration > 0 && duration.isFinite, "no duration") }
        if let place = reading.metadata.location {
            precondition(abs(place.latitude) <= 90 && abs(place.longitude) <= 180, "no place on Earth")
        }
    }
}
