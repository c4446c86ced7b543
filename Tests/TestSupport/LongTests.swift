internal import Foundation
public import Testing

/// Tests that take long run only in `Tests/run --all`, which sets `OPENPHOTOKIT_ALL_TESTS`.
public enum LongTests {
    /// Whether this is a run of all tests.
    public static let areRun: Bool = ProcessInfo.processInfo.environment["OPENPHOTOKIT_ALL_TESTS"] != nil

    /// How often a test repeats what it does with random values: `all` times in a run of all tests.
    public static func count(_ few: Int, all: Int) -> Int { areRun ? all : few }
}

extension Trait where Self == ConditionTrait {
    /// The test takes long, and is skipped except in a run of all tests.
    public static var long: Self { .enabled(if: LongTests.areRun, "it takes long: Tests/run --all runs it") }
}
