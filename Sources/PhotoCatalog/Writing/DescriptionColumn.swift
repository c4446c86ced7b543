/// The columns of an asset for its title, caption, keywords and rating.
enum DescriptionColumn: String, CaseIterable {
    case title, caption, keywords, rating

    /// Its bit in `asset.ownersProperties`: set if the owner set the value of the column in this library.
    ///
    /// 1 is the bit of the capture date, 2 that of the place.
    var ownersBit: Int {
        switch self {
        case .title: 4
        case .caption: 8
        case .keywords: 16
        case .rating: 32
        }
    }

    /// The condition that the asset has no value, where the rating 0 means no rating.
    var isMissing: String { self == .rating ? "IFNULL(rating, 0) = 0" : "\(self) IS NULL" }

    /// An assignment of an expression to the column, unless the owner set its value.
    func unlessOwners(_ expression: String) -> String {
        "\(self) = IIF(ownersProperties & \(ownersBit), \(self), \(expression))"
    }
}
