#if HEIC
    internal import CLibHEIF
    internal import PhotoModel

    extension DecodeJob {
        /// Decodes the primary image of a HEIC or AVIF through libheif, as displayed: it applies the properties `irot`,
        /// `imir` and `clap`, so that the reading's orientation is up.
        func readHEIF(_ reading: inout ImageReading, into consumer: inout some LumaConsumer)
            throws(PhotoLibraryError)
        {
            try ContainerReader(source, limits, progress).inspect(&reading)
            try run(&reading) { (reading) throws(DecodeStop) in
                guard let size = reading.storedSize else {
                    throw .picture(.damaged, ImageWarning(code: "corruptData", message: "There is no image."))
                }
                try checkSize(size)
                try withMemory(wholeMemory(size)) { () throws(DecodeStop) in
                    let bytes = try allBytes()
                    guard let context = heif_context_alloc() else { throw Self.outOfMemory }
                    defer { heif_context_free(context) }
                    // Decoding stays on this thread, and within the size that was asked of the budget; codecs pad to blocks.
                    heif_context_set_max_decoding_threads(context, 0)
                    heif_context_set_maximum_image_size_limit(
                        context, Int32(clamping: max(size.width, size.height) + 64))
                    try check(heif_context_read_from_memory(context, bytes, bytes.count, nil))
                    try decode(context, within: size, &reading, into: &consumer)
                }
            }
        }

        private func decode(
            _ context: OpaquePointer, within stated: PixelSize, _ reading: inout ImageReading,
            into consumer: inout some LumaConsumer
        ) throws(DecodeStop) {
            var handle: OpaquePointer?
            try check(heif_context_get_primary_image_handle(context, &handle))
            defer { heif_image_handle_release(handle) }
            var profile = [UInt8](repeating: 0, count: heif_image_handle_get_raw_color_profile_size(handle))
            if !profile.isEmpty, profile.count <= limits.maxMetadataBytes {
                try check(heif_image_handle_get_raw_color_profile(handle, &profile))
            }
            let conversion = try conversion(by: profile.isEmpty ? nil : profile, &reading)
            var image: OpaquePointer?
            try check(heif_decode_image(handle, &image, heif_colorspace_RGB, heif_chroma_interleaved_RGBA, nil))
            defer { heif_image_release(image) }
            var stride: Int32 = 0
            let size = PixelSize(
                width: Int(heif_image_get_width(image, heif_channel_interleaved)),
                height: Int(heif_image_get_height(image, heif_channel_interleaved)))
            guard let pixels = heif_image_get_plane_readonly(image, heif_channel_interleaved, &stride), size.width > 0,
                size.height > 0, Int(stride) >= size.width * 4
            else { throw Self.outOfMemory }
            reading.storedSize = size
            reading.metadata.orientation = .up
            try deliver(WholePicture(pixels, stride: Int(stride), size, conversion), size, &reading, into: &consumer)
        }

        private func check(_ error: heif_error) throws(DecodeStop) {
            guard error.code != heif_error_Ok else { return }
            let message = error.message.map { String(cString: $0) } ?? "libheif failed."
            switch error.code {
            case heif_error_Unsupported_feature, heif_error_Unsupported_filetype, heif_error_Decoder_plugin_error:
                throw .picture(.unsupported, ImageWarning(code: "unsupported", message: message))
            case heif_error_Memory_allocation_error:
                throw .picture(.limited, ImageWarning(code: "decoderLimit", message: message))
            default: throw .picture(.damaged, ImageWarning(code: "corruptData", message: message))
            }
        }

        private static var outOfMemory: DecodeStop {
            .picture(.limited, ImageWarning(code: "decoderLimit", message: "There is no memory for libheif."))
        }
    }
#endif
