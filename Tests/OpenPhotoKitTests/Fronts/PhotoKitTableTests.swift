import Foundation
import TestSupport
import Testing

/// The list of PhotoKit's symbols, which says of each whether `PhotosCompat` has it or why not.
@Suite struct PhotoKitTableTests {
    private static let list = BuiltModules.repository.appending(path: "Tests/PublicInterface/Apple/PhotoKit.txt")
    private static let article = BuiltModules.repository.appending(
        path: "Sources/OpenPhotoKit/OpenPhotoKit.docc/PhotoKit.md")

    /// A group of symbols of the list.
    private struct Area {
        let title: String
        var present: [String] = []
        var absent: [String] = []

        /// The row of the article's table.
        var row: String { "| \(title) | \(present.count + absent.count) | \(present.count) |" }
    }

    private static func areas() throws -> [Area] {
        var areas: [Area] = []
        for line in try String(contentsOf: list, encoding: .utf8).split(separator: "\n") {
            if line.hasPrefix("## ") {
                areas.append(Area(title: String(line.dropFirst(3))))
            } else if !line.hasPrefix("#"), let last = areas.indices.last {
                let parts = line.split(separator: "\t", maxSplits: 1).map(String.init)
                if parts.count == 1 { areas[last].present += parts } else { areas[last].absent.append(parts[0]) }
            }
        }
        return areas
    }

    @Test(.long) func theListSaysWhatExists() throws {
        let areas = try Self.areas()
        let found = Set(try PublicSymbols.of("PhotosCompat").map { $0.path.joined(separator: ".") })
        let (present, absent) = (Set(areas.flatMap(\.present)), Set(areas.flatMap(\.absent)))
        #expect(present.count > 500)
        #expect(present.subtracting(found).sorted() == [], "The list says that these exist.")
        #expect(absent.intersection(found).sorted() == [], "The list says that these are absent.")
    }

    @Test func theArticleHasTheCounts() throws {
        let areas = try Self.areas()
        let text = try String(contentsOf: Self.article, encoding: .utf8)
        let whole = Area(title: "all", present: areas.flatMap(\.present), absent: areas.flatMap(\.absent))
        for area in areas + [whole] {
            #expect(text.contains(area.row + "\n"), "The article's row is not \(area.row)")
        }
    }
}
