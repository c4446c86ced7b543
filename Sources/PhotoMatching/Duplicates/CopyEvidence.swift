internal import PhotoCatalog

/// The catalogue's data about assets that may be copies, each with a number.
struct CopyEvidence {
    private var numbers: [String: Int] = [:]
    private(set) var names: [String] = []
    private(set) var equal: [(assets: [Int], isBytes: Bool)] = []
    private(set) var decided: [(Int, Int, isSame: Bool)] = []
    private(set) var alike: [(Int, Int, score: Double, FinePair.Extent)] = []

    /// The minimum score of two pictures that may be one photo: they pass verification with twice the limits.
    static let compatibleScore = 1.0 / 3
    /// The minimum score of two pictures that pass verification with half the limits, as nearly all copies do.
    static let nearlyEqualScore = 1.0 / (1 + 0.5)

    init(_ catalog: PhotoCatalog) throws {
        try catalog.forEachEqualSet(.bytes) { addEqual($0, isBytes: true) }
        try catalog.forEachEqualSet(.imageData) { addEqual($0, isBytes: false) }
        try catalog.forEachDecidedPair { decided.append((number(of: $0), number(of: $1), $2)) }
        try catalog.forEachSimilarPair(score: Self.compatibleScore) {
            alike.append((number(of: $0), number(of: $1), $2, $3))
        }
    }

    private mutating func number(of name: String) -> Int {
        if let number = numbers[name] { return number }
        numbers[name] = names.count
        names.append(name)
        return names.count - 1
    }

    private mutating func addEqual(_ assets: [String], isBytes: Bool) {
        equal.append((assets.map { number(of: $0) }, isBytes))
    }
}
