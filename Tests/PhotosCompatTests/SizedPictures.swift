import Foundation
import PhotosCompat
import TestSupport
import Testing

/// Pictures that are compared with Pillow's: see `Tests/Independent/sized.py`.
struct SizedPictures {
    private let folder: TemporaryFolder
    private var arguments: [String] = []
    private var tolerances: [(name: String, difference: Double)] = []

    static let isPossible = Python.has("PIL.ImageCms", "numpy")
    static let absence: Comment = "python3 with numpy and Pillow is absent"

    init() throws { folder = try TemporaryFolder() }

    /// Adds a picture that shows a part of a file, in fractions from the top left.
    ///
    /// - Parameter tolerance: The greatest mean difference of the levels.
    mutating func add(
        _ image: UIImage, of file: Data, _ part: CGRect = CGRect(x: 0, y: 0, width: 1, height: 1),
        tolerance: Double, _ name: String
    ) throws {
        let pixels = try image.pixels()
        let paths = [folder.path("\(tolerances.count)"), folder.path("\(tolerances.count).samples")]
        try file.write(to: URL(fileURLWithPath: paths[0]))
        try Data(pixels.samples).write(to: URL(fileURLWithPath: paths[1]))
        arguments += [paths[0]] + [part.minX, part.minY, part.maxX, part.maxY].map { "\($0)" }
        arguments += ["\(pixels.width)", "\(pixels.height)", "\(pixels.channels)", paths[1]]
        tolerances.append((name, tolerance))
    }

    func expectAreThoseOfPillow() throws {
        let (exit, output) = try Python.run(program: "sized.py", arguments)
        let lines = output.split(separator: "\n")
        try #require(exit == 0 && lines.count == tolerances.count, "\(output)")
        for (line, (name, tolerance)) in zip(lines, tolerances) {
            let fields = line.split(separator: " ")
            let difference = try #require(
                fields.first == "ok" ? fields.last.flatMap { Double($0) } : nil, "\(name): \(line)")
            #expect(difference <= tolerance, "\(name): \(line)")
        }
    }
}
