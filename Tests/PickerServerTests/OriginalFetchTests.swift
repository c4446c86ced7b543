import Foundation
import OpenPhotoKitOwner
import PhotoModel
import SystemPackage
import TestSupport
import Testing
import Thumbnails

@testable import PhotoWeb
@testable import PickerServer

/// The requests for files that are not on this machine.
@Suite struct OriginalFetchTests {
    private func pages(
        _ scene: ElsewhereLibrary, of library: OwnedLibrary? = nil, _ cache: ThumbnailCache? = nil
    ) throws -> PickerPages {
        let library = library ?? scene.library
        return PickerPages(
            try scene.session(of: library), library.thumbnailLoader(cache, decoding: .inProcess))
    }

    private func get(_ pages: PickerPages, _ path: String, _ query: [String: String] = [:]) async -> PageAnswer {
        let path = path.split(separator: "/").map(String.init)
        return await pages.answer(to: PageRequest(path: path, query: query, body: nil))
    }

    private func fetch(_ pages: PickerPages, _ photo: UInt32, _ name: String = "fetch") async {
        let body = Data(#"{"photo": \#(photo)}"#.utf8)
        _ = await pages.answer(to: PageRequest(path: [name], query: [:], body: .json(body)))
    }

    private func news(
        _ pages: PickerPages, _ photo: UInt32, _ query: [String: String] = [:]
    ) async throws -> [String: Any]? {
        guard case .content(let data, _, _) = await get(pages, "fetch/\(photo)", query) else { return nil }
        return try JSONSerialization.jsonObject(with: data) as? [String: Any]
    }

    private func state(_ pages: PickerPages, _ photo: UInt32) async throws -> String? {
        try await news(pages, photo)?["state"] as? String
    }

    private func wait(_ pages: PickerPages, _ photo: UInt32, for expected: String) async throws {
        while try await state(pages, photo) != expected { try await Task.sleep(for: .milliseconds(5)) }
    }

    private func file(_ answer: PageAnswer) -> Data? {
        guard case .file(let path, _) = answer else { return nil }
        return try? Data(contentsOf: URL(fileURLWithPath: path.string))
    }

    @Test(.timeLimit(.minutes(1))) func aFetchedVideoHasItsBytes() async throws {
        let scene = try await ElsewhereLibrary()
        let pages = try pages(scene)
        let video = ElsewhereLibrary.videoNumber
        #expect(try await state(pages, video) == "elsewhere")
        #expect(await file(get(pages, "video/\(video)")) == nil)
        await fetch(pages, video)
        try await wait(pages, video, for: "here")
        #expect(await file(get(pages, "video/\(video)")) == Data(scene.video))
        await fetch(pages, video, "stop")
        #expect(try await state(pages, video) == "elsewhere")
        #expect(await file(get(pages, "video/\(video)")) == nil)
    }

    @Test(.timeLimit(.minutes(1))) func wrongBytesAreNotShown() async throws {
        let scene = try await ElsewhereLibrary(.hasWrongByte(at: 500))
        let pages = try pages(scene)
        for photo in [ElsewhereLibrary.videoNumber, ElsewhereLibrary.photoNumber] {
            await fetch(pages, photo)
            try await wait(pages, photo, for: "failed")
        }
        #expect(await file(get(pages, "video/\(ElsewhereLibrary.videoNumber)")) == nil)
    }

    @Test(.timeLimit(.minutes(1))) func anotherFetchEndsTheFirst() async throws {
        let scene = try await ElsewhereLibrary(.neverAnswers)
        let pages = try pages(scene)
        await fetch(pages, ElsewhereLibrary.photoNumber)
        while scene.store.waitingCount != 1 { try await Task.sleep(for: .milliseconds(2)) }
        // A page that shows another photo now has not asked for this end.
        await fetch(pages, ElsewhereLibrary.videoNumber, "stop")
        #expect(try await state(pages, ElsewhereLibrary.photoNumber) == "fetching")
        await fetch(pages, ElsewhereLibrary.videoNumber)
        while scene.store.openings.count != 2 || scene.store.waitingCount != 1 {
            try await Task.sleep(for: .milliseconds(2))
        }
        #expect(try await state(pages, ElsewhereLibrary.photoNumber) == "elsewhere")
        pages.endFetch()
        while scene.store.waitingCount != 0 { try await Task.sleep(for: .milliseconds(2)) }
    }

    /// A page waits for news all the time, so a fetch without a waiting page is one whose page was closed.
    @Test(.timeLimit(.minutes(1))) func aFetchGoesOnWhileAPageWaitsAndEndsSoonAfterwards() async throws {
        let scene = try await ElsewhereLibrary(.neverAnswers)
        let pages = try pages(scene)
        let (photo, clock) = (ElsewhereLibrary.photoNumber, ContinuousClock())
        await fetch(pages, photo)
        while scene.store.waitingCount != 1 { try await Task.sleep(for: .milliseconds(2)) }
        let start = clock.now
        while clock.now - start < .seconds(5) {
            let asked = clock.now
            let news = try await news(pages, photo, ["known": "0"])
            #expect(news?["state"] as? String == "fetching")
            #expect(clock.now - asked > .milliseconds(500), "The page would ask all the time.")
        }
        #expect(scene.store.openings.count == 1)
        let closed = clock.now
        while scene.store.waitingCount != 0 { try await Task.sleep(for: .milliseconds(10)) }
        #expect(clock.now - closed < .seconds(10))
        #expect(try await state(pages, photo) == "elsewhere")
    }

    @Test(.timeLimit(.minutes(1))) func newsComesBeforeTheLongestWait() async throws {
        let scene = try await ElsewhereLibrary()
        scene.store.fault = .isSlow(bytesPerSecond: scene.photo.count * 2)
        let pages = try pages(scene)
        await fetch(pages, ElsewhereLibrary.photoNumber)
        var fractions: [Double] = [0]
        while let news = try await news(pages, ElsewhereLibrary.photoNumber, ["known": "\(fractions.last ?? 0)"]),
            news["state"] as? String == "fetching"
        { fractions.append(try #require(news["fraction"] as? Double)) }
        #expect(fractions.count >= 4 && fractions == fractions.sorted(), "\(fractions)")
        #expect(try await state(pages, ElsewhereLibrary.photoNumber) == "here")
    }

    /// One store has another identifier, and the other is not mounted.
    @Test(.timeLimit(.minutes(1))) func allStoresThatFailedAreNamed() async throws {
        let scene = try await ElsewhereLibrary(storeName: "nas")
        let second = FilePath(scene.folder.path("second"))
        try FileManager.default.createDirectory(atPath: second.string, withIntermediateDirectories: false)
        try await scene.library.addStore(NewStore(name: "usb", address: .folder(second)))
        _ = try await scene.library.mirror { _ in }
        try FileManager.default.removeItem(atPath: scene.folder.path("store/store.json"))
        try FileManager.default.moveItem(
            atPath: scene.folder.path("second/store.json"), toPath: scene.folder.path("store/store.json"))
        // The mirror has opened the first store: only a library that is opened now asks for its identifier.
        let pages = try pages(scene, of: OwnedLibrary(at: scene.library.path))
        await fetch(pages, ElsewhereLibrary.photoNumber)
        try await wait(pages, ElsewhereLibrary.photoNumber, for: "failed")
        #expect(
            try await news(pages, ElsewhereLibrary.photoNumber)?["message"] as? String
                == "The original is on the stores “nas” and “usb”, and none of them can be used now. Connect one of "
                + "them, and try again.")
    }

    /// The grid and the preview go on while a store does not answer, and fetch nothing.
    @Test(.timeLimit(.minutes(1))) func aSlowStoreHoldsUpNoPicture() async throws {
        let scene = try await ElsewhereLibrary(.neverAnswers)
        let pages = try pages(scene)
        await fetch(pages, ElsewhereLibrary.photoNumber)
        while scene.store.waitingCount != 1 { try await Task.sleep(for: .milliseconds(2)) }
        for photo: UInt32 in 0..<4 {
            for name in ["thumb", "preview"] {
                guard case .content(_, .jpeg, _) = await get(pages, "\(name)/\(photo)") else {
                    Issue.record("\(name) of \(photo)")
                    continue
                }
            }
        }
        #expect(scene.store.openings.count == 1)
        pages.endFetch()
    }

    @Test(.timeLimit(.minutes(1))) func theWholePictureStaysInTheCache() async throws {
        let scene = try await ElsewhereLibrary()
        let cache = try ThumbnailCache(at: scene.folder.filePath.appending("cache"))
        let photo = ElsewhereLibrary.photoNumber
        let first = try pages(scene, cache)
        guard case .content(let small, _, _) = await get(first, "preview/\(photo)") else { return }
        #expect(try await state(first, photo) == "elsewhere", "The smaller picture is no preview of the whole file.")
        await fetch(first, photo)
        try await wait(first, photo, for: "here")
        let later = try pages(scene, cache)
        #expect(try await state(later, photo) == "here")
        guard case .content(let whole, _, _) = await get(later, "preview/\(photo)") else { return }
        #expect(whole.count > 0 && whole != small)
        #expect(scene.store.openings.count == 1)
    }
}
