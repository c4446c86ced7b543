import Foundation
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import SystemSupport

@Suite struct OriginalNameTests {
    private func sanitised(_ name: String) throws -> String {
        OriginalName.sanitised(try #require(FilePath(bytes: Array(name.utf8))?.lastComponent))
    }

    @Test(arguments: [
        ("IMG_0001.JPG", "IMG_0001.JPG"), ("Urlaub – Köln 1.jpeg", "Urlaub – Köln 1.jpeg"), ("写真.png", "写真.png"),
        ("a\nb.jpg", "a_b.jpg"), ("a\tb\u{7F}c.jpg", "a_b_c.jpg"), ("a\\b:c*d?e\"f<g>h|i.jpg", "a_b_c_d_e_f_g_h_i.jpg"),
        (".hidden.jpg", "_hidden.jpg"), ("...", "_.."), (".jpg", "_jpg"), ("no ending", "no ending"),
        ("\u{202E}gpj.exe", "_gpj.exe"), ("a\u{2028}b", "a_b"), ("-rf", "-rf"),
    ])
    func namesAreMadeSafe(name: String, expected: String) throws {
        #expect(try sanitised(name) == expected)
    }

    @Test func aMissingNameIsUnnamed() { #expect(OriginalName.sanitised(nil) == "unnamed") }

    @Test func bytesThatAreNotUTF8BecomeUnderscores() throws {
        let name = try #require(FilePath(bytes: [0x61, 0xFF, 0xFE, 0x2E, 0x6A, 0x70, 0x67])?.lastComponent)
        let safe = OriginalName.sanitised(name)
        #expect(safe.hasPrefix("a_") && safe.hasSuffix(".jpg"))
        #expect(safe.utf8.allSatisfy { $0 < 0x80 })
    }

    @Test func randomNamesAreSafeShortAndCanBeNumbered() throws {
        var random = Seeded(11)
        for _ in 0..<2000 {
            let bytes = random.bytes(.random(in: 1...255, using: &random)).map { $0 == 0 || $0 == 0x2F ? 0x2E : $0 }
            guard let name = FilePath(bytes: bytes)?.lastComponent, name.kind == .regular else { continue }
            expectSafe(OriginalName.sanitised(name))
        }
    }

    /// One character of many bytes cannot be cut between characters.
    @Test func longNamesAreCutEvenWithinACharacter() throws {
        let accents = String(repeating: "\u{301}", count: 100)
        for name in [
            String(repeating: "x", count: 251) + ".jpg", String(repeating: "ü", count: 127), "e" + accents + ".jpg",
            "e" + accents + accents.prefix(26), String(repeating: "👨‍👩‍👧‍👦", count: 10) + ".jpg",
            "a." + String(repeating: "b", count: 253),
        ] {
            expectSafe(try sanitised(name))
        }
        #expect(try sanitised(String(repeating: "x", count: 251) + ".jpg").hasSuffix("x.jpg"))
    }

    private func expectSafe(_ safe: String) {
        #expect(!safe.isEmpty && !safe.hasPrefix("."))
        #expect(!safe.unicodeScalars.contains { $0.value < 0x20 || "/\\:*?\"<>|".unicodeScalars.contains($0) })
        #expect(OriginalName.numbered(safe, attempt: 99_999).utf8.count <= 255, "\(safe)")
        #expect(FilePath("x").appending(safe).components.count == 2, "A name is one component.")
    }

    @Test func numbersGoBeforeTheEnding() {
        #expect(OriginalName.numbered("a.jpg", attempt: 0) == "a.jpg")
        #expect(OriginalName.numbered("a.jpg", attempt: 1) == "a-2.jpg")
        #expect(OriginalName.numbered("a", attempt: 2) == "a-3")
        #expect(OriginalName.numbered("a.tar.gz", attempt: 1) == "a.tar-2.gz")
    }

    @Test func aFreePathNeitherExistsNorIsTaken() throws {
        let folder = try TemporaryFolder()
        let place = folder.filePath
        try folder.write([1], to: "a.jpg")
        let free = OriginalName.free(for: "a.jpg", in: place, taken: [place.appending("a-2.jpg")])
        #expect(free == place.appending("a-3.jpg"))
    }
}
