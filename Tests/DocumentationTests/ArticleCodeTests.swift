import Testing

@Suite("Code in the articles")
struct ArticleCodeTests {
    /// The tests of an article contain its code line by line, so that the compiler checks the code.
    @Test("Every block of an article is code that its tests compile", arguments: try Article.all.get())
    func isCompiled(_ article: Article) throws {
        let code = try Article.compiledCode.get()
        for block in article.blocks {
            let isThere = code.indices.contains { code[$0...].starts(with: block) }
            #expect(isThere, "In no test of \(article.name): \(block.joined(separator: "\n"))")
        }
    }

    @Test func theArticlesAreFound() throws {
        let names = try Set(Article.all.get().filter { !$0.blocks.isEmpty }.map(\.name))
        #expect(names.isSuperset(of: ["Library", "Identifiers", "ChangeHistory", "CrashSafety"]))
    }
}
