#if JPEGXL
    internal import CLibJXL
#endif

/// The boxes `brob`, which have the content of another box, compressed by Brotli (18181-2, 9.7).
enum JPEGXLBox {
    /// The content; `nil` if it is corrupt, if there are more than `limit` bytes, or if the build has no libjxl.
    ///
    /// libjxl decompresses it: it gets a file that has only this box and an empty one.
    ///
    /// - Parameter box: The payload: the type of the other box, and the compressed content.
    static func content(ofCompressed box: [UInt8], upTo limit: Int) -> [UInt8]? {
        #if JPEGXL
            guard box.count >= 4, let size = UInt32(exactly: box.count + 8), let decoder = JxlDecoderCreate(nil) else {
                return nil
            }
            defer { JxlDecoderDestroy(decoder) }
            JxlDecoderSubscribeEvents(decoder, Int32(JXL_DEC_BOX.rawValue))
            JxlDecoderSetDecompressBoxes(decoder, JXL_TRUE)
            let length = (0..<4).map { UInt8(truncatingIfNeeded: size >> (24 - 8 * $0)) }
            let file = head + length + Array("brob".utf8) + box + [0, 0, 0, 8] + Array("free".utf8)
            var content = [UInt8](repeating: 0, count: limit)
            return file.withUnsafeBufferPointer { file in
                content.withUnsafeMutableBufferPointer { buffer in
                    JxlDecoderSetInput(decoder, file.baseAddress, file.count)
                    // The signature, the type of the file, and the box.
                    for _ in 0..<3 { guard JxlDecoderProcessInput(decoder) == JXL_DEC_BOX else { return nil } }
                    JxlDecoderSetBoxBuffer(decoder, buffer.baseAddress, buffer.count)
                    // The empty box follows a box that is whole.
                    guard JxlDecoderProcessInput(decoder) == JXL_DEC_BOX else { return nil }
                    return Array(buffer.dropLast(JxlDecoderReleaseBoxBuffer(decoder)))
                }
            }
        #else
            return nil
        #endif
    }

    /// The first two boxes of a file: the signature and the type.
    private static let head =
        Array("\0\0\0\u{0C}JXL \r\n".utf8) + [0x87, 0x0A] + Array("\0\0\0\u{14}ftypjxl \0\0\0\0jxl ".utf8)
}
