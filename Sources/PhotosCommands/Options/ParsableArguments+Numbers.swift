internal import ArgumentParser

extension ParsableArguments {
    /// Refuses the first option whose number is below 0.
    ///
    /// The options are parsed unconditionally: else -1 would be taken for another option.
    func checkIsNotNegative<Number: SignedNumeric & Comparable>(_ options: (name: String, number: Number?)...) throws {
        for (name, number) in options where number ?? 0 < 0 { throw ValidationError("--\(name) must be 0 or more.") }
    }
}
