#if JPEGXL
    internal import CLibJXL
    internal import PhotoModel

    /// libjxl's decoder of one codestream, which reads the codestream in pieces.
    final class JPEGXLDecoder {
        /// Gets a part of a row: its position, and red, green, blue and opacity of each pixel.
        typealias Pixels = (_ x: Int, _ y: Int, _ samples: UnsafeBufferPointer<Float>) -> Void

        private let decoder: OpaquePointer
        private let source: ImageSource
        private let progress: DecodeProgress
        /// The parts of the codestream that were not read yet.
        private var parts: [Range<Int>]
        /// The bytes that libjxl has, and those among them that it has not used.
        private var input = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
        private var unused = 0..<0
        private var take: Pixels?

        /// Red, green, blue and opacity as floating-point numbers, because libjxl then needs no memory for all pixels.
        private var format = JxlPixelFormat(
            num_channels: 4, data_type: JXL_TYPE_FLOAT, endianness: JXL_NATIVE_ENDIAN, align: 0)

        init(
            _ parts: [Range<Int>], of source: ImageSource, _ progress: DecodeProgress
        ) throws(DecodeStop) {
            guard let decoder = JxlDecoderCreate(nil) else { throw .noMemory(for: "libjxl") }
            self.decoder = decoder
            self.source = source
            self.progress = progress
            self.parts = parts.reversed()
            let events = JXL_DEC_BASIC_INFO.rawValue | JXL_DEC_COLOR_ENCODING.rawValue | JXL_DEC_FULL_IMAGE.rawValue
            JxlDecoderSubscribeEvents(decoder, Int32(events))
            // The orientation is applied as that of all formats.
            JxlDecoderSetKeepOrientation(decoder, JXL_TRUE)
            JxlDecoderSetUnpremultiplyAlpha(decoder, JXL_TRUE)
        }

        deinit {
            JxlDecoderDestroy(decoder)
            input.deallocate()
        }

        func readHeader() throws(DecodeStop) -> JxlBasicInfo {
            var header = JxlBasicInfo()
            guard try nextEvent() == JXL_DEC_BASIC_INFO, JxlDecoderGetBasicInfo(decoder, &header) == JXL_DEC_SUCCESS
            else { throw Self.corrupt }
            return header
        }

        /// Whether the picture has a channel of black ink.
        func hasInks(_ header: JxlBasicInfo) throws(DecodeStop) -> Bool {
            for index in 0..<header.num_extra_channels {
                var channel = JxlExtraChannelInfo()
                guard JxlDecoderGetExtraChannelInfo(decoder, Int(index), &channel) == JXL_DEC_SUCCESS else {
                    throw Self.corrupt
                }
                if channel.type == JXL_CHANNEL_BLACK { return true }
            }
            return false
        }

        /// The ICC profile of the values that will be decoded; `nil` for those of sRGB.
        ///
        /// Lossy pictures have absolute colours, which libjxl converts to sRGB.
        func readProfile(_ header: JxlBasicInfo, maxBytes: Int) throws(DecodeStop) -> [UInt8]? {
            guard try nextEvent() == JXL_DEC_COLOR_ENCODING else { throw Self.corrupt }
            var colors = JxlColorEncoding()
            if header.uses_original_profile == JXL_FALSE {
                colors.color_space = header.num_color_channels == 1 ? JXL_COLOR_SPACE_GRAY : JXL_COLOR_SPACE_RGB
                colors.white_point = JXL_WHITE_POINT_D65
                colors.primaries = JXL_PRIMARIES_SRGB
                colors.transfer_function = JXL_TRANSFER_FUNCTION_SRGB
                guard JxlDecoderSetPreferredColorProfile(decoder, &colors) == JXL_DEC_SUCCESS else {
                    throw Self.corrupt
                }
                return nil
            }
            if opk_jxl_colors(decoder, &colors) == JXL_DEC_SUCCESS, colors.isSRGB { return nil }
            var count = 0
            guard opk_jxl_profile_size(decoder, &count) == JXL_DEC_SUCCESS, count <= maxBytes else { return [] }
            var profile = [UInt8](repeating: 0, count: count)
            return opk_jxl_profile(decoder, &profile, count) == JXL_DEC_SUCCESS ? profile : []
        }

        /// Begins to decode the first picture.
        func start(_ take: @escaping Pixels) throws(DecodeStop) {
            self.take = take
            guard try nextEvent() == JXL_DEC_NEED_IMAGE_OUT_BUFFER else { throw Self.corrupt }
            let status = JxlDecoderSetImageOutCallback(
                decoder, &format,
                { context, x, y, count, samples in
                    guard let context, let samples else { return }
                    let decoder = Unmanaged<JPEGXLDecoder>.fromOpaque(context).takeUnretainedValue()
                    let values = samples.assumingMemoryBound(to: Float.self)
                    decoder.take?(x, y, UnsafeBufferPointer(start: values, count: 4 * count))
                }, Unmanaged.passUnretained(self).toOpaque())
            guard status == JXL_DEC_SUCCESS else { throw Self.corrupt }
        }

        /// Decodes what the present bytes have, and reads more; `true` after the last pixel.
        func proceed() throws(DecodeStop) -> Bool {
            switch JxlDecoderProcessInput(decoder) {
            case JXL_DEC_NEED_MORE_INPUT: try readMore()
            case JXL_DEC_FULL_IMAGE, JXL_DEC_SUCCESS: return true
            default: throw Self.corrupt
            }
            return false
        }

        private func nextEvent() throws(DecodeStop) -> JxlDecoderStatus {
            while true {
                let event = JxlDecoderProcessInput(decoder)
                guard event == JXL_DEC_NEED_MORE_INPUT else { return event }
                try readMore()
            }
        }

        /// Gives libjxl the bytes that it has not used, and more.
        ///
        /// - Throws: `damaged` at the end of the codestream.
        private func readMore() throws(DecodeStop) {
            let restCount = JxlDecoderReleaseInput(decoder)
            unused = unused.upperBound - min(restCount, unused.count)..<unused.upperBound
            // libjxl needs some parts of a codestream at once.
            let rest = UnsafeRawBufferPointer(rebasing: input[unused])
            if 2 * unused.count > input.count {
                let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: 2 * input.count, alignment: 16)
                larger.copyMemory(from: rest)
                input.deallocate()
                input = larger
            } else {
                input.copyMemory(from: rest)
            }
            unused = 0..<unused.count
            let known = unused.count
            while unused.count < input.count, let part = parts.popLast() {
                let piece = part.prefix(input.count - unused.count)
                if piece.count < part.count { parts.append(part.dropFirst(piece.count)) }
                let bytes = try withCallerErrors { () throws(PhotoLibraryError) in
                    try progress.advance(to: min(piece.lowerBound, source.size))
                    return try source.bytes(piece)
                }
                UnsafeMutableRawBufferPointer(rebasing: input[unused.upperBound...]).copyBytes(from: bytes)
                unused = 0..<unused.count + bytes.count
            }
            guard unused.count > known else { throw .truncated("The JPEG XL data end inside of the picture.") }
            let start = input.baseAddress?.assumingMemoryBound(to: UInt8.self)
            guard JxlDecoderSetInput(decoder, start, unused.count) == JXL_DEC_SUCCESS else { throw Self.corrupt }
        }

        private static let corrupt = DecodeStop.corrupt("libjxl reports corrupt data.")
    }

    extension JxlColorEncoding {
        /// Whether the values are those of sRGB.
        fileprivate var isSRGB: Bool {
            transfer_function == JXL_TRANSFER_FUNCTION_SRGB && white_point == JXL_WHITE_POINT_D65
                && (color_space == JXL_COLOR_SPACE_GRAY
                    || color_space == JXL_COLOR_SPACE_RGB && primaries == JXL_PRIMARIES_SRGB)
        }
    }
#endif
