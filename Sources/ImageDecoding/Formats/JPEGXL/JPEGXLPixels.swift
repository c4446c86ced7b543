#if JPEGXL
    internal import CLibJXL
    internal import PhotoModel

    /// Decodes a codestream by libjxl, without threads.
    ///
    /// libjxl 0.7 decodes at full size only.
    final class JPEGXLPixels: PixelSource {
        let size: PixelSize
        let channels: Int
        /// The profile of the coded values; `nil` if they are those of sRGB.
        private(set) var profile: [UInt8]?

        private let decoder: JPEGXLDecoder
        private let hasOpacity: Bool
        private let extraChannels: Int
        /// All pixels, because libjxl decodes them in squares.
        private var pixels: UnsafeMutableBufferPointer<UInt8>?
        /// The number of decoded pixels of each row.
        private var decodedPixels: [Int] = []
        /// The reason why there are no more pixels; `nil` while there may be.
        private var stop: DecodeStop?

        /// Reads the header of a codestream and the colours of its values.
        ///
        /// - Parameters:
        ///   - size: The size that the header states.
        ///   - maxProfileBytes: The greatest size of a profile.
        init(_ decoder: JPEGXLDecoder, of size: PixelSize, maxProfileBytes: Int) throws(DecodeStop) {
            self.decoder = decoder
            self.size = size
            let header = try decoder.readHeader()
            guard Int(header.xsize) == size.width, Int(header.ysize) == size.height else {
                throw .corrupt("libjxl reads another size than the header states.")
            }
            guard try !decoder.hasInks(header) else {
                throw .unsupported("JPEG XL in colours of inks is kept, but not decoded.")
            }
            hasOpacity = header.alpha_bits > 0
            extraChannels = Int(header.num_extra_channels)
            channels = (header.num_color_channels == 1 ? 1 : 3) + (hasOpacity ? 1 : 0)
            profile = try decoder.readProfile(header, maxBytes: maxProfileBytes)
        }

        deinit { pixels?.deallocate() }

        /// An estimate of the bytes that libjxl and the pixels need.
        ///
        /// Measured with libjxl 0.7: 1.4 to 3.1 bytes for each pixel of a lossy picture and of a recompressed JPEG, 1
        /// of a lossless one, and 4 for each further channel. A picture that is coded progressively by Squeeze needs
        /// 29. libjxl does not show this before it allocates the memory, and the jail of a worker limits it.
        var memory: Int {
            let (bytes, overflows) = (size.width * size.height)
                .multipliedReportingOverflow(by: 4 + 4 * extraChannels + channels)
            let (sum, sumOverflows) = bytes.addingReportingOverflow(1 << 20)
            return overflows || sumOverflows ? .max : sum
        }

        func readRow(_ y: Int, into row: UnsafeMutableBufferPointer<UInt8>) throws(DecodeStop) {
            if pixels == nil { try start() }
            while decodedPixels[y] < size.width, stop == nil { proceed() }
            if decodedPixels[y] < size.width, let stop { throw stop }
            guard let pixels else { return }
            let start = y * size.width * channels
            for index in 0..<size.width * channels { row[index] = pixels[start + index] }
        }

        private func start() throws(DecodeStop) {
            let pixels = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: size.width * size.height * channels)
            pixels.initialize(repeating: 0)
            self.pixels = pixels
            decodedPixels = [Int](repeating: 0, count: size.height)
            try decoder.start { [unowned self] x, y, samples in add(samples, x: x, y: y) }
        }

        /// Decodes more pixels, or records why that failed.
        private func proceed() {
            do throws(DecodeStop) {
                if try decoder.proceed() { stop = .corrupt("libjxl did not decode all pixels.") }
            } catch {
                stop = error
            }
        }

        /// Adds a part of a row: red, green, blue and opacity of each pixel, from 0 to 1.
        private func add(_ samples: UnsafeBufferPointer<Float>, x: Int, y: Int) {
            let count = samples.count / 4
            guard let pixels, y >= 0, y < size.height, x >= 0, x + count <= size.width else { return }
            let colors = channels < 3 ? 1 : 3
            var target = (y * size.width + x) * channels
            for source in stride(from: 0, to: 4 * count, by: 4) {
                for channel in 0..<colors { pixels[target + channel] = Self.level(samples[source + channel]) }
                if hasOpacity { pixels[target + colors] = Self.level(samples[source + 3]) }
                target += channels
            }
            decodedPixels[y] += count
        }

        /// The nearest of 256 levels; 0 for what is not a number.
        private static func level(_ sample: Float) -> UInt8 {
            sample > 0 ? UInt8(min(sample, 1) * 255 + 0.5) : 0
        }
    }
#endif
