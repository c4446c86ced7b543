import Foundation
import Testing

/// An article of the DocC catalogue, and the code in it.
struct Article: CustomTestStringConvertible, Sendable {
    let name: String
    /// The lines of each block of Swift, without blank lines and indentation.
    let blocks: [[Substring]]

    var testDescription: String { name }

    private static let package = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// All articles.
    static let all: Result<[Article], any Error> = Result {
        let folder = package.appendingPathComponent("Sources/OpenPhotoKit/OpenPhotoKit.docc")
        return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "md" }.map { try Article(at: $0) }
    }

    /// The lines of all tests of this module.
    static let compiledCode: Result<[Substring], any Error> = Result {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.lastPathComponent.hasSuffix("ArticleTests.swift") }
            .flatMap { lines(of: try String(contentsOf: $0, encoding: .utf8)) }
    }

    private init(at file: URL) throws {
        name = file.deletingPathExtension().lastPathComponent
        let text = try String(contentsOf: file, encoding: .utf8)
        blocks = text.components(separatedBy: "\n```swift\n").dropFirst().map { rest in
            Self.lines(of: rest.components(separatedBy: "\n```")[0])
        }
    }

    private static func lines(of text: String) -> [Substring] {
        text.split(separator: "\n").map { $0.drop { $0 == " " } }.filter { !$0.isEmpty }
    }
}
