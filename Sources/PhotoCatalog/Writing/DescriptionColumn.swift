/// The columns of an asset that hold texts about it.
enum DescriptionColumn: String, CaseIterable {
    case title, caption, keywords

    /// Its bit of `asset.ownersProperties`: set if the owner gave the column its value in this library.
    ///
    /// 1 is the bit of the capture date, 2 that of the place.
    var ownersBit: Int {
        switch self {
        case .title: 4
        case .caption: 8
        case .keywords: 16
        }
    }

    /// An assignment of an expression to the column, unless the owner gave the column its value.
    func unlessOwners(_ expression: String) -> String {
        "\(self) = IIF(ownersProperties & \(ownersBit), \(self), \(expression))"
    }
}
