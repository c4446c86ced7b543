import Foundation

/// A camera: converts the light of a scene to the pixels of a photo (lens, exposure, sensor, development).
struct Sensor: Sendable {
    /// The exposure in stops.
    var exposure: Float = 0
    /// The electrons of a fully exposed pixel: 20000 in bright daylight, 800 at night.
    ///
    /// Fewer electrons give more noise.
    var wellDepth: Float = 12000
    /// The darkening of the corners, 0…1.
    var vignette: Float = 0.25
    /// The seed of the noise, which is different for every frame.
    var seed: UInt64

    func develop(_ canvas: Canvas) -> Picture {
        var canvas = canvas
        Lens.bloom(&canvas)
        expose(&canvas)
        return sharpened(canvas)
    }

    /// Converts light to coded values 0…1, pixel by pixel: exposure, vignetting, noise and the tone curve.
    private func expose(_ canvas: inout Canvas) {
        var random = SplitMix64(seed: seed)
        let gain = exp2(exposure) * 0.6
        let corner = dot(canvas.extent, canvas.extent)
        let (vignette, wellDepth, curve) = (vignette, wellDepth, Sensor.curve)
        let limit = Color(repeating: Sensor.brightest)
        canvas.adjust { light, position in
            let falloff = 1 - vignette * dot(position, position) / corner
            let signal = (light * gain * falloff).clamped(lowerBound: .zero, upperBound: limit)
            // Shot noise grows with the root of the signal. 9 is the variance of the read noise.
            let variance = signal / wellDepth + Color(repeating: 9 / (wellDepth * wellDepth))
            let noisy = signal + variance.squareRoot() * random.gaussians()
            let root = (noisy.clamped(lowerBound: .zero, upperBound: limit) / limit).squareRoot() * 4096 + 0.5
            return Color(curve[Int(root.x)], curve[Int(root.y)], curve[Int(root.z)])
        }
    }

    /// The tone curve, as a table over the root of light up to `brightest`, which is fine in the shadows.
    ///
    /// It consists of a filmic shoulder (Narkowicz's fit of the ACES curve) and the sRGB transfer function as a power
    /// of 2.2.
    private static let curve: [Float] = (0...4096).map { step in
        let root = Float(step) / 4096
        let x = root * root * brightest
        let response = x * (x * 2.51 + 0.03) / (x * (x * 2.43 + 0.59) + 0.14)
        return pow(saturate(response), 1 / 2.2)
    }

    /// The light from which on the result is white.
    private static let brightest: Float = 16

    /// Applies an unsharp mask with the eight neighbours, and rounds to 8 bits.
    private func sharpened(_ canvas: Canvas) -> Picture {
        let (width, height) = (canvas.width, canvas.height)
        var bytes = [UInt8](repeating: 0, count: width * height * 3)
        for y in 0..<height {
            let (above, below) = (max(y - 1, 0) * width, min(y + 1, height - 1) * width)
            for x in 0..<width {
                let (left, right) = (max(x - 1, 0), min(x + 1, width - 1))
                let center = canvas.pixels[y * width + x]
                let near = canvas.pixels[y * width + left] + canvas.pixels[y * width + right]
                let over = canvas.pixels[above + x] + canvas.pixels[below + x]
                let blurred = (near + over) * 0.15 + center * 0.4
                let sharp = center + (center - blurred) * 0.7
                let rounded = sharp.clamped(lowerBound: .zero, upperBound: .one) * 255 + 0.5
                for channel in 0..<3 { bytes[(y * width + x) * 3 + channel] = UInt8(rounded[channel]) }
            }
        }
        return Picture(width: width, height: height, bytes: bytes)
    }
}

extension SplitMix64 {
    /// Three nearly normal random numbers with mean 0 and standard deviation 1.
    ///
    /// The numbers are correlated, because the colours of a sensor are computed from neighbouring cells.
    fileprivate mutating func gaussians() -> Color {
        let (a, b) = (next(), next())
        let shared = Color(repeating: gaussian(a) * 0.6)
        return shared + Color(gaussian(a >> 32), gaussian(b), gaussian(b >> 32)) * 0.8
    }

    /// A nearly normal number, from the sum of the lower four bytes.
    private func gaussian(_ bits: UInt64) -> Float {
        let sum = (bits & 0xFF) + (bits >> 8 & 0xFF) + (bits >> 16 & 0xFF) + (bits >> 24 & 0xFF)
        return (Float(sum) - 510) * (1 / 147.8)
    }
}
