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
    /// The list of the selected photos that was made last.
    private var selected: Int?
    /// How many times the library has changed.
    private(set) var generation = 0

    /// The number of lists that are kept: more than the page and its preview show and its list of albums reads at a
    /// time.
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

    /// Adds a list of a view, and returns its number.
    ///
    /// - Parameter generation: The generation before the photos were read.
    mutating func add(_ photos: [UInt32], of view: String, generation: Int) -> Int {
        let list = add(photos)
        if generation == self.generation { newest[view] = list }
        return list
    }

    /// Adds a list of the selected photos, and returns its number.
    ///
    /// It replaces the one before: each preview of a selected photo makes a list, and these would displace the lists of
    /// the views.
    mutating func addSelected(_ photos: [UInt32]) -> Int {
        if let selected { forget(selected) }
        let list = add(photos)
        selected = list
        return list
    }

    private mutating func add(_ photos: [UInt32]) -> Int {
        if lists.count >= Self.kept, let oldest = used.first { forget(oldest) }
        last += 1
        lists[last] = photos
        used.append(last)
        return last
    }

    private mutating func forget(_ list: Int) {
        lists[list] = nil
        used.removeAll { $0 == list }
        newest = newest.filter { $0.value != list }
    }

    /// Forgets which lists are the newest, because the library has changed.
    mutating func libraryHasChanged() {
        generation += 1
        newest = [:]
    }
}
