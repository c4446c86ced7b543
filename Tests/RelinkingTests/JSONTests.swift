import Foundation
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import Relinking

@Suite("JSON files are relinked")
struct JSONTests {
    private static let moved = ["a.jpg": "A.jpg", "a.jpg.png": "AA.png", "ä b.jpg": "Ä \"B\".jpg"]

    @Test(
        "Strings keep their style of escapes",
        arguments: [
            (#""/old/Pictures/a.jpg""#, #""HERE/new/A.jpg""#),
            (#"{"a": [1, {"b": "/old/Pictures/a.jpg"}, null]}"#, #"{"a": [1, {"b": "HERE/new/A.jpg"}, null]}"#),
            (#"["\/old\/Pictures\/a.jpg"]"#, #"["HERE\/new\/A.jpg"]"#),
            (#"["/old/Pictures/\u00e4 b.jpg"]"#, #"["HERE/new/\u00c4 \"B\".jpg"]"#),
            (#"["/old/Pictures/ä b.jpg"]"#, #"["HERE/new/Ä \"B\".jpg"]"#),
            (#"["file:///old/Pictures/%C3%A4%20b.jpg"]"#, #"["file://HERE/new/%C3%84%20%22B%22.jpg"]"#),
            (#"["\u002fold/Pictures/a.jpg"]"#, #"["HERE/new/A.jpg"]"#),
            (#"{"/old/Pictures/a.jpg": 1}"#, #"{"HERE/new/A.jpg": 1}"#),
            (#"["/old/Pictures/a.jpg.png","/old/Pictures/a.jpg"]"#, #"["HERE/new/AA.png","HERE/new/A.jpg"]"#),
            // JSON and Markdown inside strings.
            (#"["{\"p\":\"\/old\/Pictures\/a.jpg\"}"]"#, #"["{\"p\":\"HERE\/new\/A.jpg\"}"]"#),
            (#"{"text":"Day\n\n![](\/old\/Pictures\/a.jpg)\n"}"#, #"{"text":"Day\n\n![](HERE\/new\/A.jpg)\n"}"#),
            (
                #"{"text":"![](/old/Pictures/ä b.jpg) \ud83d\ude00"}"#,
                #"{"text":"![](<HERE/new/Ä \"B\".jpg>) \ud83d\ude00"}"#
            ),
            // A sentence that contains a path is not a path.
            (#"["see /old/Pictures/a.jpg"]"#, #"["see /old/Pictures/a.jpg"]"#),
            // Lines of JSON, with Windows line endings.
            (
                "{\"p\":\"/old/Pictures/a.jpg\"}\r\n{\"p\":\"/old/Pictures/a.jpg\"}\r\n",
                "{\"p\":\"HERE/new/A.jpg\"}\r\n{\"p\":\"HERE/new/A.jpg\"}\r\n"
            ),
        ])
    func strings(_ before: String, _ after: String) throws {
        let fixture = try RelinkFixture(Self.moved)
        let relinked = try fixture.relinked(before, as: "j.json")
        let slashes = before.contains("\\/") ? fixture.real.replacingOccurrences(of: "/", with: "\\/") : fixture.real
        #expect(relinked.replacingOccurrences(of: slashes, with: "HERE") == after)
    }

    @Test("Foundation reads the same values except for the paths")
    func oracle() throws {
        let fixture = try RelinkFixture(Self.moved)
        let value: [String: Any] = [
            "photos": (0..<50).map { ["src": "/old/Pictures/ä b.jpg", "n": $0, "t": "\u{1F600}\"\\\n/\u{7}"] },
            "other": ["/old/Pictures/a.jpg", "x/y", 1.5, NSNull(), true],
        ]
        for options: JSONSerialization.WritingOptions in [[], [.prettyPrinted], [.withoutEscapingSlashes]] {
            try JSONSerialization.data(withJSONObject: value, options: options)
                .write(to: URL(fileURLWithPath: fixture.path("j.json").string))
            try fixture.relink("j.json")
            let after = try #require(
                try JSONSerialization.jsonObject(with: fixture.bytes("j.json")) as? [String: Any])
            let photos = try #require(after["photos"] as? [[String: Any]])
            #expect(photos.allSatisfy { $0["src"] as? String == fixture.real + "/new/Ä \"B\".jpg" })
            #expect(photos.allSatisfy { $0["t"] as? String == "\u{1F600}\"\\\n/\u{7}" })
            #expect(photos.compactMap { $0["n"] as? Int } == Array(0..<50))
            #expect((after["other"] as? [Any])?.first as? String == fixture.real + "/new/A.jpg")
        }
    }

    @Test(
        "A file that is not JSON is refused, with the position of the error",
        arguments: [
            (#"["/old/Pictures/a.jpg","#, "1:24"), ("{\"a\":\n \"/old/Pictures/a.jpg\" x}", "2:24"), ("", "1:1"),
            (#"["/old/Pictures/a.jpg" // comment"#, "1:24"), ("[\"a\tb\"]", "1:4"), (#"["\x"]"#, "1:3"),
            (#"{"a" "b"}"#, "1:6"), ("[1 2]", "1:4"), ("]", "1:1"),
        ])
    func malformed(_ text: String, _ place: String) throws {
        let fixture = try RelinkFixture(Self.moved)
        try fixture.write(text, to: "j.json")
        do {
            try fixture.relink("j.json")
            Issue.record("The file was accepted.")
        } catch let error as PhotoLibraryError {
            #expect(error.code == .unreadable)
            #expect(error.message.contains(" \(place) "), "\(error.message)")
        }
        #expect(try fixture.text("j.json") == text)
        #expect(fixture.names == ["j.json", "new"])
    }

    @Test("Cloud identifiers become local ones only if asked for")
    func identifiers() throws {
        var fixture = try RelinkFixture([:])
        fixture.finder.identifiers = ["opk0_abc": "LOCAL"]
        #expect(try fixture.relinked(#"["opk0_abc"]"#, as: "j.json") == #"["opk0_abc"]"#)
        fixture.request.replacesIdentifiers = true
        #expect(try fixture.relinked(#"["opk0_abc", "opk0_xyz"]"#, as: "j.json") == #"["LOCAL", "opk0_xyz"]"#)
    }
}
