internal import ArgumentParser
internal import OpenPhotoKitOwner

extension LibrarySubset {
    /// The part from an option's value, `n/m`.
    @Sendable init(argument: String) throws {
        let numbers = argument.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
        guard numbers.count == 2, let number = numbers[0], let count = numbers[1],
            let subset = LibrarySubset(number, of: count)
        else { throw ValidationError("The value must be a part and the number of parts, such as 3/30.") }
        self = subset
    }
}
