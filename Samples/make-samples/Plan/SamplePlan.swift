/// Everything that is photographed, in the order of the truth table.
enum SamplePlan {
    static let shots = PhonePlan.shots + CameraPlan.shots + ScanPlan.shots + DecoyPlan.shots

    /// A copy that a cloud service or a chat gave back, under the name it gave it.
    static func cloud(_ name: String, _ transform: Transform) -> Shot.Copy {
        Shot.Copy(path: "cloud/\(name)", kind: .variant, transform: transform)
    }
}

extension Transform {
    /// Shrunk and encoded anew: what most services do.
    static func shrunk(
        _ longSide: Int, _ quality: Int, _ filter: Picture.Filter = .lanczos, keepsMetadata: Bool = false
    ) -> Transform {
        .encoded(Encoding(quality: quality, longSide: longSide, filter: filter, keepsMetadata: keepsMetadata))
    }

    /// Encoded anew at the same size.
    static func requantized(_ quality: Int, isProgressive: Bool = false) -> Transform {
        .encoded(Encoding(quality: quality, isProgressive: isProgressive))
    }

    /// Shrunk and encoded anew by something that overlooks the orientation tag and drops it.
    static func fallenOver(_ longSide: Int, _ quality: Int) -> Transform {
        .encoded(Encoding(quality: quality, longSide: longSide, filter: .area, losesOrientation: true))
    }
}
