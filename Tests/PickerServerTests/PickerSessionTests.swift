import Foundation
import LibraryInterface
import LibraryRPC
import OpenPhotoKitOwner
import PhotoModel
import SystemPackage
import TestSupport
import Testing
import Thumbnails

@testable import PhotoWeb
@testable import PickerServer

/// A session of a library with five photos, by the requests that the page makes.
@Suite struct PickerSessionTests {
    private let folder: TemporaryFolder
    private let library: OwnedLibrary
    /// The local identifiers, oldest first; the first photo has no date, and the last one is hidden.
    private let photos: [String]
    private static let app = PickingApp(name: "Editor", trust: .socket, isContained: true)

    init() throws {
        folder = try TemporaryFolder()
        let library = try OwnedLibrary(at: FilePath(folder.path("library")), opening: .creatingIfAbsent)
        let files: [(String, [UInt8])] = [
            ("undated.jpg", TestPhoto.jpeg(1)),
            ("beach.jpg", TestPhoto.dated(TestPhoto.jpeg(2), "2023:05:17 10:00:00")),
            ("harbour.jpg", TestPhoto.dated(TestPhoto.jpeg(3), "2023:05:18 11:30:00")),
            ("<b>beach.jpg", TestPhoto.dated(TestPhoto.jpeg(4), "2024:01:02 03:04:05")),
            ("secret.jpg", TestPhoto.dated(TestPhoto.jpeg(5), "2024:06:01 12:00:00")),
        ]
        let photos = try library.performChangesAndWait { changes in
            try files.map { name, bytes in
                try changes.createAsset(AssetCreationRequest(original: .data(Data(bytes), filename: name)))
                    .localIdentifier
            }
        }
        try library.performChangesAndWait { changes in
            try changes.set(.hidden(true), ofAssets: [photos[4]])
            try changes.set(.favorite(true), ofAssets: [photos[2]])
        }
        (self.library, self.photos) = (library, photos)
    }

    func session(
        _ purpose: PickerSession.Purpose = .pick(app), _ permissions: PickerPermissions = PickerPermissions(),
        configure: (inout PickerConfiguration) -> Void = { _ in }
    ) throws -> (session: PickerSession, pages: PickerPages) {
        var configuration = PickerConfiguration()
        configuration.selectionLimit = 0
        configure(&configuration)
        let session = try PickerSession(purpose, configuration, of: library, permissions)
        return (session, PickerPages(session, library.thumbnailLoader(nil, decoding: .inProcess)))
    }

    func get(_ pages: PickerPages, _ path: String, _ query: [String: String] = [:]) async -> PageAnswer {
        let path = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        return await pages.answer(to: PageRequest(path: path, query: query, body: nil))
    }

    func post(_ pages: PickerPages, _ path: String, _ json: String) async -> PageAnswer {
        await pages.answer(to: PageRequest(path: [path], query: [:], body: .json(Data(json.utf8))))
    }

    func object(_ answer: PageAnswer) throws -> [String: Any] {
        try #require(JSONSerialization.jsonObject(with: answer.data) as? [String: Any])
    }

    func numbers(_ pages: PickerPages, view: String) async -> [UInt32] {
        await numbers(pages, ["view": view])
    }

    func numbers(_ pages: PickerPages, list: Int) async -> [UInt32] {
        await numbers(pages, ["list": "\(list)"])
    }

    func numbers(_ pages: PickerPages, _ photos: [String: String]) async -> [UInt32] {
        let data = await get(pages, "grid", photos.merging(["from": "0", "count": "100"]) { $1 }).data
        return stride(from: 0, to: data.count, by: 16).map { start in
            data.dropFirst(start).prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
        }
    }

    @Test func viewsHaveTheirPhotosInTheOrderOfTime() async throws {
        let (_, pages) = try session()
        #expect(await numbers(pages, view: "all") == [0, 1, 2, 3], "The hidden photo is not shown.")
        #expect(await numbers(pages, view: "search:beach") == [1, 3])
        #expect(await numbers(pages, view: "search:beach from:2024-01-01") == [3])
        #expect(await numbers(pages, view: "search:to:2023-05-17") == [1])
        #expect(await numbers(pages, view: "search:is:favorite kind:image") == [2])
        #expect(await numbers(pages, view: "search:near:1") == [1])
        #expect(await numbers(pages, view: "album:favorites") == [2])
        let months = try object(await get(pages, "months", ["view": "all"]))
        #expect(months["months"] as? [[Int]] == [[0, 0, 1], [2023, 5, 2], [2024, 1, 1]])
        for view in ["", "album", "everything", "search:is:hidden", "search:is:trashed"] {
            guard case .refused = await get(pages, "grid", ["view": view, "from": "0", "count": "1"]) else {
                Issue.record("\(view) is a view.")
                continue
            }
        }
    }

    @Test func aCellSaysWhatItIs() async throws {
        let (_, pages) = try session()
        let data = await get(pages, "grid", ["view": "all", "from": "2", "count": "1"]).data
        // 2023-05-18 is day 19,495 from 1970; 11:30 is minute 690.
        let minutes = UInt32(19_495 * 1440 + 690)
        let bytes = [2, minutes].flatMap { value in (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
        // A favourite, no video, of 320 × 240 pixels.
        #expect(Array(data) == bytes + [4, 0, 0, 0, 64, 1, 240, 0])
        #expect(await get(pages, "gray", ["view": "all", "from": "0", "count": "4"]).data.count == 4 * 4096)
        let jpeg = await get(pages, "thumb/2").data
        #expect(jpeg.starts(with: [0xFF, 0xD8, 0xFF]))
    }

    @Test func aDeselectionIsUndone() async throws {
        let (session, pages) = try session { $0.selectionLimit = 3 }
        func order() throws -> [UInt32] { try session.photos(of: "selection") }
        func undo() async throws -> [String: Any] { try object(await post(pages, "undo", "{}")) }
        func isRefused() async -> Bool {
            guard case .refused(let message) = await post(pages, "undo", "{}") else { return false }
            return message == "The selection was changed since, so it stays as it is."
        }
        for photo in [2, 0, 1] {
            _ = await post(pages, "select", #"{"view": "all", "ranges": [[\#(photo), \#(photo + 1)]], "on": true}"#)
        }
        #expect(await isRefused())
        for command in [("deselect", #"{"photo": 0}"#, 1), ("clear", "{}", 3)] {
            #expect(try object(await post(pages, command.0, command.1))["undoable"] as? Int == command.2)
            let undone = try await undo()
            #expect(undone["selected"] as? Int == 3 && undone["undoable"] as? Int == 0)
            #expect(try order() == [2, 0, 1], "The order is as before.")
        }
        // What the person or the app changes since stays.
        _ = await post(pages, "clear", "{}")
        _ = await post(pages, "select", #"{"view": "all", "ranges": [[3, 4]], "on": true}"#)
        #expect(await isRefused())
        _ = await post(pages, "clear", "{}")
        try session.apply(.deselect([photos[3]]))
        #expect(await isRefused())
        #expect(try order() == [])
        // The limit of the app holds for what comes back.
        _ = await post(pages, "select", #"{"view": "all", "ranges": [[0, 3]], "on": true}"#)
        _ = await post(pages, "clear", "{}")
        try session.apply(.limit(2))
        #expect(try await undo()["selected"] as? Int == 3)
        #expect(throws: PickerRefusal.self) { try session.add() }
    }

    @Test func theSelectedPhotosAreAListThatStays() async throws {
        let (session, pages) = try session()
        for photo in [3, 1] {
            _ = await post(pages, "select", #"{"view": "all", "ranges": [[\#(photo), \#(photo + 1)]], "on": true}"#)
        }
        let selected = try object(await get(pages, "selected", ["photo": "1"]))
        #expect(selected["position"] as? Int == 1 && selected["count"] as? Int == 2)
        let list = try #require(selected["list"] as? Int)
        session.deselect(3)
        session.libraryHasChanged()
        #expect(await numbers(pages, list: list) == [3, 1])
        for photo in ["3", "0", "-1", "x", ""] {
            guard case .refused("This photo is not selected any more.") = await get(pages, "selected", ["photo": photo])
            else {
                Issue.record("\(photo) is selected.")
                continue
            }
        }
    }

    @Test func theSelectionIsTheResult() async throws {
        let (session, pages) = try session { $0.selectionLimit = 2 }
        _ = await post(pages, "select", #"{"view": "search:beach", "ranges": [[1, 2]], "on": true}"#)
        let answer = try object(await post(pages, "select", #"{"view": "all", "ranges": [[0, 3]], "on": true}"#))
        #expect(answer["selected"] as? Int == 2 && answer["refused"] as? Int == 2)
        let state = await get(pages, "state", ["view": "all", "from": "0", "count": "4"]).data
        #expect(Array(state) == [2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0])
        _ = await post(pages, "add", "{}")
        #expect(session.outcome == .picked([photos[3], photos[0]], includesPlaces: true))
        for path in ["session", "grid"] {
            guard case .gone = await get(pages, path) else {
                Issue.record("\(path) is answered after the end.")
                continue
            }
        }
        _ = await post(pages, "cancel", "{}")
        #expect(session.outcome == .picked([photos[3], photos[0]], includesPlaces: true), "A session ends once.")
    }

    @Test func onlyPhotosOfTheFilterAreInAnyView() async throws {
        let (_, pages) = try session(configure: { $0.filter = .isFavorite })
        #expect(await numbers(pages, view: "all") == [0])
        #expect(await numbers(pages, view: "search:beach") == [])
        #expect(await numbers(pages, view: "search:harbour") == [0])
    }

    @Test func albumsHaveThePhotosOfTheFilter() async throws {
        let albums = try library.performChangesAndWait { changes in
            try ["Beach", "Both", "Empty"].map { try changes.createAlbum(title: $0).localIdentifier }
        }
        try library.performChangesAndWait { changes in
            try changes.addAssets([photos[1], photos[4]], toAlbum: albums[0])
            try changes.addAssets([photos[3], photos[2], photos[1]], toAlbum: albums[1])
        }
        func shown(_ filter: AssetFilter?) async throws -> [String] {
            let (_, pages) = try session(configure: { $0.filter = filter })
            let answer = try JSONSerialization.jsonObject(with: await get(pages, "albums").data) as? [[String: Any]]
            return (answer ?? []).filter { $0["smart"] as? Bool == false }.map {
                "\($0["title"] ?? "") \($0["count"] ?? "") \($0["key"] ?? "")"
            }
        }
        // The hidden photo is not counted, and the key photo is the first of the album.
        #expect(try await shown(nil) == ["Beach 1 1", "Both 3 3", "Empty 0 "])
        #expect(try await shown(.isFavorite) == ["Both 1 0"])
    }

    @Test func aPhotoIsShownAsEdited() async throws {
        let (_, pages) = try session()
        let before = await get(pages, "thumb/1").data
        try library.performChangesAndWait { changes in
            try changes.editAsset(
                photos[1], rendered: .data(Data(TestPhoto.jpeg(77)), filename: "edited.jpg"),
                adjustmentData: AdjustmentData(formatIdentifier: "org.example", formatVersion: "1", data: Data([1])))
        }
        let after = await get(pages, "thumb/1").data
        #expect(before.starts(with: [0xFF, 0xD8]) && after.starts(with: [0xFF, 0xD8]) && before != after)
    }

    @Test func preselectedPhotosAreSelected() async throws {
        let (session, pages) = try session {
            $0.selectionLimit = 2
            $0.preselectedAssetIdentifiers = [photos[3], "unknown", photos[4], photos[1], photos[2]]
        }
        let description = try object(await get(pages, "session"))
        #expect(description["preselected"] as? Int == 3 && description["selected"] as? Int == 3)
        guard case .refused = await post(pages, "add", "{}") else {
            Issue.record("More photos than the limit are added.")
            return
        }
        _ = await post(pages, "deselect", #"{"photo": 2}"#)
        _ = await post(pages, "add", "{}")
        // The hidden photo stays selected, and the library does not have the unknown one.
        #expect(session.outcome == .picked([photos[3], photos[4], photos[1]], includesPlaces: true))
    }

    @Test func deletedPhotosAreInNoResult() async throws {
        try await library.performChanges { [photos] in try $0.deleteAssets([photos[0]]) }
        let (session, pages) = try session {
            $0.selectionLimit = 0
            $0.preselectedAssetIdentifiers = [photos[0], photos[1], photos[4]]
        }
        #expect(try object(await get(pages, "session"))["preselected"] as? Int == 1)
        _ = await post(pages, "select", #"{"view": "all", "ranges": [[1, 2]], "on": true}"#)
        #expect(try session.results() == [photos[1], photos[4], photos[2]])
        try await library.performChanges { [photos] in try $0.deleteAssets([photos[1], photos[4]]) }
        _ = await post(pages, "add", "{}")
        #expect(session.outcome == .picked([photos[2]], includesPlaces: true))
    }

    @Test func anAppChangesItsPage() async throws {
        let (session, pages) = try session { $0.selection = .continuousAndOrdered }
        let signal = session.changeSignal()
        _ = await get(pages, "session")
        _ = await post(pages, "select", #"{"view": "all", "ranges": [[0, 3]], "on": true}"#)
        try session.apply(.move(photos[2], after: nil))
        try session.apply(.deselect([photos[0], photos[4], "unknown"]))
        #expect(try session.results() == [photos[2], photos[1]])
        try session.apply(.limit(1))
        guard case .refused = await post(pages, "add", "{}") else {
            Issue.record("More photos than the new limit are added.")
            return
        }
        #expect(try object(await get(pages, "session"))["limit"] as? Int == 1)
        session.appIsGone()
        #expect(session.outcome == .cancelled)
        let events = try object(await get(pages, "events", ["after": "0"]))["events"] as? [[String: String]]
        #expect(events?.compactMap { $0["kind"] } == ["selection", "appChanged", "appGone", "done"])
        for await _ in signal where session.outcome != nil { break }
    }

    @Test func anAppDoesNotLearnWhichPreselectedPhotosThePageHas() throws {
        let preselected = [photos[1], photos[2], photos[3], photos[1]]
        let changes: [PickChange] = [
            .move(photos[3], after: nil), .move(photos[1], after: photos[2]), .move(photos[2], after: photos[2]),
            .deselect([photos[1]]), .move(photos[1], after: nil), .deselect([photos[2], photos[3]]),
        ]
        func results(_ filter: AssetFilter?) throws -> [[String]] {
            let session = try session {
                $0.preselectedAssetIdentifiers = preselected
                $0.filter = filter
            }.session
            return try [session.results()]
                + changes.map { change in
                    try session.apply(change)
                    return try session.results()
                }
        }
        let all = try results(nil)
        #expect(all.first == [photos[1], photos[2], photos[3]] && all.last == [])
        #expect(try results(.isFavorite) == all)
        #expect(try results(.localIdentifiers([])) == all)
    }

    @Test func aListStaysAsThePageShowsIt() async throws {
        let (session, pages) = try session(.browse)
        let list = try #require(try object(await get(pages, "months"))["list"] as? Int)
        try await library.performChanges { [photos] in try $0.deleteAssets([photos[0]]) }
        session.libraryHasChanged()
        #expect(await numbers(pages, view: "all") == [1, 2, 3])
        #expect(await numbers(pages, list: list) == [0, 1, 2, 3])
        let second = #"{"list": \#(list), "ranges": [[1, 2]], "on": true}"#
        #expect(try object(await post(pages, "select", second))["selected"] as? Int == 1)
        #expect(try session.results() == [photos[1]])
        guard case .refused = await get(pages, "grid", ["list": "99", "from": "0", "count": "1"]) else {
            Issue.record("An unknown list is answered.")
            return
        }
    }

    @Test func aPersonKeepsPlacesOut() async throws {
        let (session, pages) = try session(.pick(Self.app), PickerPermissions(includesPlaces: true))
        #expect(try object(await get(pages, "session"))["mayIncludePlaces"] as? Bool == true)
        _ = await post(pages, "select", #"{"view": "all", "ranges": [[0, 1]], "on": true}"#)
        _ = await post(pages, "places", #"{"includePlaces": false}"#)
        _ = await post(pages, "add", "{}")
        #expect(session.outcome == .picked([photos[0]], includesPlaces: false))
    }

    @Test func badRequestsAreRefused() async throws {
        let (_, pages) = try session()
        for json in ["", "[]", "{", #"{"ranges": [[2, 1]]}"#, #"{"ranges": [[-1, 1]]}"#, #"{"ranges": [[1]]}"#] {
            guard case .refused = await post(pages, "select", json) else {
                Issue.record("\(json) is accepted.")
                continue
            }
        }
        let all = #"{"view": "all", "ranges": [[0, 9223372036854775807]], "on": true}"#
        #expect(try object(await post(pages, "select", all))["selected"] as? Int == 4)
        for query in [["from": "-1", "count": "1"], ["from": "0", "count": "2001"], ["from": "0"], [:]] {
            guard case .refused = await get(pages, "grid", query) else {
                Issue.record("\(query) is accepted.")
                continue
            }
        }
        for path in [
            "thumb/4", "thumb/99", "thumb/x", "video/1", "unknown", "picker.html/x", "../picker.html", "change",
        ] {
            guard case .notFound = await get(pages, path) else {
                Issue.record("\(path) is answered.")
                continue
            }
        }
        guard case .notFound = await post(pages, "change", #"{"action": "delete"}"#) else {
            Issue.record("A picker changes the library.")
            return
        }
    }

    /// A frame of a burst of an iPhone, which its maker note states.
    private func frame(_ seed: UInt64, _ time: String) -> Data {
        let burst = Array("BURST-1\0".utf8)
        let entry = [(0x0B, 2), (2, 2), (burst.count, 4), (32, 4)].flatMap { TIFFBuilder.number($0, $1) }
        let note =
            Array("Apple iOS\0".utf8) + [0, 1, 0x4D, 0x4D] + TIFFBuilder.number(1, 2) + entry
            + TIFFBuilder.number(0, 4) + burst
        let exif = TIFFBuilder(
            main: [.text(0x010F, "Apple"), .text(0x0110, "iPhone 12")],
            exif: [.text(0x9003, time), TIFFBuilder.Entry(tag: 0x927C, type: 7, count: note.count, value: note)])
        return Data(TestPhoto.with(exif, TestPhoto.jpeg(seed)))
    }

    @Test func aPickerShowsOneFrameOfABurst() async throws {
        try library.performChangesAndWait { changes in
            for second in 0..<3 {
                let bytes = frame(UInt64(10 + second), "2024:03:01 10:00:0\(second)")
                _ = try changes.createAsset(AssetCreationRequest(original: .data(bytes, filename: "F\(second).jpg")))
            }
        }
        let shown = try library.fetchAssets(AssetQuery()).count
        #expect(shown == photos.count, "The hidden photo is not shown.")
        for (purpose, frames) in [(PickerSession.Purpose.pick(Self.app), 1), (.browse, 3)] {
            let (_, pages) = try session(purpose)
            #expect(await numbers(pages, view: "all").count == photos.count - 1 + frames)
            #expect(await numbers(pages, view: "album:bursts").count == frames)
            #expect(await numbers(pages, view: "search:from:2024-03-01 to:2024-03-01").count == frames)
        }
    }

    @Test func everyFileOfThePageIsServed() async throws {
        let (_, pages) = try session()
        let page = String(decoding: await get(pages, "").data, as: UTF8.self)
        let names = page.matches(of: #/(?:href|src)="([a-z-]+\.(?:js|css))"/#).map { String($0.1) }
        #expect(names.count > 10)
        for name in names {
            guard case .content = await get(pages, name) else {
                Issue.record("\(name) is missing.")
                continue
            }
        }
    }
}

extension PageAnswer {
    /// The content; empty for other answers.
    fileprivate var data: Data { if case .content(let data, _, _) = self { data } else { Data() } }
}
