import PhotoModel
import TestSupport
import Testing

@testable import OpenPhotoKitOwner

/// Pictures that differ in one word, digit or sign only.
@Suite struct WrittenTextTests {
    private let scene: Scene
    private let library: OwnedLibrary

    init() throws {
        scene = try Scene()
        library = try scene.open()
    }

    /// Two texts of which a reader sees that they differ, and the size of a dot of the letters.
    private static let texts = [
        ("ANNA BERG", "CARL DIETZ", 4), ("14:05:31", "22:47:09", 4), ("SCORE 000123", "SCORE 987456", 5),
        ("TOTAL 13.80", "TOTAL 18.80", 3), ("+12.50", "-12.50", 3),
    ]

    /// A picture of 960×720 pixels with lines that stay and one that changes.
    private func picture(_ ground: WrittenPicture.Ground, _ text: String, dot: Int) -> WrittenPicture {
        let others = (0..<(ground == .scene ? 1 : 9)).map {
            WrittenPicture.Line("TEN LINES OR SO: \($0)", x: 60, y: 60 + 66 * $0, dot: 4)
        }
        return WrittenPicture(
            width: 960, height: 720, ground, others + [.init(text, x: 520, y: 640, dot: dot)])
    }

    /// Letters are 21 to 35 pixels high.
    @Test(arguments: WrittenPicture.Ground.allCases, LongTests.every(3, of: texts.indices))
    func otherTextIsNotFoundByItsFile(ground: WrittenPicture.Ground, index: Int) async throws {
        let (text, other, dot) = Self.texts[index]
        let assets = try await scene.store([picture(ground, text, dot: dot).jpeg(quality: 92)], in: library)
        for quality in [92, 75, 50] {
            let file = picture(ground, other, dot: dot).jpeg(quality: quality)
            #expect(try scene.match(file, in: library).status != .found, "\(other) at quality \(quality)")
        }
        #expect(
            try scene.match(picture(ground, text, dot: dot).jpeg(quality: 90), in: library).localIdentifier == assets[0]
        )
        // Letters are 14 pixels high then.
        guard dot >= 4 else { return }
        let smaller = picture(ground, other, dot: dot).jpeg(quality: 85, reduced: 2)
        #expect(try scene.match(smaller, in: library).status != .found)
        // Its own copies are found.
        for (quality, reduced) in [(75, 1), (50, 1), (85, 2)] where ground == .scene {
            let copy = picture(ground, text, dot: dot).jpeg(quality: quality, reduced: reduced)
            #expect(try scene.match(copy, in: library).localIdentifier == assets[0])
        }
    }

    /// A certificate of 400 × 280 pixels with a date of 7 pixels.
    @Test func anotherDateOnASmallCertificateIsNotFound() async throws {
        func certificate(_ date: String, quality: Int) -> [UInt8] {
            WrittenPicture(
                width: 400, height: 280, .paper,
                [
                    .init("CERTIGATE", x: 60, y: 30, dot: 5), .init("ANNA BERG", x: 90, y: 110, dot: 4),
                    .init(date, x: 60, y: 240, dot: 1), .init("NO. 25801", x: 250, y: 240, dot: 1),
                ]
            ).jpeg(quality: quality)
        }
        _ = try await scene.store([certificate("14.06.2021", quality: 92)], in: library)
        #expect(try scene.match(certificate("23.11.2019", quality: 80), in: library).status != .found)
    }

    @Test(arguments: WrittenPicture.Ground.allCases)
    func otherTextIsNoDuplicate(ground: WrittenPicture.Ground) async throws {
        _ = try await scene.store(
            [
                picture(ground, "14:05:31", dot: 4).jpeg(quality: 92),
                picture(ground, "22:47:09", dot: 4).jpeg(quality: 75),
            ], in: library
        ) { $0.duplicates = .importAll }
        #expect(try await library.duplicates().isEmpty)
    }

    /// Of an identifier only 64×64 cells are compared, and they do not show what is written on a page.
    @Test func aPageIsNotFoundByItsCellsAlone() async throws {
        let page = picture(.screen, "14:05:31", dot: 4)
        let assets = try await scene.store([page.jpeg(quality: 92)], in: library)
        let identifier = try await Scene.identifier(of: page.jpeg(quality: 75), compact: false)
        let answer = try #require(library.resolveAndWait([identifier]).first).get()
        #expect(answer.status == .multiple && answer.candidates.map(\.localIdentifier) == assets)
        // A photo with a sign in it is no page.
        let photo = picture(.scene, "14:05:31", dot: 4)
        let photos = try await scene.store([photo.jpeg(quality: 92)], in: library)
        let found = try #require(
            library.resolveAndWait([try await Scene.identifier(of: photo.jpeg(quality: 75), compact: false)]).first
        ).get()
        #expect(found.localIdentifier == photos[0])
    }
}
