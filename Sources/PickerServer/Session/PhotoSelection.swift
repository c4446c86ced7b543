/// The selected photos in the order of selection.
///
/// A change takes time in proportion to the number of selected photos: 10⁶ need some milliseconds.
struct PhotoSelection {
    /// The numbers of the selected photos.
    private(set) var photos: [UInt32] = []
    /// For each photo its place in ``photos``, from 1; 0 if it is not selected.
    private var places: [UInt32]
    /// The greatest number of selected photos; 0 for no limit.
    var limit: Int

    /// - Parameter count: The number of photos of which some are selected.
    init(of count: Int, limit: Int) {
        places = Array(repeating: 0, count: count)
        self.limit = limit
    }

    func place(of photo: UInt32) -> UInt32 { Int(photo) < places.count ? places[Int(photo)] : 0 }

    /// Adds photos that are not selected, up to the limit.
    ///
    /// With the limit 1, the photo replaces the selected one.
    ///
    /// - Returns: How many photos were over the limit.
    mutating func select(_ added: some Sequence<UInt32>) -> Int {
        var refused = 0
        for photo in added where Int(photo) < places.count && places[Int(photo)] == 0 {
            if limit == 1 { removeAll() }
            guard limit == 0 || photos.count < limit else {
                refused += 1
                continue
            }
            photos.append(photo)
            places[Int(photo)] = UInt32(photos.count)
        }
        return refused
    }

    mutating func deselect(_ removed: some Sequence<UInt32>) {
        for photo in removed where Int(photo) < places.count { places[Int(photo)] = 0 }
        photos.removeAll { places[Int($0)] == 0 }
        number()
    }

    mutating func removeAll() {
        for photo in photos { places[Int(photo)] = 0 }
        photos = []
    }

    /// Moves a selected photo behind another, or to the beginning.
    ///
    /// - Returns: Whether both are selected.
    mutating func move(_ photo: UInt32, after other: UInt32?) -> Bool {
        guard place(of: photo) > 0, other.map({ $0 != photo && place(of: $0) > 0 }) ?? true else { return false }
        photos.removeAll { $0 == photo }
        let index = other.flatMap { other in photos.firstIndex(of: other) }.map { $0 + 1 } ?? 0
        photos.insert(photo, at: index)
        number()
        return true
    }

    private mutating func number() {
        for (index, photo) in photos.enumerated() { places[Int(photo)] = UInt32(index + 1) }
    }
}
