internal import PhotoModel

/// A decoder that returns rows of luma.
protocol LumaDecompressor {
    /// Decodes the next rows into `rows`, at most `capacity`, one every `stride` bytes.
    ///
    /// - Returns: The number of valid rows, 0 after the last one, and the reason if decoding ended after them.
    func readRows(into rows: UnsafeMutablePointer<UInt8>, stride: Int, capacity: Int) -> (count: Int, stop: DecodeStop?)
}

extension LumaDecompressor {
    /// Decodes all rows and gives them to the consumer.
    ///
    /// The reading counts these rows.
    func deliver(
        _ geometry: LumaGeometry, to consumer: inout some LumaConsumer, _ reading: inout ImageReading,
        _ progress: DecodeProgress
    ) throws(DecodeStop) {
        let width = geometry.decodedSize.width
        // Several rows a call, and at most about a quarter of a megapixel, so that a cancellation takes effect soon.
        let capacity = max(1, min(16, (1 << 18) / max(1, width)))
        let rows = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: width * capacity)
        defer { rows.deallocate() }
        guard let base = rows.baseAddress else { return }
        while true {
            do { try progress.advance() } catch { throw .caller(error) }
            let (count, stop) = readRows(into: base, stride: width, capacity: capacity)
            for row in 0..<count {
                if reading.decodedRows == 0 {
                    reading.geometry = geometry
                    consumer.begin(geometry)
                }
                let luma = UnsafeBufferPointer(start: base + row * width, count: width)
                consumer.consume(row: reading.decodedRows, luma)
                reading.decodedRows += 1
            }
            if let stop { throw stop }
            if count == 0 { return }
        }
    }
}
