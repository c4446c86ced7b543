internal import ArgumentParser

/// One of several equal parts of the copies in a store: `1/90`.
struct StorePart {
    /// The number of parts.
    let parts: Int

    init(argument: String) throws {
        let numbers = argument.split(separator: "/", omittingEmptySubsequences: false)
        guard numbers.count == 2, numbers[0] == "1", let parts = Int(numbers[1]), parts > 0 else {
            throw ValidationError("--stores needs 1/M, such as 1/90 or 1/1, and not “\(argument)”.")
        }
        self.parts = parts
    }
}
