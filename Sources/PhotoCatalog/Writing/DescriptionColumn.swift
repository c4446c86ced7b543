/// The columns of an asset for its title, caption and keywords.
enum DescriptionColumn: String, CaseIterable {
    case title, caption, keywords

    /// Its bit in `asset.ownersProperties`: set if the owner set the value of the column in this library.
    ///
    /// 1 is the bit of the capture date, 2 that of the place.
    var ownersBit: Int {
        switch self {
        case .title: 4
        case .caption: 8
        case .keywords: 16
        }
    }

    /// An assignment of an expression to the column, unless the owner set its value.
    func unlessOwners(_ expression: String) -> String {
        "\(self) = IIF(ownersProperties & \(ownersBit), \(self), \(expression))"
    }
}
