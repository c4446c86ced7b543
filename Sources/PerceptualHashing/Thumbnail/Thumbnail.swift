package import PhotoModel

/// The 64×64 luma levels (0 to 255) from which a signature is computed, row by row from the top left.
package struct Thumbnail: Sendable, Hashable {
    /// The number of cells along each side.
    package static var side: Int { ContentSignature.thumbnailSide }
    /// The number of all cells.
    package static var levelCount: Int { side * side }

    /// Exactly 4096 levels, row by row from the top left.
    package let levels: [UInt8]

    /// Creates a thumbnail of these levels; `nil` unless there are 4096.
    package init?(levels: [UInt8]) {
        guard levels.count == Self.levelCount else { return nil }
        self.levels = levels
    }

    /// Creates a thumbnail from a function of row and column.
    package init(level: (_ row: Int, _ column: Int) -> UInt8) {
        levels = (0..<Self.levelCount).map { level($0 / Self.side, $0 % Self.side) }
    }

    /// The level of a cell.
    ///
    /// Row and column are 0 to 63.
    package subscript(row: Int, column: Int) -> UInt8 { levels[row * Self.side + column] }
}

extension ContentSignature {
    /// Creates the signature, of the current version, of a thumbnail in display orientation.
    ///
    /// - Parameter unconverted: The thumbnail without the conversion of colours; `nil` if they are not converted.
    package init(_ thumbnail: Thumbnail, unconverted: Thumbnail? = nil, size: PixelSize) {
        self.init(
            hash: thumbnail.hash, quality: thumbnail.quality, picture: .thumbnail(thumbnail.levels), size: size,
            unconverted: unconverted.map { .thumbnail($0.levels, hash: $0.hash) })
    }
}
