/// A text without its quoting, and the position of each of its bytes in the quoted text.
struct Unquoted {
    private(set) var bytes: [UInt8] = []
    /// The position of each byte in the outer text, and the position of the end.
    ///
    /// Empty if the positions are consecutive.
    private var places: [Int] = []
    private let start: Int
    var quoting: Quoting

    /// Creates an empty text that begins at `start` of the outer text.
    init(at start: Int, _ quoting: Quoting) {
        self.start = start
        self.quoting = quoting
    }

    /// Creates a text whose bytes are the same in the outer text.
    init(_ bytes: [UInt8], at start: Int, _ quoting: Quoting) {
        self.init(at: start, quoting)
        self.bytes = bytes
    }

    /// Appends the bytes that the range from `place` to `end` of the outer text represents.
    mutating func append(_ added: some Collection<UInt8>, from place: Int, to end: Int) {
        if places.isEmpty, added.count != 1 || end != place + 1 { places = Array(start...(start + bytes.count)) }
        bytes += added
        guard !places.isEmpty else { return }
        places += Array(repeating: place, count: max(0, added.count - 1)) + [end]
    }

    /// The range of a part of the text in the outer text.
    ///
    /// The range contains whole characters.
    func place(of range: Range<Int>) -> Range<Int> {
        guard !places.isEmpty else { return start + range.lowerBound..<start + range.upperBound }
        return places[range.lowerBound]..<max(places[range.lowerBound], places[range.upperBound])
    }
}
