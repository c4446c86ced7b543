internal import ArgumentParser

extension ParsableArguments {
    /// Throws for the first option with a negative number.
    ///
    /// Such options are declared with `parsing: .unconditional`. Otherwise the parser takes -1 for an option.
    func checkIsNotNegative<Number: SignedNumeric & Comparable>(_ options: (name: String, number: Number?)...) throws {
        for (name, number) in options where number ?? 0 < 0 { throw ValidationError("--\(name) must be 0 or more.") }
    }
}
