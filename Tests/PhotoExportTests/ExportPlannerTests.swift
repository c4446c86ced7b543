import Foundation
import PhotoModel
import Testing

@testable import PhotoExport

@Suite struct ExportPlannerTests {
    private func plan(
        _ photos: [ExportPhoto], _ record: ExportRecord = ExportRecord(), layout: String = "{year}/{name}",
        sidecars: Bool = false, isOfOneAlbum: Bool = false, onDisk: Set<String> = []
    ) throws -> ExportPlan {
        let layout = try #require(ExportLayout(layout))
        return ExportPlanner(layout, record, writesSidecars: sidecars, isOfOneAlbum: isOfOneAlbum)
            .plan(photos) { path, _ in !onDisk.contains(path) }
    }

    /// The paths by photo.
    private func paths(_ plan: ExportPlan) -> [String: [String]] {
        Dictionary(grouping: plan.files) { $0.photo.localIdentifier }.mapValues { $0.map(\.path) }
    }

    /// The record of an export with this plan.
    private func record(of plan: ExportPlan) -> ExportRecord {
        plan.files.reduce(into: ExportRecord()) { record, file in
            record.apply(
                .file(
                    ExportRecord.Entry(
                        localIdentifier: file.photo.localIdentifier, role: "\(file.resource.kind)", album: file.album,
                        path: file.path, size: 10, modifiedNanoseconds: 1, sha256: file.resource.sha256.hex,
                        source: file.resource.sha256.hex, isWithoutPlaces: false, captureTime: nil, sidecar: nil)))
        }
    }

    @Test func clashesGetNumbersInTheOrderOfAddition() throws {
        let photos = try [
            TestAsset.photo(3), TestAsset.photo(1), TestAsset.photo(2, "img.jpg"), TestAsset.photo(4, "IMG.PNG"),
            TestAsset.photo(5, "IMG (2).JPG"),
        ]
        let planned = try paths(plan(photos))
        #expect(planned["asset-1"] == ["2024/IMG.JPG"])
        #expect(planned["asset-2"] == ["2024/img (2).jpg"])
        #expect(planned["asset-3"] == ["2024/IMG (3).JPG"])
        #expect(planned["asset-4"] == ["2024/IMG.PNG"])
        #expect(planned["asset-5"] == ["2024/IMG (2) (2).JPG"])
    }

    @Test func aPhotoKeepsItsName() throws {
        let two = try plan([TestAsset.photo(2), TestAsset.photo(3)])
        #expect(paths(two)["asset-3"] == ["2024/IMG (2).JPG"])
        // A photo that was added before does not take a name away, and a photo that is gone frees none on the disk.
        let more = try plan([TestAsset.photo(1), TestAsset.photo(2), TestAsset.photo(3)], record(of: two))
        #expect(paths(more)["asset-2"] == ["2024/IMG.JPG"])
        #expect(paths(more)["asset-3"] == ["2024/IMG (2).JPG"])
        #expect(paths(more)["asset-1"] == ["2024/IMG (3).JPG"])
        let fewer = try plan([TestAsset.photo(3)], record(of: more))
        #expect(paths(fewer)["asset-3"] == ["2024/IMG (2).JPG"])
        #expect(fewer.others.map(\.path) == ["2024/IMG (3).JPG", "2024/IMG.JPG"])
    }

    @Test func filesOfOthersAreNotReplaced() throws {
        let plan = try plan([TestAsset.photo(1)], onDisk: ["2024/IMG.JPG", "2024/IMG (2).JPG"])
        #expect(plan.files.map(\.path) == ["2024/IMG (3).JPG"])
    }

    @Test func allFilesOfAPhotoShareTheStem() throws {
        var options = ExportOptions()
        options.files = .both
        let live = TestAsset.asset(
            2,
            [
                try TestAsset.resource(.original, "IMG.HEIC", 1), try TestAsset.resource(.alternate, "other.HEIC", 2),
                try TestAsset.resource(.alternatePhoto, "IMG.DNG", 3),
                try TestAsset.resource(.alternatePhoto, "raw.dng", 4),
                try TestAsset.resource(.fullSizePhoto, "rendered.jpg", 5),
                try TestAsset.resource(.adjustmentData, "IMG.AAE", 6),
                try TestAsset.resource(.pairedVideo, "IMG.MOV", 7),
                try TestAsset.resource(.fullSizePairedVideo, "rendered.mov", 8),
                try TestAsset.resource(.sidecar, "IMG.HEIC.json", 9),
            ])
        func names(_ files: ExportOptions.Files) throws -> [String] {
            options.files = files
            let photo = ExportPhoto(live, albums: [], options: options)
            return try plan([photo, TestAsset.photo(1, "IMG.MOV")], layout: "{name}", sidecars: true).files
                .filter { $0.photo.localIdentifier == "asset-2" }.map(\.path)
        }
        let originals = ["IMG (2).HEIC", "IMG (2)_2.HEIC", "IMG (2).DNG", "IMG (2)_2.dng", "IMG (2).MOV"]
        #expect(try names(.original) == originals)
        #expect(try names(.edited) == ["IMG.jpg", "IMG.mov"].map { $0.replacing("IMG", with: "IMG (2)") })
        #expect(
            try names(.both) == originals + ["IMG (2)_edited.jpg", "IMG (2)_edited.mov", "IMG (2).AAE"])
        options.removesPlaces = true
        #expect(try names(.both) == originals + ["IMG (2)_edited.jpg", "IMG (2)_edited.mov"])
    }

    @Test func aChangedDateRenames() throws {
        let old = try record(of: plan([TestAsset.photo(1)]))
        let plan = try plan([TestAsset.photo(1, time: "2023-05-17T10:30:00")], old)
        #expect(plan.files.map(\.path) == ["2023/IMG.JPG"])
        #expect(plan.files.map(\.recorded?.path) == ["2024/IMG.JPG"])
        #expect(plan.others.isEmpty)
    }

    @Test func albumsAreAddedRenamedAndLeft() throws {
        func plan(
            _ albums: [String], _ record: ExportRecord = ExportRecord(), isOfOneAlbum: Bool = false
        ) throws -> ExportPlan {
            try self.plan(
                [TestAsset.photo(1, albums: albums)], record, layout: "{album}/{name}", isOfOneAlbum: isOfOneAlbum)
        }
        let first = try plan(["Rome", "Sea"])
        #expect(first.files.map(\.path) == ["Rome/IMG.JPG", "Sea/IMG.JPG"])
        let renamed = try plan(["Roma", "Sea"], record(of: first))
        #expect(renamed.files.map(\.recorded?.path) == ["Rome/IMG.JPG", "Sea/IMG.JPG"])
        #expect(renamed.others.isEmpty)
        let added = try plan(["Rome", "Sea", "Zoo"], record(of: first))
        #expect(added.files.map(\.recorded?.path) == ["Rome/IMG.JPG", "Sea/IMG.JPG", nil])
        let left = try plan(["Sea"], record(of: first))
        #expect(left.files.map(\.recorded?.path) == ["Sea/IMG.JPG"])
        #expect(left.others.map(\.path) == ["Rome/IMG.JPG"])
        #expect(try plan([]).files.map(\.path) == ["IMG.JPG"])
        // Two titles can become the same name.
        #expect(try plan(["a/b", "a:b"]).files.map(\.path) == ["a_b/IMG.JPG"])
        let moved = try plan(["Zoo"], record(of: first))
        #expect(moved.files.map(\.recorded?.path) == ["Rome/IMG.JPG"])
        // An export of one album leaves the copies for other albums where they are.
        let other = try plan(["Zoo"], record(of: first), isOfOneAlbum: true)
        #expect(other.files.map(\.recorded?.path) == [nil])
        let same = try plan(["Roma"], record(of: first), isOfOneAlbum: true)
        #expect(same.files.map(\.recorded?.path) == ["Rome/IMG.JPG"])
    }

    @Test func manyPhotosOfOneName() throws {
        let photos = try (1...3000).map { try TestAsset.photo($0) }
        let first = try plan(photos)
        #expect(Set(first.files.map { $0.path.lowercased() }).count == 3000)
        #expect(try paths(plan(photos.reversed(), record(of: first))) == paths(first))
    }
}
