/// The columns of an asset that hold words about it.
enum WordsColumn: String, CaseIterable {
    case title, caption, keywords

    /// Its bit of `asset.ownersProperties`, which is set where the owner said in this library what the column holds; 1 is
    /// that of the capture date, 2 of the place.
    var ownersBit: Int {
        switch self {
        case .title: 4
        case .caption: 8
        case .keywords: 16
        }
    }

    /// The column with the value of an expression, but with what it has where that is the owner's word.
    func unlessOwners(_ expression: String) -> String {
        "\(self) = IIF(ownersProperties & \(ownersBit), \(self), \(expression))"
    }
}
