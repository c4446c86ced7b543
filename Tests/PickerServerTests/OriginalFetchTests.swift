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
    private func pages(_ scene: ElsewhereLibrary, _ cache: ThumbnailCache? = nil) throws -> PickerPages {
        PickerPages(try scene.session(), scene.library.thumbnailLoader(cache, decoding: .inProcess))
    }

    private func get(_ pages: PickerPages, _ path: String) async -> PageAnswer {
        let path = path.split(separator: "/").map(String.init)
        return await pages.answer(to: PageRequest(path: path, query: [:], body: nil))
    }

    private func fetch(_ pages: PickerPages, _ photo: UInt32, _ name: String = "fetch") async {
        let body = Data(#"{"photo": \#(photo)}"#.utf8)
        _ = await pages.answer(to: PageRequest(path: [name], query: [:], body: .json(body)))
    }

    private func state(_ pages: PickerPages, _ photo: UInt32) async throws -> String? {
        guard case .content(let data, _, _) = await get(pages, "fetch/\(photo)") else { return nil }
        return (try JSONSerialization.jsonObject(with: data) as? [String: Any])?["state"] as? String
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
