internal import Foundation
public import Testing

/// Long tests, which run only in `Tests/run --all`.
///
/// This command sets `OPENPHOTOKIT_ALL_TESTS`.
public enum LongTests {
    /// Whether this is a run of all tests.
    public static let areRun: Bool = ProcessInfo.processInfo.environment["OPENPHOTOKIT_ALL_TESTS"] != nil

    /// The number of repetitions of a test with random values: `all` in a run of all tests, otherwise `few`.
    public static func count(_ few: Int, all: Int) -> Int { areRun ? all : few }

    /// All arguments in a run of all tests, otherwise the first of every `step`.
    public static func every<Argument>(_ step: Int, of arguments: some Sequence<Argument>) -> [Argument] {
        arguments.enumerated().filter { areRun || $0.offset.isMultiple(of: step) }.map(\.element)
    }
}

extension Trait where Self == ConditionTrait {
    /// The test takes long, and is skipped except in a run of all tests.
    public static var long: Self { .enabled(if: LongTests.areRun, "it takes long: Tests/run --all runs it") }
}
