/// Pictures with text in a font of 5×7 dots, on paper or on a scene, so that tests need no font.
package struct WrittenPicture {
    /// What the text is written on.
    package enum Ground: String, Sendable, CaseIterable { case paper, screen, scene }

    /// A line of text with the place of its top left corner.
    package struct Line: Sendable {
        let text: String
        let x: Int
        let y: Int
        /// The number of pixels along each side of a dot: 7 dots are the height of a letter.
        let dot: Int

        package init(_ text: String, x: Int, y: Int, dot: Int) {
            (self.text, self.x, self.y, self.dot) = (text, x, y, dot)
        }
    }

    private let width: Int
    private let height: Int
    private let ground: Ground
    private let lines: [Line]

    package init(width: Int, height: Int, _ ground: Ground, _ lines: [Line]) {
        (self.width, self.height, self.ground, self.lines) = (width, height, ground, lines)
    }

    /// The picture as a JPEG, made smaller by averaging `reduced`² pixels.
    package func jpeg(quality: Int = 90, reduced: Int = 1) -> [UInt8] {
        let samples = samples
        let (columns, rows) = (width / reduced, height / reduced)
        guard reduced > 1 else { return TestPhoto.encode(samples, width, height, quality: quality) }
        var smaller: [UInt8] = []
        for row in 0..<rows {
            for column in 0..<columns {
                for channel in 0..<3 {
                    let sum = (0..<reduced * reduced).reduce(0) { sum, index in
                        let (y, x) = (row * reduced + index / reduced, column * reduced + index % reduced)
                        return sum + Int(samples[(y * width + x) * 3 + channel])
                    }
                    smaller.append(UInt8((sum + reduced * reduced / 2) / (reduced * reduced)))
                }
            }
        }
        return TestPhoto.encode(smaller, columns, rows, quality: quality)
    }

    private var samples: [UInt8] {
        var samples: [UInt8]
        switch ground {
        case .paper: samples = Array(repeating: 245, count: width * height * 3)
        case .screen:
            samples = (0..<height).flatMap { row in
                [UInt8](repeating: row < height / 12 ? 90 : 30, count: width * 3)
            }
        case .scene: samples = TestPhoto.rgb(3, width, height)
        }
        let ink: UInt8 = ground == .paper ? 25 : 240
        for line in lines {
            for (index, letter) in line.text.enumerated() {
                for (row, bits) in (Self.font[letter] ?? []).enumerated() {
                    for column in 0..<5 where bits >> (4 - column) & 1 == 1 {
                        fill(&samples, line.x + (6 * index + column) * line.dot, line.y + row * line.dot, line.dot, ink)
                    }
                }
            }
        }
        return samples
    }

    private func fill(_ samples: inout [UInt8], _ x: Int, _ y: Int, _ side: Int, _ level: UInt8) {
        for row in max(0, y)..<min(height, y + side) {
            for column in max(0, x)..<min(width, x + side) {
                for channel in 0..<3 { samples[(row * width + column) * 3 + channel] = level }
            }
        }
    }

    /// The rows of each letter from the top; the highest of five bits is on the left.
    private static let font: [Character: [UInt8]] = [
        "0": [14, 17, 19, 21, 25, 17, 14], "1": [4, 12, 4, 4, 4, 4, 14], "2": [14, 17, 1, 2, 4, 8, 31],
        "3": [31, 2, 4, 2, 1, 17, 14], "4": [2, 6, 10, 18, 31, 2, 2], "5": [31, 16, 30, 1, 1, 17, 14],
        "6": [6, 8, 16, 30, 17, 17, 14], "7": [31, 1, 2, 4, 8, 8, 8], "8": [14, 17, 17, 14, 17, 17, 14],
        "9": [14, 17, 17, 15, 1, 2, 12], ":": [0, 12, 12, 0, 12, 12, 0], ".": [0, 0, 0, 0, 0, 12, 12],
        "+": [0, 4, 4, 31, 4, 4, 0], "-": [0, 0, 0, 31, 0, 0, 0], "A": [14, 17, 17, 31, 17, 17, 17],
        "B": [30, 17, 17, 30, 17, 17, 30], "C": [14, 17, 16, 16, 16, 17, 14], "D": [28, 18, 17, 17, 17, 18, 28],
        "E": [31, 16, 16, 30, 16, 16, 31], "G": [14, 17, 16, 23, 17, 17, 15], "I": [14, 4, 4, 4, 4, 4, 14],
        "L": [16, 16, 16, 16, 16, 16, 31], "N": [17, 17, 25, 21, 19, 17, 17], "O": [14, 17, 17, 17, 17, 17, 14],
        "R": [30, 17, 17, 30, 20, 18, 17], "S": [15, 16, 16, 14, 1, 1, 30], "T": [31, 4, 4, 4, 4, 4, 4],
        "Z": [31, 1, 2, 4, 8, 16, 31],
    ]
}
