import Foundation
import LibraryInterface
import Testing

@testable import LibraryRPC

/// Identifiers as bytes, compared with Foundation's `UUID`.
struct PackedIdentifiersTests {
    private let identifiers = (0..<1_000).map { _ in UUID() }

    @Test func theBytesAreThoseOfTheUUIDs() throws {
        let bytes = try #require(PackedIdentifiers.pack(identifiers.map(\.uuidString)))
        #expect(bytes == Data(identifiers.flatMap { withUnsafeBytes(of: $0.uuid, Array.init) }))
        #expect(PackedIdentifiers.unpack(bytes) == identifiers.map(\.uuidString))
    }

    @Test func aPartOfOtherBytesIsUnpacked() throws {
        let bytes = try #require(PackedIdentifiers.pack(identifiers.map(\.uuidString)))
        #expect(PackedIdentifiers.unpack(bytes.dropFirst(32)) == identifiers.dropFirst(2).map(\.uuidString))
        #expect(PackedIdentifiers.unpack(bytes.dropFirst()) == nil)
        #expect(PackedIdentifiers.unpack(Data()) == [])
    }

    @Test(arguments: [
        "", "0", "01234567-89ab-CDEF-0123-456789ABCDEF", "01234567-89AB-CDEF-0123-456789ABCDE",
        "01234567-89AB-CDEF-0123-456789ABCDEF0", "0123456789AB-CDEF-0123-456789ABCDEF-0",
        "01234567-89AB-CDEF-0123-456789ABCDEG", "01234567-89AB-CDEF-0123-456789ABCD\u{E9}",
    ])
    func anIdentifierThatIsNoUUIDInCapitalLettersIsNotPacked(_ identifier: String) {
        #expect(PackedIdentifiers.pack([UUID().uuidString, identifier]) == nil)
    }
}
