import ApplePhotosLibrary
import Foundation
import PhotoModel
import SystemPackage
import TestSupport
import Testing

/// Libraries of Photos 2 to 4: their database is `photos.db`, and the originals are in `Masters`.
@Suite("Reading libraries of Photos 4", .enabled(if: Python.has("sqlite3"), "needs python3"))
struct Photos4LibraryTests {
    private let folder: TemporaryFolder
    private let scratch: TemporaryFolder
    private var path: FilePath { folder.filePath.appending("Old.photoslibrary") }

    init() throws {
        folder = try TemporaryFolder()
        scratch = try TemporaryFolder()
    }

    private func open(
        _ assets: [[String: Any]], albums: [[String: Any]] = [], files: [String] = []
    ) throws -> ApplePhotosLibrary {
        try AppleLibrary.make(
            at: path, ["photos4": true, "assets": assets, "albums": albums],
            files: Dictionary(uniqueKeysWithValues: files.map { ($0, [1]) }))
        #expect(ApplePhotosLibrary.isLibrary(path))
        return try ApplePhotosLibrary(at: path, scratch: scratch.filePath)
    }

    private func assets(_ library: ApplePhotosLibrary) throws -> [ApplePhotosAsset] {
        var assets: [ApplePhotosAsset] = []
        try library.visitAssets {
            assets.append($0)
            return true
        }
        return assets
    }

    /// The kinds of an asset's files, by their paths in the library.
    private func kinds(_ asset: ApplePhotosAsset) -> [String: AssetResource.Kind] {
        Dictionary(
            uniqueKeysWithValues: asset.files.map { (String($0.path.string.dropFirst(path.string.count + 1)), $0.kind) }
        )
    }

    private static let day = "2019/07/27/20190727-131650"

    private func photo(_ number: Int, _ values: [String: Any] = [:]) -> [String: Any] {
        ["uuid": "photo \(number)", "file": "\(Self.day)/IMG_\(number).JPG"].merging(values) { $1 }
    }

    private func original(_ number: Int) -> String { "Masters/\(Self.day)/IMG_\(number).JPG" }

    @Test("An asset has its name, date, place, words, flags, burst and persons; nothing is written in the library")
    func descriptions() throws {
        let library = try open(
            [
                photo(
                    1,
                    [
                        "uuid": "8SOE9s0XQVGsuq4ONohTng", "name": "Before Photos.JPG", "created": 600_000_000.25,
                        "zone": 34_200, "latitude": 1.5, "longitude": -2.5, "title": "A title",
                        "caption": "A caption", "favorite": 1, "hidden": 1, "keywords": ["b", "a", "b"],
                        "persons": ["Katie", "Katie"], "burst": "B", "pick": 24,
                    ]),
                photo(2, ["created": 123_456_789_012_345.0, "exif": 3.5]), photo(3, ["type": 8, "zone": -3600]),
            ], files: [original(1), original(2), original(3)])
        let assets = try assets(library)
        try #require(assets.count == 3)
        #expect(assets.allSatisfy { $0.state == .present })
        #expect(assets[0].uuid == "F12384F6-CD17-4151-ACBA-AE0E3688539E")
        #expect(assets[0].originalName == "Before Photos.JPG")
        let said = assets[0].description
        #expect(said.captureTime?.description == "2020-01-06T20:10:00.250+09:30" && said.statesZone)
        #expect(said.place == ImageMetadata.Location(latitude: 1.5, longitude: -2.5).map { .at($0) })
        #expect(said.title == "A title" && said.caption == "A caption")
        #expect(said.keywords == ["a", "b", "People/Katie"])
        #expect(said.isFavorite && said.isHidden)
        #expect(said.burst?.identifier == "B" && said.burst.map { "\($0.pick)" } == "owner")
        // The owner removed the place that the file states.
        #expect(assets[1].description.captureTime == nil && assets[1].description.place == .none)
        #expect(assets[2].isVideo && assets[2].description.place == .unknown)
        #expect(assets[2].description.captureTime?.description == "2000-12-31T23:00:00-01:00")
        #expect(try FileManager.default.contentsOfDirectory(atPath: path.string + "/database").count == 2)
    }

    @Test("Each file of an asset has its role; resources of other edits, and previews, have none") func roles() throws {
        let (version, master) = ("resources/media/version/00/00", "resources/media/master/00/00")
        let raw = "\(Self.day)/IMG_1.CR2"
        let library = try open(
            [
                photo(1, ["raw": raw, "raw_is_chosen": true]),
                photo(
                    2,
                    [
                        "edited": 1,
                        "resources": [
                            ["id": 26, "of": "version"], ["id": 27, "of": "version", "type": 8],
                            ["id": 28, "of": "version", "tag": "an older edit"],
                            ["id": 29, "of": "version", "type": 3],
                            ["id": 30, "of": "master", "uti": "com.apple.quicktime-movie", "type": 8],
                            ["id": 31, "of": "master"],
                        ],
                    ]),
                photo(3, ["resources": [["id": 40, "of": "version"]]]),
                // The owner duplicated the second photo, and edited the copy.
                photo(4, ["master": 2, "edited": 1, "resources": [["id": 0x12345, "of": "version"]]]),
            ],
            files: [
                original(1), "Masters/\(raw)", original(2), original(3), "\(version)/fullsizeoutput_1a.jpeg",
                "\(version)/videocomplementoutput_1b.mov", "\(version)/fullsizeoutput_1c.jpeg",
                "\(version)/fullsizeinput_1d.jpeg", "\(master)/jpegvideocomplement_1e.mov",
                "\(master)/fullsizeoutput_1f.jpeg", "\(version)/fullsizeoutput_28.jpeg",
                "resources/media/version/23/01/fullsizeoutput_12345.jpeg",
                "resources/proxies/derivatives/00/00/1/UNADJUSTEDNONRAW_mini_1.jpg",
            ])
        let assets = try assets(library)
        try #require(assets.count == 4)
        #expect(kinds(assets[0]) == [original(1): .original, "Masters/\(raw)": .alternatePhoto])
        #expect(assets[0].originalName == "IMG_1.JPG")
        #expect(
            kinds(assets[1]) == [
                original(2): .original, "\(master)/jpegvideocomplement_1e.mov": .pairedVideo,
                "\(version)/fullsizeoutput_1a.jpeg": .fullSizePhoto,
                "\(version)/videocomplementoutput_1b.mov": .fullSizePairedVideo,
            ])
        #expect(assets[1].isEdited && assets[1].isLive)
        #expect(kinds(assets[2]) == [original(3): .original] && !assets[2].isEdited)
        #expect(
            kinds(assets[3]) == [
                original(2): .original, "\(master)/jpegvideocomplement_1e.mov": .pairedVideo,
                "resources/media/version/23/01/fullsizeoutput_12345.jpeg": .fullSizePhoto,
            ])
    }

    @Test("Originals in the trash, in iCloud only or elsewhere are named, and no path leads out of the library")
    func states() throws {
        try folder.write([1], to: "secret.jpeg")
        let library = try open(
            [
                photo(1, ["trashed": 1]), photo(2),
                photo(3, ["file": "Users/Kate/far.jpg", "volume": "Macintosh HD"]),
                photo(4, ["file": "../../secret.jpeg"]), photo(5, ["file": NSNull()]),
                photo(6, ["file": "/etc/passwd"]),
            ], files: [original(1), original(9), "Masters/odd.jpg"])
        let assets = try assets(library)
        #expect(
            assets.map(\.state) == [
                .trashed, .inCloudOnly, .elsewhere("/Volumes/Macintosh HD/Users/Kate/far.jpg"),
                .elsewhere("../../secret.jpeg"), .inCloudOnly, .elsewhere("/etc/passwd"),
            ])
        #expect(assets.allSatisfy { $0.files.isEmpty })
        var unknown: [FilePath] = []
        try library.visitUnknownOriginals {
            unknown.append($0)
            return true
        }
        #expect(unknown == [original(9), "Masters/odd.jpg"].map { path.pushing(FilePath($0)) })
    }

    @Test("Albums and folders come in their order, with the identifiers that a newer Photos gives them")
    func albums() throws {
        let farm = "DFFKmHt3Tk+AGzZLe2Xq+g"
        let library = try open(
            [
                photo(1, ["created": 3.0]), photo(2, ["created": 1.0]), photo(3, ["created": 2.0]),
                photo(4, ["trashed": 1]),
            ],
            albums: [
                // The folder and the first album have the same number in their tables.
                ["uuid": "trip", "title": "Trips", "folder": true, "order": 30],
                ["uuid": farm, "title": "Farm", "order": 20, "members": [3, 1, 4, 2]],
                [
                    "uuid": "rome", "title": "Rome", "parent": "trip", "sort": "exifProperties.ImageDate",
                    "members": [1, 2, 3],
                ],
                [
                    "uuid": "newest", "title": "Newest", "order": 10, "sort": "exifProperties.ImageDate",
                    "ascending": 0,
                    "members": [1, 2, 3],
                ],
                ["uuid": "print", "title": "printAlbum", "magic": 1],
                ["uuid": "smart", "title": "Smart", "subclass": 2],
                ["uuid": "gone", "title": "Gone", "trashed": 1],
            ], files: (1...4).map(original))
        let collections = try library.collections()
        #expect(collections.map(\.title) == ["Newest", "Farm", "Trips", "Rome"])
        #expect(collections.map(\.isFolder) == [false, false, true, false])
        #expect(collections.map(\.parent) == [nil, nil, nil, "trip"])
        #expect(collections[1].uuid == "0C514A98-7B77-4E4F-801B-364B7B65EAFA")
        func members(_ index: Int) throws -> [String] {
            var names: [String] = []
            try library.visitOriginals(of: collections[index]) { names += $0.compactMap { $0.stem } }
            return names
        }
        #expect(try members(0) == ["IMG_1", "IMG_3", "IMG_2"])
        #expect(try members(1) == ["IMG_3", "IMG_1", "IMG_2"])
        #expect(try members(3) == ["IMG_2", "IMG_3", "IMG_1"])
    }

    @Test("A library that a newer Photos converted is read by its new database") func converted() throws {
        _ = try open([photo(1)], files: [original(1)])
        let new = folder.filePath.appending("New.photoslibrary")
        let uuid = AppleLibrary.uuid(1)
        try AppleLibrary.make(
            at: new, ["assets": [["uuid": uuid, "filename": "\(uuid).jpeg"]]], files: ["originals/A/\(uuid).jpeg": [1]])
        try FileManager.default.copyItem(
            atPath: path.string + "/database/photos.db", toPath: new.string + "/database/photos.db")
        let library = try ApplePhotosLibrary(at: new, scratch: scratch.filePath)
        #expect(try assets(library).map(\.uuid) == [uuid])
    }

    @Test("A database that is cut, is no database or is missing is an error with the remedy") func damage() throws {
        _ = try open([photo(1)], files: [original(1)])
        for name in ["photos.db-wal", "photos.db"] {
            try FileManager.default.removeItem(atPath: path.string + "/database/" + name)
            #expect(ApplePhotosLibrary.isLibrary(path))
            let error = #expect(throws: PhotoLibraryError.self) {
                _ = try ApplePhotosLibrary(at: path, scratch: scratch.filePath)
            }
            #expect(error?.code == .unreadable && error?.path == path.string)
        }
    }
}
