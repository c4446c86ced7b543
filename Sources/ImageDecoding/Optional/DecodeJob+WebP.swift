#if WebP
    internal import CLibWebP
    internal import PhotoModel

    extension DecodeJob {
        /// Decodes a WebP that is no animation, through libwebp.
        func readWebP(_ reading: inout ImageReading, into consumer: inout some LumaConsumer)
            throws(PhotoLibraryError)
        {
            try ContainerReader(source, limits, progress).inspect(&reading)
            try run(&reading) { (reading) throws(DecodeStop) in
                guard !reading.isAnimated else {
                    let message = "Animated WebP is kept, but not decoded."
                    throw .picture(.unsupported, ImageWarning(code: "unsupported", message: message))
                }
                guard let size = reading.storedSize else { throw Self.corruptWebP }
                try checkSize(size)
                try withMemory(wholeMemory(size)) { () throws(DecodeStop) in
                    let bytes = try allBytes()
                    let conversion = try conversion(by: bytes.webPProfile, &reading)
                    var (width, height): (Int32, Int32) = (0, 0)
                    // The size of the data itself may be another than the one stated and checked.
                    guard WebPGetInfo(bytes, bytes.count, &width, &height) != 0, Int(width) == size.width,
                        Int(height) == size.height, let pixels = WebPDecodeRGBA(bytes, bytes.count, &width, &height)
                    else { throw Self.corruptWebP }
                    defer { WebPFree(pixels) }
                    let picture = WholePicture(pixels, stride: size.width * 4, size, conversion)
                    try deliver(picture, size, &reading, into: &consumer)
                }
            }
        }

        private static var corruptWebP: DecodeStop {
            .picture(.damaged, ImageWarning(code: "corruptData", message: "libwebp cannot decode the picture."))
        }
    }

    extension [UInt8] {
        /// The payload of the chunk `ICCP` (RFC 9649, 2.7.1.4).
        fileprivate var webPProfile: [UInt8]? {
            var start = 12
            while start + 8 <= count {
                let length = self[start + 4..<start + 8].reversed().reduce(0) { $0 << 8 | Int($1) }
                let (payload, end) = (start + 8, start + 8 + length)
                guard end <= count else { return nil }
                if self[start..<start + 4].elementsEqual("ICCP".utf8) { return Array(self[payload..<end]) }
                start = end + (length & 1)
            }
            return nil
        }
    }
#endif
