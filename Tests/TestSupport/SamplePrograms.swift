public import Foundation
public import Testing

/// The programs of the package `Samples`, whose imports are Apple's.
///
/// They have a build folder of their own: `OPENPHOTOKIT_SAMPLES`, otherwise `.build/samples/release`.
public enum SamplePrograms {
    private static let named = ProcessInfo.processInfo.environment["OPENPHOTOKIT_SAMPLES"]
    /// The folder of the programs.
    public static let folder: URL = URL(fileURLWithPath: named ?? ".build/samples/release")

    /// Whether tests run them: they were built, or the variable says that they were.
    public static let areRun: Bool =
        named != nil || FileManager.default.isExecutableFile(atPath: url(of: "photokit-port").path)

    /// The URL of a program.
    public static func url(of program: String) -> URL { folder.appendingPathComponent(program) }
}

extension Trait where Self == ConditionTrait {
    /// The test runs programs of the samples, and is skipped if they were not built.
    public static var runsSamples: Self {
        .enabled(if: SamplePrograms.areRun, "the samples are not built: Tests/run --all builds them")
    }
}
