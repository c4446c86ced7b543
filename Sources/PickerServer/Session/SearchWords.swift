internal import Foundation
internal import PhotoModel

/// The text of a search: words, and conditions such as `kind:video` or `from:2024-05-01`.
struct SearchWords {
    /// The conditions that all hold.
    var filters: [AssetFilter] = []
    /// Whether the person asked for recently deleted photos.
    var isOfDeleted = false
    /// Whether the person asked for hidden photos.
    var isOfHidden = false

    /// - Parameter near: Gives the photo that `near:NUMBER` names.
    init(_ text: String, near: (UInt32) throws -> Asset?) rethrows {
        for word in text.split(separator: " ") {
            let parts = word.split(separator: ":", maxSplits: 1).map(String.init)
            let isCondition = try parts.count == 2 && add(parts[0], parts[1], near)
            if !isCondition { filters.append(.search(String(word))) }
        }
    }

    /// Adds a condition; returns whether there is one of this name.
    private mutating func add(_ name: String, _ value: String, _ near: (UInt32) throws -> Asset?) rethrows -> Bool {
        switch (name, value) {
        case ("kind", "image"): filters.append(.mediaType(.image))
        case ("kind", "video"): filters.append(.mediaType(.video))
        case ("kind", "live"): filters.append(.subtypes(anyOf: .photoLive))
        case ("kind", "screenshot"): filters.append(.subtypes(anyOf: .photoScreenshot))
        case ("kind", "panorama"): filters.append(.subtypes(anyOf: .photoPanorama))
        case ("kind", "selfie"): filters.append(.subtypes(anyOf: .selfie))
        case ("kind", "depth-effect"): filters.append(.subtypes(anyOf: .photoDepthEffect))
        case ("kind", "slo-mo"): filters.append(.subtypes(anyOf: .videoHighFrameRate))
        case ("kind", "timelapse"): filters.append(.subtypes(anyOf: .videoTimelapse))
        case ("kind", "cinematic"): filters.append(.subtypes(anyOf: .videoCinematic))
        case ("kind", "animated"): filters.append(.subtypes(anyOf: .photoAnimation))
        case ("kind", "raw"): filters.append(.hasFormat(.raw))
        case ("is", "favorite"): filters.append(.isFavorite)
        case ("is", "trashed"): isOfDeleted = true
        case ("is", "hidden"): isOfHidden = true
        case ("from", _): filters.append(.captured(from: value, before: nil))
        // The last day is included: every time of it begins with the date, and `~` follows all digits.
        case ("to", _): filters.append(.captured(from: nil, before: value + "~"))
        case ("near", _):
            guard let photo = UInt32(value), let asset = try near(photo) else { return false }
            filters.append(Self.near(asset))
        default: return false
        }
        return true
    }

    /// Photos of the same day, or from at most a kilometre away.
    private static func near(_ asset: Asset) -> AssetFilter {
        var conditions: [AssetFilter] = [.localIdentifiers([asset.localIdentifier])]
        if let time = asset.captureTime {
            let day = String(time.description.prefix(10))
            conditions.append(.captured(from: day, before: day + "~"))
        }
        if let location = asset.location { conditions.append(.near(location, metres: 1000)) }
        return .or(conditions)
    }
}
