internal import PhotoModel

/// A row of a decoded picture.
struct DecodedRow {
    let geometry: LumaGeometry
    /// The number of samples of a pixel: 1 luma or gray, 3 RGB.
    let channels: Int
    /// The row in stored order, beginning with 0.
    let y: Int
    /// The samples of each pixel from left to right; valid until the next row.
    let samples: UnsafeBufferPointer<UInt8>
    /// The luma of the values before the conversion of colours; `nil` if they are not converted, and for colour rows.
    let unconverted: UnsafeBufferPointer<UInt8>?
}

/// The samples in the rows of a decoder.
struct RowSamples {
    /// The number of samples of a pixel: 1 luma or gray, 3 RGB.
    let channels: Int
    /// Whether the luma of the values before the conversion of colours follows each row.
    let hasUnconverted: Bool
}

/// A decoder that returns rows.
protocol RowDecompressor {
    /// Decodes the next rows into `rows`, at most `capacity`, one every `stride` bytes.
    ///
    /// If colours are converted, the luma of the values before the conversion follows each row of luma.
    ///
    /// - Returns: The number of valid rows, 0 after the last one, and the reason if decoding ended after them.
    func readRows(into rows: UnsafeMutablePointer<UInt8>, stride: Int, capacity: Int) -> (count: Int, stop: DecodeStop?)
}

extension RowDecompressor {
    /// Decodes all rows and gives them to `take`.
    ///
    /// The reading counts these rows.
    func deliver(
        _ geometry: LumaGeometry, _ samples: RowSamples, _ reading: inout ImageReading, _ progress: DecodeProgress,
        _ take: (DecodedRow) -> Void
    ) throws(DecodeStop) {
        let (channels, width) = (samples.channels, geometry.decodedSize.width * samples.channels)
        let stride = samples.hasUnconverted ? 2 * width : width
        // Several rows a call, and at most about a quarter of a million samples, so that a cancellation takes effect
        // soon.
        let capacity = max(1, min(16, (1 << 18) / max(1, stride)))
        let rows = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: stride * capacity)
        defer { rows.deallocate() }
        guard let base = rows.baseAddress else { return }
        while true {
            do { try progress.advance() } catch { throw .caller(error) }
            let (count, stop) = readRows(into: base, stride: stride, capacity: capacity)
            for row in 0..<count {
                if reading.decodedRows == 0 { reading.geometry = geometry }
                let start = base + row * stride
                take(
                    DecodedRow(
                        geometry: geometry, channels: channels, y: reading.decodedRows,
                        samples: UnsafeBufferPointer(start: start, count: width),
                        unconverted: samples.hasUnconverted
                            ? UnsafeBufferPointer(start: start + width, count: width) : nil))
                reading.decodedRows += 1
            }
            if let stop { throw stop }
            if count == 0 { return }
        }
    }
}
