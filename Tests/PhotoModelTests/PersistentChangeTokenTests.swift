import Foundation
import PhotoModel
import Testing

@Suite("Change tokens")
struct PersistentChangeTokenTests {
    private let token = PersistentChangeToken(
        generation: UUID(), number: 1 << 40 + 7, date: Date(timeIntervalSince1970: 1_700_000_000.123456))

    @Test func theTextGivesTheSameToken() throws {
        let text = token.archivalStringValue
        #expect(try PersistentChangeToken(archivalStringValue: text) == token)
        #expect(text.wholeMatch(of: /opkt1_[A-Za-z0-9_-]{48}/) != nil)
        let data = try JSONEncoder().encode([token])
        #expect(try JSONDecoder().decode([PersistentChangeToken].self, from: data) == [token])
    }

    @Test func anyOtherCharacterIsNoticed() {
        let text = Array(token.archivalStringValue)
        for index in text.indices {
            var damaged = text
            damaged[index] = text[index] == "A" ? "B" : "A"
            #expect(throws: PhotoLibraryError.self) {
                _ = try PersistentChangeToken(archivalStringValue: String(damaged))
            }
        }
    }

    @Test(arguments: ["", "opkt1_", "opkt1_AAAA", "opk1_AAAA", "opkt2_AAAA", String(repeating: "opkt1_", count: 1000)])
    func otherTextsAreRefused(text: String) {
        #expect {
            _ = try PersistentChangeToken(archivalStringValue: text)
        } throws: {
            ($0 as? PhotoLibraryError)?.code == .invalidIdentifier
        }
    }
}
