public import PhotoModel

extension ContentSignature {
    /// The greatest distance of hashes, in bits, at which a picture is worth verifying; never enough to decide.
    public static let candidateRadius: Int = 31
    /// Pictures of a lower quality are too flat to be found by content alone.
    public static let flatQuality: Int = 50
}
