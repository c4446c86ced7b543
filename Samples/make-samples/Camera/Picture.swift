/// A picture in 8-bit sRGB: 3 bytes for each pixel (red, green, blue), row by row from the top, without padding.
struct Picture: Sendable {
    let width: Int
    let height: Int
    var bytes: [UInt8]

    /// The turns of EXIF's orientation tag that cameras write.
    enum Turn: UInt16, Sendable {
        case none = 1
        case half = 3
        /// The tag of a picture that must be turned clockwise to be upright.
        case clockwise = 6
        /// The tag of a picture that must be turned counterclockwise to be upright.
        case counterclockwise = 8

        /// The inverse turn.
        var inverse: Turn {
            switch self {
            case .none, .half: self
            case .clockwise: .counterclockwise
            case .counterclockwise: .clockwise
            }
        }
    }

    func turned(_ turn: Turn) -> Picture {
        switch turn {
        case .none: self
        case .half: rearranged(width, height) { x, y in (width - 1 - x, height - 1 - y) }
        case .clockwise: rearranged(height, width) { x, y in (y, height - 1 - x) }
        case .counterclockwise: rearranged(height, width) { x, y in (width - 1 - y, x) }
        }
    }

    /// The rectangle with these edges, as fractions of the width and height.
    func cropped(left: Double, top: Double, right: Double, bottom: Double) -> Picture {
        let (x0, y0) = (Int(Double(width) * left), Int(Double(height) * top))
        let (x1, y1) = (Int(Double(width) * right), Int(Double(height) * bottom))
        return rearranged(x1 - x0, y1 - y0) { x, y in (x0 + x, y0 + y) }
    }

    /// The picture with each pixel changed by a function; values are coded sRGB, 0…1.
    func mapped(_ change: (Color) -> Color) -> Picture {
        var result = self
        for i in stride(from: 0, to: bytes.count, by: 3) {
            let color = Color(Float(bytes[i]), Float(bytes[i + 1]), Float(bytes[i + 2])) / 255
            let changed = change(color).clamped(lowerBound: .zero, upperBound: .one) * 255 + 0.5
            for channel in 0..<3 { result.bytes[i + channel] = UInt8(changed[channel]) }
        }
        return result
    }

    private func rearranged(_ width: Int, _ height: Int, _ source: (Int, Int) -> (Int, Int)) -> Picture {
        var result = Picture(width: width, height: height, bytes: [UInt8](repeating: 0, count: width * height * 3))
        for y in 0..<height {
            for x in 0..<width {
                let (sourceX, sourceY) = source(x, y)
                let (to, from) = ((y * width + x) * 3, (sourceY * self.width + sourceX) * 3)
                for channel in 0..<3 { result.bytes[to + channel] = bytes[from + channel] }
            }
        }
        return result
    }
}
