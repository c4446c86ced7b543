import Foundation

extension Picture {
    /// The filters that services use to make pictures smaller.
    enum Filter: Sendable {
        /// A windowed sinc with three lobes, which is sharp: the default of ImageMagick and Pillow for photos.
        case lanczos
        /// The mean of the area that a new pixel covers, as in browsers and chats.
        case area
    }

    /// The same picture with its long side `longSide` pixels long, both sides rounded to whole pixels.
    ///
    /// Coded values are resampled, as by services. The centres of pixels are exact, so that the content does not shift.
    func scaled(longSide: Int, _ filter: Filter) -> Picture {
        let ratio = Double(longSide) / Double(max(width, height))
        let newWidth = Int((Double(width) * ratio).rounded())
        let newHeight = Int((Double(height) * ratio).rounded())
        var pixels = [Color](repeating: .zero, count: width * height)
        for i in pixels.indices {
            pixels[i] = Color(Float(bytes[3 * i]), Float(bytes[3 * i + 1]), Float(bytes[3 * i + 2]))
        }
        // Each pass transposes the picture, so that the same function resamples both axes.
        pixels = filter.resampleRows(of: pixels, width: width, height: height, to: newWidth)
        pixels = filter.resampleRows(of: pixels, width: height, height: newWidth, to: newHeight)
        var result = Picture(width: newWidth, height: newHeight, bytes: [])
        result.bytes.reserveCapacity(pixels.count * 3)
        for pixel in pixels {
            let rounded = pixel.clamped(lowerBound: .zero, upperBound: Color(repeating: 255)) + 0.5
            for channel in 0..<3 { result.bytes.append(UInt8(rounded[channel])) }
        }
        return result
    }
}

extension Picture.Filter {
    /// Half the width of the filter, in new pixels.
    private var radius: Double {
        switch self {
        case .lanczos: 3
        case .area: 0.5
        }
    }

    /// The weight of an old pixel that reaches from `low` to `high`, in new pixels from the new pixel's centre.
    private func weight(_ low: Double, _ high: Double) -> Double {
        switch self {
        case .lanczos:
            let x = (low + high) / 2
            guard abs(x) < 3 else { return 0 }
            guard abs(x) > 1e-9 else { return 1 }
            return 3 * sin(.pi * x) * sin(.pi * x / 3) / (.pi * .pi * x * x)
        case .area:
            return max(0, min(high, 0.5) - max(low, -0.5))
        }
    }

    /// Resamples every row to `newWidth` pixels and transposes the result, which has `newWidth` rows of `height`
    /// pixels.
    fileprivate func resampleRows(of pixels: [Color], width: Int, height: Int, to newWidth: Int) -> [Color] {
        let step = Double(width) / Double(newWidth)
        var result = [Color](repeating: .zero, count: newWidth * height)
        for column in 0..<newWidth {
            let center = (Double(column) + 0.5) * step
            let first = max(0, Int(center - radius * step))
            let last = min(width - 1, Int(center + radius * step))
            let weights = (first...last).map { old in
                weight((Double(old) - center) / step, (Double(old) + 1 - center) / step)
            }
            let total = weights.reduce(0, +)
            let normalized = weights.map { Float($0 / total) }
            for row in 0..<height {
                var sum = Color.zero
                for (i, weight) in normalized.enumerated() { sum += weight * pixels[row * width + first + i] }
                result[column * height + row] = sum
            }
        }
        return result
    }
}
