import CSampleEncoders
import Foundation
import PhotoModel

/// JPEG files for tests, of smooth shapes with fine texture, so that they are neither flat nor similar.
package enum TestPhoto {
    /// A different picture for each seed, the same at every size.
    ///
    /// - Parameters:
    ///   - stripes: By how many levels stripes in the middle are lighter and darker than the picture. In 64×64 cells
    ///     they are not visible, if the width is a multiple of 320.
    ///   - isHalfPixelOff: Whether the picture is moved by half a pixel, as inaccurate scalers do.
    package static func jpeg(
        _ seed: UInt64, width: Int = 320, height: Int = 240, quality: Int = 90, light: Int = 0, stripes: Int = 0,
        isHalfPixelOff: Bool = false, isProgressive: Bool = false
    ) -> [UInt8] {
        encode(
            rgb(seed, width, height, light: light, stripes: stripes, offset: isHalfPixelOff ? 0 : 1), width, height,
            quality: quality, isProgressive: isProgressive)
    }

    /// A picture of one gray level.
    package static func flatJPEG(level: UInt8, quality: Int = 90) -> [UInt8] {
        encode(Array(repeating: level, count: 320 * 240 * 3), 320, 240, quality: quality)
    }

    /// Vertical bars of different levels, in which a vertical movement is not visible.
    package static func stripedJPEG(quality: Int = 90) -> [UInt8] {
        finelyStripedJPEG(contrast: 0, quality: quality)
    }

    /// The same bars with dots of 4×4 pixels, which 64×64 cells hardly show.
    ///
    /// - Parameters:
    ///   - seed: Another one gives other dots.
    ///   - contrast: By how much each dot is lighter or darker than its bar, in levels.
    package static func finelyStripedJPEG(seed: Int = 0, contrast: Int = 12, quality: Int = 90) -> [UInt8] {
        let levels = [40, 180, 90, 230, 20, 130, 200, 60]
        let (width, height) = (640, 480)
        let samples = (0..<height).flatMap { row in
            (0..<width).flatMap { column in
                let (x, y) = (column / 4, row / 4)
                let isLight = (x * 73 + y * 151 + x * y * (37 + 4 * seed)) % 97 % 2 == 0
                let level = UInt8(levels[column / 80] + (isLight ? contrast : -contrast))
                return [level, level, level]
            }
        }
        return encode(samples, width, height, quality: quality)
    }

    /// The file with EXIF that states the time on the camera's clock and, if given, an orientation and a unique id.
    package static func dated(
        _ file: [UInt8], _ time: String, subSeconds: String? = nil, orientation: Int = 1, uniqueID: String? = nil
    ) -> [UInt8] {
        var photo: [(tag: UInt16, type: UInt16, value: [UInt8])] = [(0x9003, 2, Array(time.utf8) + [0])]
        if let subSeconds { photo.append((0x9291, 2, Array(subSeconds.utf8) + [0])) }
        if let uniqueID { photo.append((0xA420, 2, Array(uniqueID.utf8) + [0])) }
        // "II*\0", the first directory at 8 with two entries of 12 bytes, and the second directory after it at 38.
        let root = directory(
            [(0x0112, 3, [UInt8(orientation), 0]), (0x8769, 4, little(UInt32(38)))], at: 8)
        let exif = [0x49, 0x49, 0x2A, 0] + little(UInt32(8)) + root + directory(photo, at: 38)
        return segment(0xE1, Array("Exif\0\0".utf8) + exif, in: file)
    }

    /// The file with this EXIF.
    package static func with(_ exif: TIFFBuilder, _ file: [UInt8]) -> [UInt8] {
        segment(0xE1, Array("Exif\0\0".utf8) + exif.bytes, in: file)
    }

    /// The JPEG with this colour profile, of less than 64 kB.
    package static func with(profile: [UInt8], _ jpeg: [UInt8]) -> [UInt8] {
        segment(0xE2, Array("ICC_PROFILE\0".utf8) + [1, 1] + profile, in: jpeg)
    }

    /// A raw file of Fujifilm with this preview, and without raw pixels.
    package static func raw(_ preview: [UInt8]) -> [UInt8] {
        var head = Array("FUJIFILMCCD-RAW 0201".utf8)
        head += [UInt8](repeating: 0, count: 84 - head.count)
        let places = [100, preview.count, 0, 0].flatMap { TIFFBuilder.number($0, 4) }
        return head + places + preview
    }

    /// The same image data in other bytes: a comment after the start of the image.
    package static func commented(_ file: [UInt8], _ text: String) -> [UInt8] {
        segment(0xFE, Array(text.utf8), in: file)
    }

    private static func segment(_ code: UInt8, _ content: [UInt8], in file: [UInt8]) -> [UInt8] {
        let count = content.count + 2
        return file.prefix(2) + [0xFF, code, UInt8(count >> 8), UInt8(count & 0xFF)] + content + file.dropFirst(2)
    }

    private static func directory(_ entries: [(tag: UInt16, type: UInt16, value: [UInt8])], at offset: Int) -> [UInt8] {
        var table = little(UInt16(entries.count))
        var heap: [UInt8] = []
        let heapStart = offset + 2 + 12 * entries.count + 4
        for entry in entries {
            let size = [2: 1, 3: 2, 4: 4][Int(entry.type)] ?? 1
            table += little(entry.tag) + little(entry.type) + little(UInt32(entry.value.count / size))
            if entry.value.count <= 4 {
                table += entry.value + Array(repeating: 0, count: 4 - entry.value.count)
            } else {
                table += little(UInt32(heapStart + heap.count))
                heap += entry.value
            }
        }
        return table + [0, 0, 0, 0] + heap
    }

    private static func little(_ value: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: value.littleEndian) { [UInt8]($0) }
    }

    /// The RGB samples of ``jpeg(_:width:height:quality:light:stripes:isProgressive:)``.
    ///
    /// - Parameter offset: The place of a pixel in the scene, in half pixels from its corner: 1 is its middle.
    package static func rgb(
        _ seed: UInt64, _ width: Int, _ height: Int, light: Int = 0, stripes: Int = 0, offset: Int = 1
    ) -> [UInt8] {
        // A coarse grid of random levels, interpolated, so that the same seed is the same scene at every size.
        let cells = 9
        var random = Seeded(seed)
        let grid = (0..<(cells + 1) * (cells + 1)).map { _ in Int.random(in: 20...235, using: &random) }
        // The bytes are written to memory directly, because arrays are slow in debug builds.
        return [UInt8](unsafeUninitializedCapacity: width * height * 3) { pixels, count in
            grid.withUnsafeBufferPointer { grid in
                for y in 0..<height {
                    let (row, down) = ((2 * y + offset) * cells * 128 / height).quotientAndRemainder(dividingBy: 256)
                    for x in 0..<width {
                        let (column, across) = ((2 * x + offset) * cells * 128 / width)
                            .quotientAndRemainder(dividingBy: 256)
                        let corner = row * (cells + 1) + column
                        let top = grid[corner] * (256 - across) + grid[corner + 1] * across
                        let below = corner + cells + 1
                        let bottom = grid[below] * (256 - across) + grid[below + 1] * across
                        let isInMiddle = abs(2 * x - width) < width / 4 && abs(2 * y - height) < height / 4
                        // Of each cell two fifths are lighter, and two darker.
                        let fifth = x * 320 / width % 5
                        let stripe = isInMiddle ? ((fifth < 2 ? 1 : 0) - (fifth > 2 ? 1 : 0)) * stripes : 0
                        let exact = (top * (256 - down) + bottom * down) >> 16
                        let level = UInt8(max(0, min(255, exact + light + stripe)))
                        for _ in 0..<3 {
                            pixels[count] = level
                            count += 1
                        }
                    }
                }
            }
        }
    }

    /// A JPEG of `height` rows of `width` RGB pixels.
    ///
    /// - Parameter sampling: The horizontal and the vertical sampling factor of luma, 1 or 2.
    package static func encode(
        _ rgb: [UInt8], _ width: Int, _ height: Int, quality: Int, sampling: (Int, Int) = (2, 2),
        isProgressive: Bool = false
    ) -> [UInt8] {
        let result = CSampleEncoders_encodeJPEG(
            rgb, Int32(width), Int32(height),
            CSampleEncoders_JPEGOptions(
                quality: Int32(quality), horizontalSampling: Int32(sampling.0),
                verticalSampling: Int32(sampling.1), isProgressive: isProgressive ? 1 : 0))
        guard let start = result.bytes else { fatalError("libjpeg refused a test's picture") }
        defer { CSampleEncoders_free(start) }
        return Array(UnsafeBufferPointer(start: start, count: result.count))
    }
}
