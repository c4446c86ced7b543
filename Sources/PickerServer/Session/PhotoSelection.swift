/// The selected photos in the order of selection.
///
/// A change takes time in proportion to the number of selected photos: 10⁶ need some milliseconds.
struct PhotoSelection {
    /// The numbers of the selected photos, and of the selected identifiers that the page does not have.
    private(set) var order: [UInt32] = []
    /// The number of selected photos that the page has.
    private(set) var count = 0
    /// For each photo its position among the photos in ``order``, from 1; 0 if it is not selected.
    ///
    /// The positions of identifiers that the page does not have are ``hiddenPosition``.
    private var positions: [UInt32]
    /// The number of photos that the page has, whose numbers are smaller than this.
    private let shownCount: Int
    /// The greatest number of selected photos that the page has; 0 for no limit.
    var limit: Int

    private static let hiddenPosition = UInt32.max

    /// - Parameters:
    ///   - shownCount: The number of photos that the page has.
    ///   - hiddenCount: The number of identifiers that only the app has. They have the numbers from `shownCount` on,
    ///       and are moved and deselected by the app only.
    init(of shownCount: Int, hiddenCount: Int = 0, limit: Int) {
        positions = Array(repeating: 0, count: shownCount + hiddenCount)
        self.shownCount = shownCount
        self.limit = limit
    }

    /// The numbers of the selected photos that the page has.
    var photos: [UInt32] { count == order.count ? order : order.filter(isShown) }

    /// See ``positions``.
    func position(of photo: UInt32) -> UInt32 { Int(photo) < positions.count ? positions[Int(photo)] : 0 }

    /// Adds photos that are not selected, up to the limit.
    ///
    /// With the limit 1, the photo replaces the selected one.
    ///
    /// - Returns: How many photos were over the limit.
    mutating func select(_ added: some Sequence<UInt32>) -> Int {
        var refused = 0
        for photo in added where Int(photo) < positions.count && positions[Int(photo)] == 0 {
            guard isShown(photo) else {
                order.append(photo)
                positions[Int(photo)] = Self.hiddenPosition
                continue
            }
            if limit == 1 { removeAll() }
            guard limit == 0 || count < limit else {
                refused += 1
                continue
            }
            order.append(photo)
            count += 1
            positions[Int(photo)] = UInt32(count)
        }
        return refused
    }

    /// - Returns: Whether one of them was selected.
    @discardableResult
    mutating func deselect(_ removed: some Sequence<UInt32>) -> Bool {
        for photo in removed where Int(photo) < positions.count { positions[Int(photo)] = 0 }
        let before = order.count
        order.removeAll { positions[Int($0)] == 0 }
        number()
        return order.count < before
    }

    /// Deselects the photos that the page has.
    mutating func removeAll() { deselect(photos) }

    /// Moves a selected photo behind another, or to the beginning.
    ///
    /// - Returns: Whether both are selected.
    mutating func move(_ photo: UInt32, after other: UInt32?) -> Bool {
        guard position(of: photo) > 0, other.map({ $0 != photo && position(of: $0) > 0 }) ?? true else { return false }
        order.removeAll { $0 == photo }
        let index = other.flatMap { other in order.firstIndex(of: other) }.map { $0 + 1 } ?? 0
        order.insert(photo, at: index)
        number()
        return true
    }

    private func isShown(_ photo: UInt32) -> Bool { Int(photo) < shownCount }

    private mutating func number() {
        count = 0
        for photo in order where isShown(photo) {
            count += 1
            positions[Int(photo)] = UInt32(count)
        }
    }
}
