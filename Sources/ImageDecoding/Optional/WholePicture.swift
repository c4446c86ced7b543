#if HEIC || WebP
    internal import CImageShims
    internal import PhotoModel

    /// A picture that a library decodes as a whole: rows of 8-bit RGB and alpha.
    final class WholePicture: LumaDecompressor {
        private let pixels: UnsafePointer<UInt8>
        private let stride: Int
        private let size: PixelSize
        private let conversion: ColorConversion?
        private var nextRow = 0
        private var row: [UInt8]

        /// - Parameters:
        ///   - pixels: Outlive the picture.
        ///   - stride: Bytes from one row to the next.
        init(_ pixels: UnsafePointer<UInt8>, stride: Int, _ size: PixelSize, _ conversion: ColorConversion?) {
            self.pixels = pixels
            self.stride = stride
            self.size = size
            self.conversion = conversion
            row = [UInt8](repeating: 0, count: size.width * 4)
        }

        func readRows(into rows: UnsafeMutablePointer<UInt8>, stride: Int, capacity: Int) -> (
            count: Int, stop: DecodeStop?
        ) {
            let count = min(capacity, size.height - nextRow)
            for index in 0..<count {
                let source = UnsafeBufferPointer(start: pixels + (nextRow + index) * self.stride, count: row.count)
                row.withUnsafeMutableBufferPointer { row in
                    guard let base = row.baseAddress else { return }
                    _ = row.update(fromContentsOf: source)
                    if let conversion { opk_color_apply(conversion.handle, base, 4, size.width) }
                    opk_luma_row(base, 4, UInt32(size.width), rows + index * stride)
                }
            }
            nextRow += count
            return (count, nil)
        }
    }

    extension DecodeJob {
        /// The memory that a picture decoded as a whole takes: the file, the planes and the rows.
        func wholeMemory(_ size: PixelSize) -> UInt64 { UInt64(source.size) + UInt64(size.width * size.height) * 8 }

        /// The whole file.
        func allBytes() throws(DecodeStop) -> [UInt8] {
            do {
                if let bytes = try stream().bytes(source.size) { return bytes }
            } catch {
                throw .caller(error)
            }
            throw .picture(.damaged, ImageWarning(code: "truncated", message: "The file is shorter than it was."))
        }

        /// Notes the profile; gives the conversion of the rows, if there is one.
        func conversion(by profile: [UInt8]?, _ reading: inout ImageReading) throws(DecodeStop) -> ColorConversion? {
            guard let profile else { return nil }
            do { reading.colorProfile = try .embedded(profile) } catch { throw .caller(error) }
            return reading.conversion(of: SourceColors(icc: profile), channels: 3)
        }

        /// Hands all rows over.
        func deliver(
            _ picture: WholePicture, _ size: PixelSize, _ reading: inout ImageReading,
            into consumer: inout some LumaConsumer
        ) throws(DecodeStop) {
            let geometry = LumaGeometry(storedSize: size, decodedSize: size, eighths: 8)
            try picture.deliver(geometry, to: &consumer, &reading, progress)
        }
    }
#endif
