#if WebP
    internal import CImageShims
    internal import CLibWebP
    internal import PhotoModel

    /// Decodes WebP pictures by libwebp.
    enum WebPPicture {
        /// Decodes one picture: Y, Cb, Cr and opacity of a lossy one, red, green, blue and opacity of a lossless one.
        ///
        /// - Parameters:
        ///   - data: The chunks of a still picture or of a frame: `ALPH` and `VP8 `, or `VP8L`.
        ///   - size: The size that the file states. A picture of another size is refused before it gets memory.
        /// - Returns: The picture, and the reason if not all of its rows were decoded.
        static func decode(
            _ data: [UInt8], of size: PixelSize
        ) throws(DecodeStop) -> (picture: PlanarPicture, stop: DecodeStop?) {
            guard let output = WebPOutput() else { throw .noMemory(for: "libwebp") }
            let (status, rows) = try data.withUnsafeBufferPointer { (data) throws(DecodeStop) in
                try output.decode(data, of: size)
            }
            let stop = stop(for: status)
            guard let size = output.size, let planes = output.planes, rows > 0 else {
                throw stop ?? .corrupt("libwebp returned no samples.")
            }
            let picture = PlanarPicture(
                size: size, planes: planes, points: output.points, decodedRows: min(rows, size.height)
            ) { withExtendedLifetime(output) {} }
            return (picture, stop)
        }

        private static func stop(for status: VP8StatusCode) -> DecodeStop? {
            switch status {
            case VP8_STATUS_OK: nil
            case VP8_STATUS_SUSPENDED, VP8_STATUS_NOT_ENOUGH_DATA:
                .truncated("The WebP data end inside of the picture.")
            case VP8_STATUS_OUT_OF_MEMORY: .noMemory(for: "libwebp")
            case VP8_STATUS_UNSUPPORTED_FEATURE: .unsupported("libwebp does not decode this kind of WebP.")
            default: .corrupt("libwebp reports corrupt data (status \(status.rawValue)).")
            }
        }
    }

    /// The configuration of a decode by libwebp, and the memory of its planes.
    private final class WebPOutput {
        /// libwebp keeps references to the configuration, so it stays at one address.
        private let config = UnsafeMutablePointer<WebPDecoderConfig>.allocate(capacity: 1)

        init?() { guard WebPInitDecoderConfig(config) != 0 else { return nil } }

        deinit {
            WebPFreeDecBuffer(&config.pointee.output)
            config.deallocate()
        }

        /// Decodes as many rows as the data have.
        func decode(
            _ data: UnsafeBufferPointer<UInt8>, of size: PixelSize
        ) throws(DecodeStop) -> (status: VP8StatusCode, rows: Int) {
            let status = WebPGetFeatures(data.baseAddress, data.count, &config.pointee.input)
            guard status == VP8_STATUS_OK else { return (status, 0) }
            guard config.pointee.input.width == size.width, config.pointee.input.height == size.height else {
                throw .corrupt("The coded picture has another size than the file states.")
            }
            // A lossless picture has colours in each pixel, which Y, Cb and Cr of libwebp have not.
            config.pointee.output.colorspace =
                isLossless ? MODE_RGBA : config.pointee.input.has_alpha != 0 ? MODE_YUVA : MODE_YUV
            guard let decoder = WebPIDecode(nil, 0, config) else { return (VP8_STATUS_OUT_OF_MEMORY, 0) }
            defer { WebPIDelete(decoder) }
            let result = WebPIUpdate(decoder, data.baseAddress, data.count)
            var rows: Int32 = 0
            let samples =
                isLossless
                ? WebPIDecGetRGB(decoder, &rows, nil, nil, nil)
                : WebPIDecGetYUVA(decoder, &rows, nil, nil, nil, nil, nil, nil, nil, nil)
            return (result, samples == nil ? 0 : Int(rows))
        }

        var size: PixelSize? {
            PixelSize(statedWidth: Int(config.pointee.output.width), height: Int(config.pointee.output.height))
        }

        /// Format 2 of libwebp's features is a lossless picture.
        private var isLossless: Bool { config.pointee.input.format == 2 }

        /// VP8 uses the levels and the matrix of ITU-R BT.601 (RFC 6386, 9.2).
        var points: CodePoints {
            CodePoints(primaries: 1, transfer: 13, matrix: isLossless ? 0 : 6, isFullRange: isLossless)
        }

        /// The planes; `nil` if no row was decoded.
        var planes: opk_planes? { isLossless ? interleavedPlanes : separatePlanes }

        private var interleavedPlanes: opk_planes? {
            let buffer = config.pointee.output.u.RGBA
            guard let red = buffer.rgba else { return nil }
            var planes = opk_planes()
            (planes.depth, planes.step) = (8, 4)
            planes.samples = (
                UnsafePointer(red + 1), UnsafePointer(red + 2), UnsafePointer(red),
                config.pointee.input.has_alpha != 0 ? UnsafePointer(red + 3) : nil
            )
            let stride = Int(buffer.stride)
            planes.strides = (stride, stride, stride, stride)
            return planes
        }

        private var separatePlanes: opk_planes? {
            let buffer = config.pointee.output.u.YUVA
            guard let luma = buffer.y, let blue = buffer.u, let red = buffer.v else { return nil }
            var planes = opk_planes()
            (planes.depth, planes.step, planes.chroma_columns, planes.chroma_rows) = (8, 1, 1, 1)
            planes.samples = (UnsafePointer(luma), UnsafePointer(blue), UnsafePointer(red), nil)
            planes.strides = (Int(buffer.y_stride), Int(buffer.u_stride), Int(buffer.v_stride), Int(buffer.a_stride))
            if let opacity = buffer.a { planes.samples.3 = UnsafePointer(opacity) }
            return planes
        }
    }
#else
    internal import PhotoModel

    enum WebPPicture {
        static func decode(
            _ data: [UInt8], of size: PixelSize
        ) throws(DecodeStop) -> (picture: PlanarPicture, stop: DecodeStop?) {
            throw .unsupported("WebP pictures are not decoded by this build.")
        }
    }
#endif
