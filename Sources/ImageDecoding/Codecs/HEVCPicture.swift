#if HEVC
    internal import CImageShims
    internal import CLibDE265
    internal import PhotoModel

    /// Decodes pictures that are coded as HEVC by libde265.
    ///
    /// The decoder never starts a thread, because a decoder worker must not.
    enum HEVCPicture {
        /// libde265 keeps its tables while one reference is left.
        ///
        /// This one is never given back.
        private static let isReady = de265_init() == DE265_OK

        /// - Parameters:
        ///   - configuration: The payload of `hvcC` (ISO/IEC 14496-15, 8.3.3.1), with the parameter sets.
        ///   - size: The size that the file states.
        static func decode(
            _ data: [UInt8], configuration: [UInt8], within size: PixelSize
        ) throws(DecodeStop) -> PlanarPicture {
            guard let units = NALUnits(hevc: configuration) else {
                throw .corrupt("The HEVC configuration is corrupt.")
            }
            guard isReady, let decoder = HEVCDecoder() else { throw .noMemory(for: "libde265") }
            var hasPicture = false
            for unit in units.parameterSets + (try units.split(data)) {
                // Units of another layer, such as the second view of a spatial video, have other parameter sets.
                guard unit.count > 2, let kind = unit.first.map({ $0 >> 1 & 63 }), layer(of: unit) == 0 else {
                    continue
                }
                if kind == sequenceKind { try check(unit, within: size, configuration) }
                if kind < 32 {
                    // Only the first picture is decoded. The first slice of a picture has this bit.
                    if hasPicture, unit[unit.startIndex + 2] & 0x80 != 0 { break }
                    hasPicture = true
                }
                try push(unit, to: decoder)
            }
            try check(de265_flush_data(decoder.context))
            return try firstPicture(of: decoder)
        }

        /// The type of a sequence parameter set (ITU-T H.265, table 7-1).
        ///
        /// Types below 32 are slices.
        private static let sequenceKind: UInt8 = 33

        private static func layer(of unit: ArraySlice<UInt8>) -> UInt8 {
            (unit[unit.startIndex] & 1) << 5 | unit[unit.startIndex + 1] >> 3
        }

        /// - Throws: `damaged` if the pictures need more memory than the file states.
        private static func check(
            _ set: ArraySlice<UInt8>, within size: PixelSize, _ configuration: [UInt8]
        ) throws(DecodeStop) {
            guard let parameters = SequenceParameters(hevc: set) else {
                throw .corrupt("A parameter set of the HEVC picture is corrupt.")
            }
            try parameters.check(within: size)
            let stated = (chroma: Int(configuration[16] & 3), depth: Int(configuration[17] & 7) + 8)
            guard parameters.chromaFormat <= stated.chroma, parameters.depth <= stated.depth else {
                throw .corrupt("The samples of the coded picture are not those that the file states.")
            }
        }

        private static func push(_ unit: ArraySlice<UInt8>, to decoder: HEVCDecoder) throws(DecodeStop) {
            let result = unit.withUnsafeBytes {
                de265_push_NAL(decoder.context, $0.baseAddress, Int32(clamping: $0.count), 0, nil)
            }
            try check(result)
        }

        /// Decodes until there is a picture.
        private static func firstPicture(of decoder: HEVCDecoder) throws(DecodeStop) -> PlanarPicture {
            var more: Int32 = 1
            while more != 0 {
                try check(de265_decode(decoder.context, &more))
                var warning = de265_get_warning(decoder.context)
                while warning != DE265_OK {
                    if !benign.contains(warning.rawValue) { try check(warning) }
                    warning = de265_get_warning(decoder.context)
                }
                if let image = de265_get_next_picture(decoder.context) { return try picture(image, of: decoder) }
            }
            throw .truncated("The data contain no complete HEVC picture.")
        }

        /// The planes, which the decoder owns.
        private static func picture(_ image: OpaquePointer, of decoder: HEVCDecoder) throws(DecodeStop)
            -> PlanarPicture
        {
            let size = PixelSize(
                statedWidth: Int(de265_get_image_width(image, 0)), height: Int(de265_get_image_height(image, 0)))
            let depth = Int(de265_get_bits_per_pixel(image, 0))
            let chroma = de265_get_chroma_format(image)
            let isGray = chroma == de265_chroma_mono
            guard let size, 8...16 ~= depth, isGray || de265_get_bits_per_pixel(image, 1) == depth else {
                throw .unsupported("The depths of the planes differ.")
            }
            var planes = opk_planes()
            planes.step = 1
            planes.depth = Int32(depth)
            planes.chroma_columns = chroma == de265_chroma_444 ? 0 : 1
            planes.chroma_rows = chroma == de265_chroma_420 ? 1 : 0
            func plane(_ channel: Int32) -> (UnsafePointer<UInt8>?, Int) {
                var stride: Int32 = 0
                return (de265_get_image_plane(image, channel, &stride), Int(stride))
            }
            (planes.samples.0, planes.strides.0) = plane(0)
            if !isGray {
                (planes.samples.1, planes.strides.1) = plane(1)
                (planes.samples.2, planes.strides.2) = plane(2)
            }
            guard planes.samples.0 != nil else { throw .corrupt("libde265 returned no samples.") }
            let points = CodePoints(
                primaries: Int(de265_get_image_colour_primaries(image)),
                transfer: Int(de265_get_image_transfer_characteristics(image)),
                matrix: Int(de265_get_image_matrix_coefficients(image)),
                isFullRange: de265_get_image_full_range_flag(image) != 0)
            return PlanarPicture(size: size, planes: planes, points: points) { withExtendedLifetime(decoder) {} }
        }

        /// Warnings that do not concern the picture: about threads, and the list of warnings itself.
        private static let benign: Set<de265_error.RawValue> = [
            DE265_WARNING_NO_WPP_CANNOT_USE_MULTITHREADING.rawValue, DE265_WARNING_WARNING_BUFFER_FULL.rawValue,
            DE265_WARNING_NUMBER_OF_THREADS_LIMITED_TO_MAXIMUM.rawValue,
        ]

        private static func check(_ error: de265_error) throws(DecodeStop) {
            guard error != DE265_OK else { return }
            let message = "libde265: \(String(cString: de265_get_error_text(error)))."
            switch error {
            case DE265_ERROR_WAITING_FOR_INPUT_DATA, DE265_ERROR_PREMATURE_END_OF_SLICE: throw .truncated(message)
            case DE265_ERROR_NOT_IMPLEMENTED_YET: throw .unsupported(message)
            case DE265_ERROR_OUT_OF_MEMORY:
                throw .picture(.limited, ImageWarning(code: "decoderLimit", message: message))
            default: throw .corrupt(message)
            }
        }
    }

    /// A decoder of libde265, with the memory of its pictures.
    private final class HEVCDecoder {
        let context: UnsafeMutableRawPointer

        init?() {
            guard let context = de265_new_decoder() else { return nil }
            self.context = context
        }

        deinit { de265_free_decoder(context) }
    }
#else
    internal import PhotoModel

    enum HEVCPicture {
        static func decode(
            _ data: [UInt8], configuration: [UInt8], within size: PixelSize
        ) throws(DecodeStop) -> PlanarPicture {
            throw .unsupported("Pictures coded as HEVC are not decoded by this build.")
        }
    }
#endif
