import Testing

@testable import PhotosCompat

@Suite("Warnings about fetch options")
struct FetchWarningsTests {
    @Test func controlCharactersAreReplaced() {
        let line = FetchWarnings.line(PHFetchOptionsError("The key “\u{1B}[2J\n\u{9B}” is not supported."))
        #expect(line.hasSuffix(" The key “\u{FFFD}[2J\u{FFFD}\u{FFFD}” is not supported."), "\(line)")
    }
}
