import Foundation
import SystemPackage

@testable import LibraryInterface
@testable import LibraryRPC
@testable import MessageTransport
@testable import OpenPhotoKit
@testable import OpenPhotoKitOwner
@testable import PhotoModel

/// Answers the request of an app with limited access.
///
/// The bytes before the first NUL are the request, those after it are the bytes beside it. The answer must be one that
/// a client can decode, and must not name a photo or an album that the app does not see.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Data(UnsafeRawBufferPointer(start: start, count: count))
    let content = input.prefix { $0 != 0 }
    let server = LibraryServer(Fixture.shared.app)
    let answer = server.answer(Message(content: Data(content), bytes: Data(input.dropFirst(content.count + 1))))
    server.close()
    let object = try? JSONSerialization.jsonObject(with: answer.content) as? [String: Any]
    precondition(object?.count == 1 && (object?["success"] ?? object?["failure"]) != nil, "the answer is no outcome")
    // An error may repeat what the request names.
    let text = String(decoding: answer.content, as: UTF8.self) + String(decoding: answer.bytes, as: UTF8.self)
    for secret in Fixture.shared.secrets where !String(decoding: content, as: UTF8.self).contains(secret) {
        precondition(!text.contains(secret), "the answer names an unseen object")
    }
    return 0
}

/// A library with a photo that the app sees, and a photo, an album and a folder that it does not see.
private struct Fixture {
    static let shared: Fixture = {
        do { return try Fixture() } catch { fatalError("The library cannot be made: \(error)") }
    }()

    let app: any LibraryService
    let secrets: [String]

    private init() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("fuzz-\(UUID())")
        let library = try OwnedLibrary(at: FilePath(folder.path), opening: .creatingIfAbsent)
        let (seen, unseen) = try library.performChangesAndWait(decoding: .inProcess) { changes in
            let photos = try ["seen.png", "unseen.png"].map { name in
                let picture = Data(base64Encoded: Self.pictures[name] ?? "") ?? Data()
                return try changes.createAsset(AssetCreationRequest(original: .data(picture, filename: name)))
                    .localIdentifier
            }
            let album = try changes.createAlbum(title: "Secret album").localIdentifier
            let folder = try changes.createFolder(title: "Secret folder").localIdentifier
            return (photos[0], [photos[1], album, folder])
        }
        let name = "org.example.app"
        try library.setAccess(.limited(), for: name, selecting: [seen])
        app = try library.bound(to: .limited(app: name)).service
        secrets = unseen + ["unseen.png", "Secret album", "Secret folder", folder.path]
    }

    /// Gray pictures of one pixel.
    private static let pictures = [
        "seen.png": "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGPQAAAAKgApazFUcwAAAABJRU5ErkJggg==",
        "unseen.png": "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGM4AQAAygDJmcpdfgAAAABJRU5ErkJggg==",
    ]
}
