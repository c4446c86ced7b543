import Testing

@testable import CandidateIndex

@Suite struct XXHash64Tests {
    /// Values of the reference implementation.
    @Test(
        arguments: [
            ("", 0xEF46_DB37_51D8_E999), ("a", 0xD24E_C4F1_A98C_6E5B), ("abc", 0x44BC_2CF5_AD77_0999),
            ("Nobody inspects the spammish repetition", 0xFBCE_A83C_8A37_8BF1),
        ] as [(String, UInt64)]) func sumsAreThoseOfTheReference(text: String, sum: UInt64)
    {
        #expect(Array(text.utf8).withUnsafeBytes { xxHash64($0, seed: 0) } == sum)
    }
}
