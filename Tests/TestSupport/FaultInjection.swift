import Foundation

/// Compiles the libraries in `Tests/Faults` that a program preloads, so that its calls of the C library fail or kill
/// it.
public enum FaultInjection {
    /// The C compiler on this machine; `nil` without a compiler.
    public static let compiler = ["clang", "cc"].first { program in
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
            .contains { access("\($0)/\(program)", X_OK) == 0 }
    }

    /// Compiles `Tests/Faults/NAME.c`, and returns the path of the library for `LD_PRELOAD`.
    public static func library(_ name: String, in folder: TemporaryFolder) throws -> String {
        let library = folder.path("\(name).so")
        let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Faults/\(name).c").path
        let compiled = try Shell.run(
            "/usr/bin/env", [compiler ?? "cc", "-shared", "-fPIC", "-o", library, source, "-ldl"])
        guard compiled.exit == 0 else { throw CompilerError(output: compiled.output) }
        return library
    }

    private struct CompilerError: Error {
        let output: String
    }
}
