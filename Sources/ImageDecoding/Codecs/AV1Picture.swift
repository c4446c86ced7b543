#if AV1
    internal import CImageShims
    internal import CLibDav1d
    internal import Glibc
    internal import PhotoModel

    /// Decodes pictures that are coded as AV1 by libdav1d.
    ///
    /// The decoder uses this thread only, because a decoder worker must not start one.
    enum AV1Picture {
        /// - Parameters:
        ///   - data: The open bitstream units of one picture, with its sequence header.
        ///   - size: The size that the file states.
        static func decode(_ data: [UInt8], within size: PixelSize) throws(DecodeStop) -> PlanarPicture {
            var settings = Dav1dSettings()
            dav1d_default_settings(&settings)
            settings.n_threads = 1
            settings.max_frame_delay = 1
            settings.all_layers = 0
            let margin = SequenceParameters.blockMargin
            settings.frame_size_limit = UInt32(clamping: (size.width + margin) * (size.height + margin))
            // Without a callback, dav1d prints nothing.
            settings.logger.callback = nil
            var decoder: OpaquePointer?
            try check(dav1d_open(&decoder, &settings))
            defer { dav1d_close(&decoder) }
            var picture = Dav1dPicture()
            try decode(data, &picture, by: decoder)
            do {
                return try planes(of: picture)
            } catch {
                dav1d_picture_unref(&picture)
                throw error
            }
        }

        private static func decode(
            _ data: [UInt8], _ picture: inout Dav1dPicture, by decoder: OpaquePointer?
        ) throws(DecodeStop) {
            var input = Dav1dData()
            guard !data.isEmpty, let bytes = dav1d_data_create(&input, data.count) else {
                throw .truncated("The AV1 picture has no data.")
            }
            bytes.update(from: data, count: data.count)
            defer { dav1d_data_unref(&input) }
            while true {
                if input.sz > 0 {
                    let sent = dav1d_send_data(decoder, &input)
                    if sent != again { try check(sent) }
                }
                let result = dav1d_get_picture(decoder, &picture)
                if result == 0 { return }
                if result != again { try check(result) }
                if input.sz == 0 {
                    // All data are sent, so this call returns what the decoder still has.
                    let last = dav1d_get_picture(decoder, &picture)
                    if last == 0 { return }
                    if last != again { try check(last) }
                    throw .truncated("The data contain no complete AV1 picture.")
                }
            }
        }

        /// Takes the reference of the picture, which owns the planes.
        private static func planes(of picture: Dav1dPicture) throws(DecodeStop) -> PlanarPicture {
            let parameters = picture.p
            guard let size = PixelSize(statedWidth: Int(parameters.w), height: Int(parameters.h)),
                8...16 ~= parameters.bpc, let header = picture.seq_hdr, let luma = picture.data.0
            else { throw .corrupt("libdav1d returned no samples.") }
            var planes = opk_planes()
            planes.step = 1
            planes.depth = parameters.bpc
            planes.chroma_columns = parameters.layout == DAV1D_PIXEL_LAYOUT_I444 ? 0 : 1
            planes.chroma_rows = parameters.layout == DAV1D_PIXEL_LAYOUT_I420 ? 1 : 0
            planes.samples.0 = UnsafePointer(luma.assumingMemoryBound(to: UInt8.self))
            planes.strides.0 = picture.stride.0
            if parameters.layout != DAV1D_PIXEL_LAYOUT_I400, let blue = picture.data.1, let red = picture.data.2 {
                planes.samples.1 = UnsafePointer(blue.assumingMemoryBound(to: UInt8.self))
                planes.samples.2 = UnsafePointer(red.assumingMemoryBound(to: UInt8.self))
                (planes.strides.1, planes.strides.2) = (picture.stride.1, picture.stride.1)
            }
            let points = CodePoints(
                primaries: Int(header.pointee.pri.rawValue), transfer: Int(header.pointee.trc.rawValue),
                matrix: Int(header.pointee.mtrx.rawValue), isFullRange: header.pointee.color_range != 0)
            var owned = picture
            return PlanarPicture(size: size, planes: planes, points: points) { dav1d_picture_unref(&owned) }
        }

        private static let again = -EAGAIN

        private static func check(_ result: Int32) throws(DecodeStop) {
            switch result {
            case 0: return
            case -ENOMEM: throw .noMemory(for: "libdav1d")
            case -ERANGE: throw .corrupt("The coded picture is larger than the file states.")
            case -ENOPROTOOPT: throw .unsupported("libdav1d does not decode this kind of AV1.")
            default: throw .corrupt("libdav1d: error \(-result).")
            }
        }
    }
#else
    internal import PhotoModel

    enum AV1Picture {
        static func decode(_ data: [UInt8], within size: PixelSize) throws(DecodeStop) -> PlanarPicture {
            throw .unsupported("Pictures coded as AV1 are not decoded by this build.")
        }
    }
#endif
