import Foundation
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import Relinking

@Suite("Markdown files are relinked")
struct MarkdownTests {
    @Test(
        "Every form of a destination is kept",
        arguments: [
            ("![](/old/Pictures/a.jpg)", "![](HERE/new/A.jpg)"),
            ("[x](/old/Pictures/a.jpg \"a ) title\")", "[x](HERE/new/A.jpg \"a ) title\")"),
            ("![](  </old/Pictures/a.jpg>  'title'  )", "![](  <HERE/new/A.jpg>  'title'  )"),
            ("![](file:///old/Pictures/a.jpg)", "![](file://HERE/new/A.jpg)"),
            ("![](file://localhost/old/Pictures/a.jpg#x)", "![](file://localhostHERE/new/A.jpg#x)"),
            ("<file:///old/Pictures/a.jpg>", "<file://HERE/new/A.jpg>"),
            ("[id]: /old/Pictures/a.jpg 'T'\n", "[id]: HERE/new/A.jpg 'T'\n"),
            ("<img alt=\">\" src='/old/Pictures/a.jpg'/>", "<img alt=\">\" src='HERE/new/A.jpg'/>"),
            ("<img src=/old/Pictures/a.jpg>", "<img src=HERE/new/A.jpg>"),
            ("[![](/old/Pictures/a.jpg)](/old/Pictures/a.jpg)", "[![](HERE/new/A.jpg)](HERE/new/A.jpg)"),
            // A space: the URL stays encoded, and other destinations get the brackets that CommonMark requires.
            ("![](/old/Pictures/b%20b.jpg)", "![](HERE/new/B%20%C3%BC%20%28B%29.jpg)"),
            ("![](/old/Pictures/b b.jpg \"t\")", "![](<HERE/new/B ü (B).jpg> \"t\")"),
            ("![](</old/Pictures/b b.jpg>)", "![](<HERE/new/B ü (B).jpg>)"),
            ("<img src=\"/old/Pictures/b b.jpg\">", "<img src=\"HERE/new/B ü (B).jpg\">"),
            ("<img src=/old/Pictures/b&#32;b.jpg >", "<img src=HERE/new/B&#32;ü&#32;(B).jpg >"),
            // Umlauts, encoded and not.
            ("![](/old/Pictures/%C3%A4.jpg)", "![](HERE/new/%C3%84.jpg)"),
            ("![](/old/Pictures/ä.jpg)", "![](HERE/new/Ä.jpg)"),
            ("![](/old/Pictures/c%20ä.jpg)", "![](HERE/new/C%20Ä.jpg)"),
            // Escapes and parentheses.
            ("![](/old/Pictures/p\\(1\\).jpg)", "![](HERE/new/P1.jpg)"),
            ("![](/old/Pictures/p(1).jpg)", "![](HERE/new/P1.jpg)"),
            ("![](/old/Pictures/x&amp;y.jpg)", "![](HERE/new/X%2520.jpg)"),
            // Code is not searched.
            ("`![](/old/Pictures/a.jpg)`", "`![](/old/Pictures/a.jpg)`"),
            ("``` md\n![](/old/Pictures/a.jpg)\n```\n", "``` md\n![](/old/Pictures/a.jpg)\n```\n"),
            (
                "> ~~~\n> ![](/old/Pictures/a.jpg)\n> ~~~\n![](/old/Pictures/a.jpg)",
                "> ~~~\n> ![](/old/Pictures/a.jpg)\n> ~~~\n![](HERE/new/A.jpg)"
            ),
            ("a ` b\n\n![](/old/Pictures/a.jpg) ` c", "a ` b\n\n![](HERE/new/A.jpg) ` c"),
            // Paths outside the old folder, and files of another machine.
            ("![](/old/Pictures2/a.jpg)", "![](/old/Pictures2/a.jpg)"),
            ("![](/old/Pictures/../a.jpg)", "![](/old/Pictures/../a.jpg)"),
            ("![](https://old/Pictures/a.jpg)", "![](https://old/Pictures/a.jpg)"),
            ("![](file://nas/old/Pictures/a.jpg)", "![](file://nas/old/Pictures/a.jpg)"),
            // One path is a prefix of another.
            ("![](/old/Pictures/a.jpg.png) ![](/old/Pictures/a.jpg)", "![](HERE/new/AA.png) ![](HERE/new/A.jpg)"),
        ])
    func destinations(_ before: String, _ after: String) throws {
        let fixture = try RelinkFixture([
            "a.jpg": "A.jpg", "a.jpg.png": "AA.png", "b b.jpg": "B ü (B).jpg", "ä.jpg": "Ä.jpg", "c ä.jpg": "C Ä.jpg",
            "p(1).jpg": "P1.jpg", "x&y.jpg": "X%20.jpg",
        ])
        #expect(try fixture.relinked(before, as: "notes.md") == after)
    }

    @Test("Relative paths stay relative and lead to the photo")
    func relative() throws {
        var fixture = try RelinkFixture(["2019/a.jpg": "2019/A b.jpg"])
        let up = String(repeating: "../", count: 20)
        try FileManager.default.createDirectory(atPath: fixture.real + "/notes", withIntermediateDirectories: true)
        try fixture.write("![](\(up)old/Pictures/2019/a.jpg)", to: "notes/n.md")
        try fixture.relink("notes/n.md")
        #expect(try fixture.text("notes/n.md") == "![](<../new/2019/A b.jpg>)")
        fixture.request.form = .path
        try fixture.write("![](\(up)old/Pictures/2019/a.jpg)", to: "notes/m.md")
        try fixture.relink("notes/m.md")
        #expect(try fixture.text("notes/m.md") == "![](<\(fixture.real)/new/2019/A b.jpg>)")
    }

    @Test("Line endings, a byte order mark and unusual text stay unchanged")
    func exact() throws {
        let fixture = try RelinkFixture(["a.jpg": "A.jpg"])
        let text = "\u{FEFF}# x\r\n\r\n\t* ![](/old/Pictures/a.jpg)  \r\n\rlast [ ] < ( \\"
        #expect(
            try fixture.relinked(text, as: "n.md")
                == text.replacingOccurrences(of: "/old/Pictures/a.jpg", with: "HERE/new/A.jpg"))
    }

    @Test("A path with % that can mean two photos is not rewritten")
    func twoReadings() throws {
        let fixture = try RelinkFixture(["a%20b.jpg": "literal.jpg", "a b.jpg": "decoded.jpg"])
        try fixture.write("![](/old/Pictures/a%20b.jpg)", to: "n.md")
        let items = try fixture.relink("n.md")
        #expect(items.map(\.status) == [.ambiguous])
        #expect(items.first?.candidates == ["asset-decoded.jpg", "asset-literal.jpg"])
        #expect(try fixture.text("n.md") == "![](/old/Pictures/a%20b.jpg)")
        #expect(fixture.names == ["n.md", "new"])
    }

    @Test("A path that leads to a file stays, unless the request includes such paths")
    func existing() throws {
        var fixture = try RelinkFixture(["a.jpg": "A.jpg"])
        let old = fixture.real + "/still"
        try FileManager.default.createDirectory(atPath: old, withIntermediateDirectories: true)
        try fixture.write("photo", to: "still/a.jpg")
        fixture.request = RelinkRequest(oldFolder: fixture.path("still"))
        fixture.finder.files = [
            fixture.path("still/a.jpg"): Finding.FoundFile(asset: "A", path: fixture.path("new/A.jpg"))
        ]
        try fixture.write("![](still/a.jpg)", to: "n.md")
        #expect(try fixture.relink("n.md").map(\.status) == [.exists])
        #expect(try fixture.text("n.md") == "![](still/a.jpg)")
        fixture.request.includesExisting = true
        #expect(try fixture.relink("n.md").map(\.status) == [.relinked])
        #expect(try fixture.text("n.md") == "![](new/A.jpg)")
    }

    @Test("The other forms")
    func forms() throws {
        var fixture = try RelinkFixture(["a b.jpg": "A B.jpg"])
        for (form, text) in [
            (RelinkForm.fileURL, "![](file://HERE/new/A%20B.jpg)"), (.local, "![](<asset-A B.jpg>)"),
            (.cloud, "![](<opk0_asset-A B.jpg>)"), (.path, "![](HERE/new/A%20B.jpg)"),
        ] {
            fixture.request.form = form
            #expect(try fixture.relinked("![](/old/Pictures/a%20b.jpg)", as: "\(form).md") == text)
        }
        fixture.request.form = .path
        #expect(
            try fixture.relinked("<file:///old/Pictures/a%20b.jpg>", as: "auto.md") == "<file://HERE/new/A%20B.jpg>")
    }

    @Test("Hostile text is processed quickly", .timeLimit(.minutes(1)))
    func hostile() throws {
        let fixture = try RelinkFixture([:])
        for part in ["](a \"", "<a ", "`\n", "[", "](<", "[x](", "<a href=\"", "](( ", "&#x", "\\", "``` \n"] {
            try fixture.write(String(repeating: part, count: 5_000), to: "n.md")
            #expect(try fixture.relink("n.md").isEmpty)
        }
    }

    @Test("Positions are counted as editors count them")
    func locations() throws {
        let fixture = try RelinkFixture([:])
        try fixture.write("ä![](/old/Pictures/a.jpg)\r\nx\n  ![](/old/Pictures/b.jpg)", to: "n.md")
        let items = try fixture.relink("n.md")
        #expect(items.map(\.location) == ["1:6", "3:7"])
        #expect(items.map(\.status) == [.notFound, .notFound])
    }
}
