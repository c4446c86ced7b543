import ImageDecoding
import Testing

/// Compares the means of 4 × 4 parts of a picture with those that another decoder has, in the form of `pictureOracle`.
func expectMeans(of pixels: PixelBuffer, agreeWith text: String) throws {
    // The greatest difference of a mean, in levels, chosen before the comparison: conversions of a level each in the
    // matrix, the profile and the rounding.
    let tolerance = 2.5
    let means = stride(from: 0, to: text.count, by: 3).compactMap { start in
        Int(text.dropFirst(start).prefix(3), radix: 16).map { Double($0) / 16 }
    }
    try #require(means.count == 48)
    for part in 0..<16 {
        let (y, x) = (part / 4, part % 4)
        let rows = y * pixels.size.height / 4..<(y + 1) * pixels.size.height / 4
        let columns = x * pixels.size.width / 4..<(x + 1) * pixels.size.width / 4
        for channel in 0..<3 {
            var sum = 0
            for row in rows {
                for column in columns {
                    let index = (row * pixels.size.width + column) * pixels.channels
                    sum += Int(pixels.samples[index + (pixels.channels == 3 ? channel : 0)])
                }
            }
            let mean = Double(sum) / Double(rows.count * columns.count)
            #expect(abs(mean - means[3 * part + channel]) < tolerance, "part \(part), channel \(channel)")
        }
    }
}
