/// A text taken out of its quoting, and where each of its bytes stood.
struct Unquoted {
    private(set) var bytes: [UInt8] = []
    /// The place of each byte in the text around, and one more for the end.
    ///
    /// Empty while they simply follow one another.
    private var places: [Int] = []
    private let start: Int
    var quoting: Quoting

    /// An empty text that begins at `start` of the text around.
    init(at start: Int, _ quoting: Quoting) {
        self.start = start
        self.quoting = quoting
    }

    /// A text that stands there as it is.
    init(_ bytes: [UInt8], at start: Int, _ quoting: Quoting) {
        self.init(at: start, quoting)
        self.bytes = bytes
    }

    /// Adds what the bytes from `place` to `end` of the text around stand for.
    mutating func append(_ added: some Collection<UInt8>, from place: Int, to end: Int) {
        if places.isEmpty, added.count != 1 || end != place + 1 { places = Array(start...(start + bytes.count)) }
        bytes += added
        guard !places.isEmpty else { return }
        places += Array(repeating: place, count: max(0, added.count - 1)) + [end]
    }

    /// Where a part of the text stands in the text around; characters are never split.
    func place(of range: Range<Int>) -> Range<Int> {
        guard !places.isEmpty else { return start + range.lowerBound..<start + range.upperBound }
        return places[range.lowerBound]..<max(places[range.lowerBound], places[range.upperBound])
    }
}
