import PhotoModel
import Testing

@testable import PhotoExport

@Suite struct ExportLayoutTests {
    private let time = CaptureTime("2024-05-07T10:30:00")

    private func folder(_ layout: String, album: String? = nil, undated: Bool = false) throws -> String {
        try #require(ExportLayout(layout)).folder(capturedAt: undated ? nil : time, album: album)
    }

    @Test(arguments: [
        ("{name}", ""), ("{year}/{month}/{name}", "2024/05"), ("{year}/{month}/{day}/{name}", "2024/05/07"),
        ("{year}-{month}-{day}/{name}", "2024-05-07"), ("Photos/{year}/{name}", "Photos/2024"),
        ("{album}/{name}", ""), ("{year}/{album}/{name}", "2024"), ("{year} {album}/{month}/{name}", "05"),
    ])
    func fieldsHaveTheDate(layout: String, folder: String) throws {
        #expect(try self.folder(layout) == folder)
        #expect(ExportLayout(layout)?.description == layout)
    }

    @Test(arguments: [
        ("{year}/{month}/{name}", "undated"), ("{year}-{month}/{name}", "undated"), ("A/{year}/{name}", "A/undated"),
        ("{name}", ""), ("{month}/A/{year}/{name}", "undated/A"),
    ])
    func photosWithoutADate(layout: String, folder: String) throws {
        #expect(try self.folder(layout, undated: true) == folder)
    }

    @Test func aFolderHasTheTitleOfItsAlbum() throws {
        #expect(try folder("{year}/{album}/{name}", album: "Rome") == "2024/Rome")
        #expect(try folder("{year} {album}/{name}", album: "a/b") == "2024 a_b")
        #expect(try folder("{year}/{name}", album: "Rome") == "2024")
    }

    @Test(arguments: [
        "", "{year}", "{year}/", "/{name}", "{year}//{name}", "{name}/{year}", "{name}/{name}", "{title}/{name}",
        "{year/{name}", "year}/{name}", "{year}/x{name}", "{name}.jpg", "{Year}/{name}", "{}/{name}",
    ])
    func wrongLayoutsAreRefused(layout: String) { #expect(ExportLayout(layout) == nil) }

    @Test(arguments: ["../x", "..", ".", "/etc", "a/../../b", "\u{0}", "", " ", "...", "\\\\host\\share", "C:"])
    func titlesNeverLeadOutOfTheFolder(title: String) throws {
        for layout in ["{album}/{name}", "../{album}/{name}"] {
            let parts = try folder(layout, album: title).split(separator: "/", omittingEmptySubsequences: false)
            #expect(parts.count == (layout.hasPrefix("..") ? 2 : 1))
            #expect(parts.allSatisfy { !["", ".", ".."].contains($0) && !$0.contains("\\") && !$0.contains(":") })
        }
    }
}
