import SystemPackage
import Testing

@testable import PhotoExport

@Suite struct SafeNameTests {
    @Test(arguments: [
        ("Rome", "Rome"), ("Köln – 1", "Köln – 1"), ("a/b\\c", "a_b_c"), ("a<b>c:d\"e|f?g*h", "a_b_c_d_e_f_g_h"),
        ("a\u{1}b\u{7F}c", "a_b_c"), ("Rome. ", "Rome"), ("Rome...", "Rome"), (".hidden", "_hidden"), ("..", "_"),
        ("CON", "_CON"), ("con", "_con"), ("Con.2024", "_Con.2024"), ("NUL ", "_NUL"), ("nul .x", "_nul .x"),
        ("COM1", "_COM1"), ("lpt9.txt", "_lpt9.txt"), ("COM¹", "_COM¹"), ("COM10", "COM10"), ("CONSOLE", "CONSOLE"),
        ("\u{202E}gpj", "_gpj"), ("", "unnamed"), (" ", "_"),
    ])
    func foldersAreSafe(text: String, name: String) { #expect(SafeName.component(text) == name) }

    @Test(arguments: [
        ("IMG_1.JPG", "IMG_1", ".JPG"), ("a.b.jpg", "a.b", ".jpg"), ("noending", "noending", ""),
        ("IMG. .jpg", "IMG", ".jpg"), ("IMG.jpg. ", "IMG.jpg", ""), ("aux.jpg", "_aux", ".jpg"),
        ("prn.tar.gz", "_prn.tar", ".gz"), (".jpg", "_jpg", ""),
    ])
    func filesAreSafe(name: String, stem: String, ending: String) {
        let parts = SafeName.parts(of: FilePath.Component(name))
        #expect(parts == (stem, ending))
    }

    @Test func longNamesAreShortened() {
        for letter in ["a", "é", "写", "👩‍👩‍👧‍👦"] {
            let name = String(repeating: letter, count: 250 / letter.utf8.count) + ".jpg"
            let (stem, ending) = SafeName.parts(of: FilePath.Component(name))
            let whole = stem + " (12345)_edited" + ending + ".xmp"
            #expect(whole.utf16.count <= 255 && whole.utf8.count <= 255 && ending == ".jpg")
            #expect(SafeName.component(String(repeating: letter, count: 500)).utf8.count <= 200)
        }
        #expect(SafeName.parts(of: nil).stem == "unnamed")
    }
}
