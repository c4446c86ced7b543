/// All photos, in the order of `truth.tsv`.
enum SamplePlan {
    static let shots = PhonePlan.shots + CameraPlan.shots + ScanPlan.shots + DecoyPlan.shots

    /// A copy from a cloud service or a chat, with its name there.
    static func cloud(_ name: String, _ transform: Transform) -> Shot.Copy {
        Shot.Copy(path: "cloud/\(name)", kind: .variant, transform: transform)
    }
}

extension Transform {
    /// Smaller and encoded again, as by most services.
    static func shrunk(
        _ longSide: Int, _ quality: Int, _ filter: Picture.Filter = .lanczos, keepsMetadata: Bool = false
    ) -> Transform {
        .encoded(Encoding(quality: quality, longSide: longSide, filter: filter, keepsMetadata: keepsMetadata))
    }

    /// Encoded again at the same size.
    static func requantized(_ quality: Int, isProgressive: Bool = false) -> Transform {
        .encoded(Encoding(quality: quality, isProgressive: isProgressive))
    }

    /// Smaller and encoded again by a program that ignores the orientation tag and removes it.
    static func fallenOver(_ longSide: Int, _ quality: Int) -> Transform {
        .encoded(Encoding(quality: quality, longSide: longSide, filter: .area, losesOrientation: true))
    }
}
