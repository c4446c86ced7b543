#if H264
    internal import CImageShims
    internal import CLibOpenH264
    internal import PhotoModel

    /// Decodes key frames that are coded as H.264 by libopenh264.
    ///
    /// The decoder uses this thread only, because a decoder worker must not start one.
    enum H264Picture {
        /// - Parameters:
        ///   - configuration: The payload of `avcC` (ISO/IEC 14496-15, 5.3.3.1), with the parameter sets.
        ///   - size: The size that the file states.
        static func decode(
            _ data: [UInt8], configuration: [UInt8], within size: PixelSize
        ) throws(DecodeStop) -> PlanarPicture {
            guard let units = NALUnits(h264: configuration) else {
                throw .corrupt("The H.264 configuration is corrupt.")
            }
            var stream: [UInt8] = []
            var points: CodePoints?
            var hasPicture = false
            units: for unit in units.parameterSets + (try units.split(data)) {
                guard let head = unit.first, let kind = Kind(rawValue: head & 31) else { continue }
                switch kind {
                case .sequence: points = try check(unit, within: size).points
                case .pictures: break
                case .slice, .keySlice:
                    // Only the first picture is decoded. The first slice of a picture begins with the macroblock 0,
                    // whose code is the bit 1.
                    let isFirst = unit.dropFirst().first.map { $0 & 0x80 != 0 } ?? false
                    if isFirst, hasPicture { break units }
                    hasPicture = true
                }
                stream += [0, 0, 0, 1] + unit
            }
            guard let points, hasPicture else { throw .truncated("The data contain no complete H.264 picture.") }
            guard let decoder = H264Decoder() else { throw .noMemory(for: "libopenh264") }
            return try decoder.decode(stream, points)
        }

        /// The types of units that the first picture needs (ITU-T H.264, table 7-1).
        private enum Kind: UInt8 {
            case slice = 1, keySlice = 5, sequence = 7, pictures
        }

        private static func check(
            _ set: ArraySlice<UInt8>, within size: PixelSize
        ) throws(DecodeStop) -> SequenceParameters {
            guard let parameters = SequenceParameters(h264: set) else {
                throw .corrupt("A parameter set of the H.264 picture is corrupt.")
            }
            try parameters.check(within: size)
            guard !parameters.hasFields else {
                throw .unsupported("Interlaced H.264 videos are kept, but show no picture.")
            }
            guard parameters.depth == 8, parameters.chromaFormat == 1 else {
                throw .unsupported(
                    "H.264 videos of more than 8 bits, or with colours for more than every fourth pixel, are kept, but "
                        + "show no picture.")
            }
            return parameters
        }
    }

    /// A decoder of libopenh264, with the memory of its pictures.
    private final class H264Decoder {
        private let handle: UnsafeMutablePointer<ISVCDecoder?>
        private let calls: ISVCDecoderVtbl

        init?() {
            var created: UnsafeMutablePointer<ISVCDecoder?>?
            guard WelsCreateDecoder(&created) == 0, let created, let calls = created.pointee?.pointee else {
                return nil
            }
            (handle, self.calls) = (created, calls)
            // It prints nothing to the standard error stream.
            var level = Int32(WELS_LOG_QUIET)
            _ = calls.SetOption(handle, DECODER_OPTION_TRACE_LEVEL, &level)
            var parameters = SDecodingParam()
            parameters.eEcActiveIdc = ERROR_CON_DISABLE
            parameters.sVideoProperty.size = UInt32(MemoryLayout<SVideoProperty>.size)
            parameters.sVideoProperty.eVideoBsType = VIDEO_BITSTREAM_AVC
            guard calls.Initialize(handle, &parameters) == 0 else { return nil }
        }

        deinit {
            _ = calls.Uninitialize(handle)
            WelsDestroyDecoder(handle)
        }

        /// Decodes a stream with start codes that has one picture.
        func decode(_ stream: [UInt8], _ points: CodePoints) throws(DecodeStop) -> PlanarPicture {
            guard let count = Int32(exactly: stream.count) else { throw .corrupt("The H.264 picture is too long.") }
            var samples: [UnsafeMutablePointer<UInt8>?] = [nil, nil, nil]
            var buffer = SBufferInfo()
            try check(calls.DecodeFrameNoDelay(handle, stream, count, &samples, &buffer))
            if buffer.iBufferStatus != 1 { try check(calls.FlushFrame(handle, &samples, &buffer)) }
            guard buffer.iBufferStatus == 1 else { throw .truncated("The data contain no complete H.264 picture.") }
            let layout = buffer.UsrData.sSystemBuffer
            guard let size = PixelSize(statedWidth: Int(layout.iWidth), height: Int(layout.iHeight)),
                let luma = samples[0], let blue = samples[1], let red = samples[2]
            else { throw .corrupt("libopenh264 returned no samples.") }
            var planes = opk_planes()
            (planes.depth, planes.step, planes.chroma_columns, planes.chroma_rows) = (8, 1, 1, 1)
            planes.samples = (UnsafePointer(luma), UnsafePointer(blue), UnsafePointer(red), nil)
            let (stride, chromaStride) = (Int(layout.iStride.0), Int(layout.iStride.1))
            planes.strides = (stride, chromaStride, chromaStride, 0)
            return PlanarPicture(size: size, planes: planes, points: points) { withExtendedLifetime(self) {} }
        }

        private func check(_ state: DECODING_STATE) throws(DecodeStop) {
            guard state.rawValue & ~dsFramePending.rawValue != 0 else { return }
            if state.rawValue & dsOutOfMemory.rawValue != 0 { throw .noMemory(for: "libopenh264") }
            // This decoder got the sets, and does not know their profile or level.
            if state == dsNoParamSets { throw .unsupported("libopenh264 does not decode this kind of H.264.") }
            throw .corrupt("libopenh264 reports corrupt data (state \(state.rawValue)).")
        }
    }
#else
    internal import PhotoModel

    enum H264Picture {
        static func decode(
            _ data: [UInt8], configuration: [UInt8], within size: PixelSize
        ) throws(DecodeStop) -> PlanarPicture {
            throw .unsupported("Pictures coded as H.264 are not decoded by this build.")
        }
    }
#endif
