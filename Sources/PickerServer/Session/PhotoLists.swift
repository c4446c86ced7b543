/// The photos of the views that the page has asked for.
///
/// A list never changes, so a position names the same photo as long as the page shows the list.
struct PhotoLists {
    private var lists: [Int: [UInt32]] = [:]
    /// The newest list of each view.
    private var newest: [String: Int] = [:]
    /// The numbers of the lists, the least recently used first.
    private var used: [Int] = []
    private var last = 0
    /// How many times the library has changed.
    private(set) var generation = 0

    /// The number of lists that are kept: more than the page shows and its list of albums reads at a time.
    private static let kept = 12

    /// The number of the view's list; `nil` if the library has changed since the list was made.
    func list(of view: String) -> Int? { newest[view] }

    /// The photos of a list; `nil` if the list is not kept any more.
    mutating func photos(of list: Int) -> [UInt32]? {
        guard let photos = lists[list] else { return nil }
        used.removeAll { $0 == list }
        used.append(list)
        return photos
    }

    /// Adds a list, and returns its number.
    ///
    /// - Parameter generation: The generation before the photos were read.
    mutating func add(_ photos: [UInt32], of view: String, generation: Int) -> Int {
        if lists.count >= Self.kept {
            let oldest = used.removeFirst()
            lists[oldest] = nil
            newest = newest.filter { $0.value != oldest }
        }
        last += 1
        lists[last] = photos
        used.append(last)
        if generation == self.generation { newest[view] = last }
        return last
    }

    /// Forgets which lists are the newest, because the library has changed.
    mutating func libraryHasChanged() {
        generation += 1
        newest = [:]
    }
}
