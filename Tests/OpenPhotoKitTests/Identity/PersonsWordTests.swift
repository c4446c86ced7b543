import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import OpenPhotoKit

@Suite("What a person decided is remembered by content")
struct PersonsWordTests {
    private let scene: Scene
    private let library: PhotoLibrary

    init() throws {
        scene = try Scene()
        library = try scene.open()
    }

    private func store(_ files: [[UInt8]]) async throws -> [String] {
        for (number, file) in files.enumerated() { try scene.add(FilePath("\(number).jpg"), file) }
        return try await scene.importAll(library).items.compactMap(\.localIdentifier)
    }

    /// The identifier that any library would give a file, by way of its text.
    private func identifier(of file: [UInt8]) throws -> CloudIdentifier {
        let path = try scene.add("../asked.jpg", file)
        let found = Gathered<Result<PhotoAnalysis, any Error>>()
        PhotoInspector().inspect([path]) { found.append($1) }
        return try CloudIdentifier(stringValue: try #require(found.all.first).get().cloudIdentifier().stringValue)
    }

    private func resolve(_ identifier: CloudIdentifier) throws -> Resolution {
        try library.resolve([identifier])[0].get()
    }

    /// Two copies of one picture that differ in bytes and image data, and the same one asked for.
    private func undecided() async throws -> (assets: [String], asked: CloudIdentifier) {
        let assets = try await store([
            TestPhoto.jpeg(1, width: 640, height: 480), TestPhoto.jpeg(1, width: 320, height: 240), TestPhoto.jpeg(2),
        ])
        return (assets, try identifier(of: TestPhoto.jpeg(1, width: 480, height: 360, quality: 70)))
    }

    @Test func aYesIsTheAnswerFromThenOn() async throws {
        let (assets, asked) = try await undecided()
        #expect(try resolve(asked).status == .multiple)
        for chosen in [assets[1], assets[0]] {
            try library.decide(asked, isSame: true, as: chosen)
            let answer = try resolve(asked)
            #expect(answer.status == .found && answer.localIdentifier == chosen && answer.evidence == .content)
            #expect(answer.candidates.map(\.reason) == [.decided])
            #expect(try resolve(asked.compact).localIdentifier == chosen)
        }
    }

    @Test func aNoTakesTheAssetOutOfQuestion() async throws {
        let (assets, asked) = try await undecided()
        try library.decide(asked, isSame: false, as: assets[0])
        let rest = try resolve(asked)
        #expect(rest.status == .found && rest.localIdentifier == assets[1] && rest.lookalikes.isEmpty)
        try library.decide(asked, isSame: false, as: assets[1])
        let none = try resolve(asked)
        #expect(none.status == .notFound && none.lookalikes.isEmpty)
        try library.decide(asked, isSame: true, as: assets[1])
        #expect(try resolve(asked).localIdentifier == assets[1])
    }

    @Test func bytesAreStrongerThanAnyWord() async throws {
        let (assets, _) = try await undecided()
        let exact = try #require(library.cloudIdentifierMappings(forLocalIdentifiers: [assets[0]])[assets[0]]).get()
        try library.decide(exact, isSame: true, as: assets[1])
        let answer = try resolve(exact)
        #expect(answer.localIdentifier == assets[0] && answer.evidence == .bytes)
    }

    @Test func aWordAboutAPhotoThatIsNotHereSaysNothing() async throws {
        let (assets, asked) = try await undecided()
        try library.decide(asked, isSame: true, as: assets[1])
        _ = try library.deleteAssets([assets[1]])
        #expect(try resolve(asked).localIdentifier == assets[0])
        #expect(code { try library.decide(asked, isSame: true, as: "NO-SUCH-ID") } == .identifierNotFound)
    }
}
