internal import PhotoModel

/// The properties of an asset that a person can set.
///
/// The raw value is the property's bit in `asset.marks`. Title, caption, keywords and rating are columns of their own:
/// see ``DescriptionColumn``.
enum AssetMark: Int, CaseIterable {
    case captureDate = 1
    case place = 2
    case title = 4
    case caption = 8
    case keywords = 16
    case rating = 32
    case favorite = 64
    case hidden = 128
    case edit = 256
    case deletion = 512
}

extension AssetProperty {
    var mark: AssetMark {
        switch self {
        case .captureTime: .captureDate
        case .location: .place
        case .title: .title
        case .caption: .caption
        case .keywords: .keywords
        case .rating: .rating
        case .favorite: .favorite
        case .hidden: .hidden
        }
    }
}
