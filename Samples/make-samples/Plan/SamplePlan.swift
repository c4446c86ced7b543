/// All photos, in the order of `truth.tsv`.
enum SamplePlan {
    static let shots = PhonePlan.shots + CameraPlan.shots + ScanPlan.shots + DecoyPlan.shots

    /// A copy from a cloud service or a chat, with its name in this service.
    static func cloud(_ name: String, _ transform: Transform) -> Shot.Copy {
        Shot.Copy(path: "cloud/\(name)", kind: .variant, transform: transform)
    }
}

extension Transform {
    /// A transform that makes a picture smaller and encodes it again, as most services do.
    static func shrunk(
        _ longSide: Int, _ quality: Int, _ filter: Picture.Filter = .lanczos, keepsMetadata: Bool = false
    ) -> Transform {
        .encoded(Encoding(quality: quality, longSide: longSide, filter: filter, keepsMetadata: keepsMetadata))
    }

    /// A transform that encodes a picture again at the same size.
    static func requantized(_ quality: Int, isProgressive: Bool = false) -> Transform {
        .encoded(Encoding(quality: quality, isProgressive: isProgressive))
    }

    /// A transform like that of a program that makes pictures smaller, and ignores and removes the orientation tag.
    static func fallenOver(_ longSide: Int, _ quality: Int) -> Transform {
        .encoded(Encoding(quality: quality, longSide: longSide, filter: .area, losesOrientation: true))
    }
}
