/// The columns of an asset for its title, caption, keywords and rating.
enum DescriptionColumn: String, CaseIterable {
    case title, caption, keywords, rating

    var mark: AssetMark {
        switch self {
        case .title: .title
        case .caption: .caption
        case .keywords: .keywords
        case .rating: .rating
        }
    }

    /// Its bit in `asset.ownersProperties`: set if the owner gave the value of the column.
    var ownersBit: Int { mark.rawValue }

    /// The condition that the asset has no value, where the rating 0 means no rating.
    var isMissing: String { self == .rating ? "IFNULL(rating, 0) = 0" : "\(self) IS NULL" }

    /// An assignment of an expression to the column, unless the owner set its value.
    func unlessOwners(_ expression: String) -> String {
        "\(self) = IIF(ownersProperties & \(ownersBit), \(self), \(expression))"
    }
}
