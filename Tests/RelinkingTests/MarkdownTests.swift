import Foundation
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import Relinking

@Suite("Markdown files are relinked")
struct MarkdownTests {
    @Test(
        "Every way to write a destination keeps its form",
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
            // A space: the URL stays encoded, the rest gets the brackets that CommonMark wants.
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
            // Code is code.
            ("`![](/old/Pictures/a.jpg)`", "`![](/old/Pictures/a.jpg)`"),
            ("``` md\n![](/old/Pictures/a.jpg)\n```\n", "``` md\n![](/old/Pictures/a.jpg)\n```\n"),
            (
                "> ~~~\n> ![](/old/Pictures/a.jpg)\n> ~~~\n![](/old/Pictures/a.jpg)",
                "> ~~~\n> ![](/old/Pictures/a.jpg)\n> ~~~\n![](HERE/new/A.jpg)"
            ),
            ("a ` b\n\n![](/old/Pictures/a.jpg) ` c", "a ` b\n\n![](HERE/new/A.jpg) ` c"),
            // Not below the old folder, or not a file of this machine.
            ("![](/old/Pictures2/a.jpg)", "![](/old/Pictures2/a.jpg)"),
            ("![](/old/Pictures/../a.jpg)", "![](/old/Pictures/../a.jpg)"),
            ("![](https://old/Pictures/a.jpg)", "![](https://old/Pictures/a.jpg)"),
            ("![](file://nas/old/Pictures/a.jpg)", "![](file://nas/old/Pictures/a.jpg)"),
            // One path begins like another.
            ("![](/old/Pictures/a.jpg.png) ![](/old/Pictures/a.jpg)", "![](HERE/new/AA.png) ![](HERE/new/A.jpg)"),
        ])
    func destinations(_ before: String, _ after: String) throws {
        let desk = try Desk([
            "a.jpg": "A.jpg", "a.jpg.png": "AA.png", "b b.jpg": "B ü (B).jpg", "ä.jpg": "Ä.jpg", "c ä.jpg": "C Ä.jpg",
            "p(1).jpg": "P1.jpg", "x&y.jpg": "X%20.jpg",
        ])
        #expect(try desk.relinked(before, as: "notes.md") == after)
    }

    @Test("Paths relative to the file stay relative, and lead there")
    func relative() throws {
        var desk = try Desk(["2019/a.jpg": "2019/A b.jpg"])
        let up = String(repeating: "../", count: 20)
        try FileManager.default.createDirectory(atPath: desk.real + "/notes", withIntermediateDirectories: true)
        try desk.write("![](\(up)old/Pictures/2019/a.jpg)", to: "notes/n.md")
        try desk.relink("notes/n.md")
        #expect(try desk.text("notes/n.md") == "![](<../new/2019/A b.jpg>)")
        desk.request.form = .path
        try desk.write("![](\(up)old/Pictures/2019/a.jpg)", to: "notes/m.md")
        try desk.relink("notes/m.md")
        #expect(try desk.text("notes/m.md") == "![](<\(desk.real)/new/2019/A b.jpg>)")
    }

    @Test("Line endings, a byte order mark and what is odd stay as they are")
    func exact() throws {
        let desk = try Desk(["a.jpg": "A.jpg"])
        let text = "\u{FEFF}# x\r\n\r\n\t* ![](/old/Pictures/a.jpg)  \r\n\rlast [ ] < ( \\"
        #expect(
            try desk.relinked(text, as: "n.md")
                == text.replacingOccurrences(of: "/old/Pictures/a.jpg", with: "HERE/new/A.jpg"))
    }

    @Test("Where % may mean two photos, none is taken")
    func twoReadings() throws {
        let desk = try Desk(["a%20b.jpg": "literal.jpg", "a b.jpg": "decoded.jpg"])
        try desk.write("![](/old/Pictures/a%20b.jpg)", to: "n.md")
        let items = try desk.relink("n.md")
        #expect(items.map(\.status) == [.ambiguous])
        #expect(items.first?.candidates == ["asset-decoded.jpg", "asset-literal.jpg"])
        #expect(try desk.text("n.md") == "![](/old/Pictures/a%20b.jpg)")
        #expect(desk.names == ["n.md", "new"])
    }

    @Test("What leads somewhere stays, unless it is asked for")
    func alive() throws {
        var desk = try Desk(["a.jpg": "A.jpg"])
        let old = desk.real + "/still"
        try FileManager.default.createDirectory(atPath: old, withIntermediateDirectories: true)
        try desk.write("photo", to: "still/a.jpg")
        desk.request = RelinkRequest(oldFolder: desk.path("still"))
        desk.finder.files = [desk.path("still/a.jpg"): Finding.FoundFile(asset: "A", path: desk.path("new/A.jpg"))]
        try desk.write("![](still/a.jpg)", to: "n.md")
        #expect(try desk.relink("n.md").map(\.status) == [.alive])
        #expect(try desk.text("n.md") == "![](still/a.jpg)")
        desk.request.includesAlive = true
        #expect(try desk.relink("n.md").map(\.status) == [.relinked])
        #expect(try desk.text("n.md") == "![](new/A.jpg)")
    }

    @Test("The other forms")
    func forms() throws {
        var desk = try Desk(["a b.jpg": "A B.jpg"])
        for (form, text) in [
            (RelinkForm.fileURL, "![](file://HERE/new/A%20B.jpg)"), (.local, "![](<asset-A B.jpg>)"),
            (.cloud, "![](<opk0_asset-A B.jpg>)"), (.path, "![](HERE/new/A%20B.jpg)"),
        ] {
            desk.request.form = form
            #expect(try desk.relinked("![](/old/Pictures/a%20b.jpg)", as: "\(form).md") == text)
        }
        desk.request.form = .path
        #expect(try desk.relinked("<file:///old/Pictures/a%20b.jpg>", as: "auto.md") == "<file://HERE/new/A%20B.jpg>")
    }

    @Test("Hostile text ends soon", .timeLimit(.minutes(1)))
    func hostile() throws {
        let desk = try Desk([:])
        for part in ["](a \"", "<a ", "`\n", "[", "](<", "[x](", "<a href=\"", "](( ", "&#x", "\\", "``` \n"] {
            try desk.write(String(repeating: part, count: 5_000), to: "n.md")
            #expect(try desk.relink("n.md").isEmpty)
        }
    }

    @Test("Places are told as editors do")
    func locations() throws {
        let desk = try Desk([:])
        try desk.write("ä![](/old/Pictures/a.jpg)\r\nx\n  ![](/old/Pictures/b.jpg)", to: "n.md")
        let items = try desk.relink("n.md")
        #expect(items.map(\.location) == ["1:6", "3:7"])
        #expect(items.map(\.status) == [.notFound, .notFound])
    }
}
