import Foundation
import OpenPhotoKitOwner
import SystemPackage
import TestSupport
import Testing

@Suite("photos list with filters, albums, folders and moments")
struct ListCommandTests {
    private let home: String

    init() throws { home = try SampleLibrary.shared.get().home }

    private func run(_ arguments: String...) throws -> PhotosProcess.Outcome {
        try PhotosProcess.run(arguments: arguments + ["--json", "--library", home])
    }

    @Test("Every filter selects photos, and --count counts the listed photos")
    func filters() throws {
        let all = try run("list").items
        func widths(_ items: [[String: Any]]) -> [Int] { items.compactMap { $0["width"] as? Int } }
        let least = try #require(widths(all).max())
        for filter in [
            ["--min-width", "\(least)"], ["--favorite"], ["--subtype", "photoPanorama"], ["--type", "video"],
            ["--condition", "damaged"], ["--near", "41.9,12.5,10"], ["--hidden"], ["--edited"],
            ["--added-after", "2999"], ["--rating", "1-5"], ["--rating", "rejected"], ["--fold-bursts"],
            ["--min-duration", "1"], ["--smart", "videos"],
        ] {
            let found = try PhotosProcess.run(
                arguments: ["list", "--json", "--library", home] + filter)
            #expect(found.exitCode == 0 && found.items.count < all.count, "\(filter)")
            let count = try PhotosProcess.run(
                arguments: ["list", "--json", "--count", "--library", home] + filter)
            #expect(count.summary["assets"] as? Int == found.items.count && count.items.isEmpty, "\(filter)")
        }
        let wide = try run("list", "--min-width", "\(least)").items
        #expect(!wide.isEmpty && widths(wide).allSatisfy { $0 == least })
    }

    @Test("Orders, limits and offsets")
    func order() throws {
        func bytes(_ arguments: String...) throws -> [Int] {
            try PhotosProcess.run(arguments: ["list", "--json", "--library", home] + arguments).items
                .compactMap { $0["bytes"] as? Int }
        }
        let all = try bytes("--sort", "size:asc")
        #expect(all == all.sorted() && all.count > 5)
        #expect(try bytes("--sort", "size") == all.reversed(), "The largest come first.")
        #expect(try bytes("--sort", "size:asc", "--limit", "2", "--offset", "1") == Array(all[1...2]))
        #expect(try bytes("--sort", "size:asc", "--limit", "0") == all, "0 is no limit, as of photos pick.")
        let undated = try run("list", "--sort", "captureDate:desc").items.map { $0["captureDate"] == nil }
        #expect(undated == undated.sorted { !$0 && $1 }, "What has no date comes last.")
    }

    @Test(
        "Invalid values end with exit code 64",
        arguments: [
            ["--near", "41.9,12.5"], ["--near", "91,0,5"], ["--near", "1,2,-3"], ["--sort", "beauty"],
            ["--sort", "size:down"], ["--subtype", "photoNice"], ["--smart", "best"], ["--limit", "-1"],
            ["--offset", "-1"], ["--after", "May"], ["--min-width", "wide"], ["--condition", "fine"],
            ["--min-duration", "9", "--max-duration", "1"], ["--min-height", "-5"], ["--rating", "6"],
            ["--rating", "5-3"], ["--rating", "1-2-3"], ["--rating", ""],
        ])
    func wrongUsage(arguments: [String]) throws {
        let outcome = try PhotosProcess.run(arguments: ["list", "--library", home] + arguments)
        #expect(outcome.exitCode == 64)
        #expect(outcome.standardError.contains(arguments[0]), "\(outcome.standardError)")
        #expect(outcome.standardOutput.isEmpty)
    }

    @Test("albums --smart prints the number of photos that list finds")
    func smartAlbums() throws {
        let albums = try run("albums", "--smart").items
        #expect(albums.count == 18)
        for album in albums {
            let name = try #require(album["name"] as? String)
            #expect(try run("list", "--smart", name).items.count == album["assets"] as? Int, "\(name)")
        }
        // As in an app, only the representing frame of a burst is listed.
        let library = try OwnedLibrary(at: FilePath(home))
        for album in SmartAlbum.allCases {
            let found = albums.first { $0["name"] as? String == album.rawValue }
            #expect(try library.fetchAssets(in: album).count == found?["assets"] as? Int, "\(album)")
        }
        let shown = try run("list", "--fold-bursts").items.count
        #expect(albums.first { $0["name"] as? String == "userLibrary" }?["assets"] as? Int == shown)
        #expect(try run("list").items.count > shown)
        let bursts = try run("list", "--smart", "bursts").items
        #expect(!bursts.isEmpty && bursts.allSatisfy { $0["representsBurst"] as? Bool == true })
    }

    @Test("Moments contain all photos with a capture time")
    func moments() throws {
        let moments = try run("moments")
        let dated = try run("list").items.filter { $0["captureDate"] != nil }.count
        #expect(moments.items.compactMap { $0["assets"] as? Int }.reduce(0, +) == dated && dated > 0)
        #expect(moments.summary["moments"] as? Int == moments.items.count)
        let starts = moments.items.compactMap { $0["startDate"] as? String }
        #expect(starts == starts.sorted())
    }

    @Test("Unknown albums and folders end with exit code 3")
    func unknownNames() throws {
        for arguments in [
            ["albums", "nowhere"], ["albums", "--folder", "nowhere"], ["folders", "nowhere"],
            ["list", "--album", "nowhere"],
        ] {
            let outcome = try PhotosProcess.run(arguments: arguments + ["--library", home])
            #expect(outcome.exitCode == 3, "\(arguments): \(outcome.standardError)")
        }
        #expect(try run("albums", "--smart", "--folder", "x").exitCode == 64)
    }
}
