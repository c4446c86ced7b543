import Foundation
import LibraryInterface
import LibraryRPC
import OpenPhotoKitOwner
import SystemPackage
import TestSupport
import Testing
import Thumbnails

@testable import PhotoWeb
@testable import PickerServer

/// A page that is really served refuses what its own browser does not send.
@Suite struct HostileRequestTests {
    /// A served page of three photos and a hidden one, of which the first photo is selected.
    private struct Page {
        let folder: TemporaryFolder
        let session: PickerSession
        let server: PageServer
        let token: String
        let port: UInt16
        let cookie: String

        init() async throws {
            folder = try TemporaryFolder()
            let library = try OwnedLibrary(at: FilePath(folder.path("library")), opening: .creatingIfAbsent)
            let photos = try library.performChangesAndWait { changes in
                try (1...4).map { number in
                    try changes.createAsset(
                        AssetCreationRequest(
                            original: .data(Data(TestPhoto.jpeg(UInt64(number))), filename: "confidential\(number).jpg")
                        )
                    ).localIdentifier
                }
            }
            try library.performChangesAndWait { try $0.set(.hidden(true), ofAssets: [photos[3]]) }
            var configuration = PickerConfiguration()
            configuration.selectionLimit = 2
            let app = PickingApp(name: "Editor", trust: .socket, isContained: true)
            session = try PickerSession(.pick(app), configuration, of: library) { _ in }
            _ = session.select([0..<1], of: try session.photos(of: "all"), true)
            let pages = PickerPages(session, library.thumbnailLoader(nil, decoding: .inProcess))
            server = try await PageServer { await pages.answer(to: $0) }
            let parts = server.address.split(whereSeparator: { ":/".contains($0) })
            port = UInt16(parts[2]) ?? 0
            token = String(parts[3])
            let first = HostileRequest(
                name: "", target: "/TOKEN/", headers: ["Sec-Fetch-Site": "none", "Sec-Fetch-Mode": "navigate"],
                status: 200)
            let answer = try RawHTTP.send(first.data(token: token, port: port, cookie: ""), to: port)
            cookie = String(try #require(answer.headers["set-cookie"]?.prefix { $0 != ";" }))
        }

        func answer(to request: HostileRequest) throws -> RawHTTP.Answer {
            try RawHTTP.send(request.data(token: token, port: port, cookie: cookie), to: port)
        }
    }

    /// One page for all requests.
    private static let page = Task { try await Page() }

    @Test(arguments: HostileRequest.all)
    func isRefusedWithoutContent(request: HostileRequest) async throws {
        let page = try await Self.page.value
        let answer = try page.answer(to: request)
        #expect(answer.status == request.status)
        let message = try? JSONDecoder().decode([String: String].self, from: answer.body)
        // Instead of the first page, a browser without its cookie gets a page that says why.
        let isExplained =
            ["a second browser", "a frame in another site"].contains(request.name)
            && String(decoding: answer.body, as: UTF8.self).contains("This page was opened in another browser.")
        #expect(
            answer.body.isEmpty || isExplained || message?.keys.map { $0 } == ["message"], "\(answer.body.count) bytes")
        #expect(!String(decoding: answer.body, as: UTF8.self).contains("confidential"))
        #expect(answer.headers["set-cookie"] == nil && answer.headers["access-control-allow-origin"] == nil)
        #expect(try page.session.photos(of: "selection") == [0] && !page.session.hasEnded)
    }

    @Test func theSameRequestOfThePageIsAnswered() async throws {
        let page = try await Self.page.value
        let answer = try page.answer(to: HostileRequest(name: "", status: 200))
        #expect(answer.status == 200 && answer.body.count == 3 * 16)
    }

    @Test func noPhotoIsSelectedOverTheLimitOrOutsideOfTheView() async throws {
        let page = try await Page()
        func selected(_ body: String) throws -> [UInt32] {
            let select = HostileRequest(name: "", method: "POST", target: "/TOKEN/select", body: body, status: 200)
            #expect(try page.answer(to: select).status == 200)
            return try page.session.photos(of: "selection")
        }
        #expect(try selected(#"{"view": "album:' OR '1'='1", "ranges": [[0, 9]]}"#) == [0])
        #expect(try selected(#"{"view": "search:'; DROP TABLE asset; --", "ranges": [[0, 9]]}"#) == [0])
        #expect(try selected(#"{"view": "all", "ranges": [[3, 9223372036854775807]]}"#) == [0])
        #expect(try selected(#"{"view": "all", "ranges": [[0, 9], [0, 9]]}"#) == [0, 1])
    }

    @Test func nothingIsAnsweredAfterTheEnd() async throws {
        let page = try await Page()
        page.session.end(.cancelled)
        for path in [
            "session", "grid?from=0&count=1", "gray?from=0&count=1", "months", "albums", "details/0", "thumb/0",
        ] {
            let answer = try page.answer(to: HostileRequest(name: path, target: "/TOKEN/\(path)", status: 410))
            #expect(answer.status == 410 && answer.body.isEmpty, "\(path)")
        }
        for path in ["select", "add", "cancel", "clear", "deselect", "move", "change"] {
            let request = HostileRequest(name: path, method: "POST", target: "/TOKEN/\(path)", body: "{}", status: 410)
            #expect(try page.answer(to: request).status == 410, "\(path)")
        }
    }
}
