internal import PhotoModel

/// The beginning of a codestream: the size of the picture, its orientation, and whether it is animated (18181-1, D.2
/// and D.3).
struct JPEGXLHeader {
    /// The bytes that the fields need at most.
    static let maxBytes = 64

    /// The stored size, before the orientation is applied.
    let size: PixelSize
    let orientation: Orientation
    let isAnimated: Bool

    /// - Returns: `nil` if the bytes are not the beginning of a codestream, or too few.
    init?(_ bytes: [UInt8]) {
        guard bytes.starts(with: [0xFF, 0x0A]) else { return nil }
        var bits = Bits(bytes.dropFirst(2))
        guard let size = bits.size(), let isDefault = bits.next(1) else { return nil }
        self.size = size
        guard isDefault == 0, bits.next(1) == 1 else {
            (orientation, isAnimated) = (.up, false)
            return
        }
        guard let stated = bits.next(3), let orientation = Orientation(rawValue: stated + 1) else { return nil }
        self.orientation = orientation
        // The size at which the picture is displayed, and the size of a preview.
        if bits.next(1) == 1, bits.size() == nil { return nil }
        if bits.next(1) == 1, bits.previewSize() == nil { return nil }
        guard let animated = bits.next(1) else { return nil }
        isAnimated = animated == 1
    }

    /// Bits of bytes, the lowest bit of each byte first.
    private struct Bits {
        private let bytes: ArraySlice<UInt8>
        private var position = 0

        init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

        /// The next `count` bits as a number; `nil` if there are fewer.
        mutating func next(_ count: Int) -> Int? {
            guard position + count <= 8 * bytes.count else { return nil }
            var value = 0
            for bit in 0..<count {
                let byte = Int(bytes[bytes.startIndex + (position + bit) / 8])
                value |= (byte >> ((position + bit) % 8) & 1) << bit
            }
            position += count
            return value
        }

        /// A number in one of four forms, each a number of bits and what is added to them (B.2.2).
        private mutating func next(_ forms: (bits: Int, offset: Int)...) -> Int? {
            guard let selector = next(2), let value = next(forms[selector].bits) else { return nil }
            return value + forms[selector].offset
        }

        /// A size of a picture (D.2).
        mutating func size() -> PixelSize? {
            guard let isSmall = next(1) else { return nil }
            return size { bits in
                isSmall == 1 ? bits.next(5).map { 8 * ($0 + 1) } : bits.next((9, 1), (13, 1), (18, 1), (30, 1))
            }
        }

        /// A size of a preview (D.3.2).
        mutating func previewSize() -> PixelSize? {
            guard let isSmall = next(1) else { return nil }
            return size { bits in
                isSmall == 1
                    ? bits.next((0, 16), (0, 32), (5, 1), (9, 33)).map { 8 * $0 }
                    : bits.next((6, 1), (8, 65), (10, 321), (12, 1345))
            }
        }

        /// Width divided by height, by number.
        private static let ratios = [(1, 1), (12, 10), (4, 3), (3, 2), (16, 9), (5, 4), (2, 1)]

        private mutating func size(_ side: (inout Bits) -> Int?) -> PixelSize? {
            guard let height = side(&self), let ratio = next(3) else { return nil }
            guard ratio > 0 else { return PixelSize(statedWidth: side(&self), height: height) }
            let (across, down) = Self.ratios[ratio - 1]
            return PixelSize(statedWidth: height * across / down, height: height)
        }
    }
}
