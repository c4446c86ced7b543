import Foundation
import Glibc
import SystemPackage
import TestSupport
import Testing

/// Runs the scripts in Tests/Faults in part; the whole scripts are run manually.
@Suite struct FaultScriptTests {
    private let scene: Scene

    /// Creates four small photos, a copy of one of them, and a file that is not a photo.
    init() throws {
        scene = try Scene()
        for number in 0..<4 {
            try scene.add(
                FilePath("\(number % 2)/\(number).jpg"), TestPhoto.jpeg(UInt64(number), width: 64, height: 64))
        }
        try scene.add("again.jpg", TestPhoto.jpeg(0, width: 64, height: 64))
        try scene.add("notes.txt", Array("no photo".utf8))
    }

    /// The steps differ by call, because getdents is called often.
    ///
    /// The library reads all folders up to the root, to detect programs that synchronise them. The number of calls of
    /// getdents grows with the contents of the temporary folder.
    @Test(
        .long, .enabled(if: canCompile, "the scripts need a C compiler"), .timeLimit(.minutes(3)),
        arguments: [("28", ["fsync", "unlink"]), ("160", ["pwrite", "pread", "open"]), ("480", ["getdents"])])
    func noFailedCallLosesAPhoto(step: String, calls: [String]) throws {
        let outcome = try run("fail-each-call", [step] + calls)
        #expect(outcome.exit == 0, "\(outcome.output)")
        #expect(outcome.output.contains(/[1-9][0-9]* calls failed/), "\(outcome.output)")
    }

    @Test(
        .enabled(if: canCompile && BindMount.isPossible, "the script mounts, as root, and needs a C compiler"),
        .timeLimit(.minutes(3)))
    func aDiskThatFillsUpIsNamedAndTheImportGoesOn() throws {
        let (sizes, limits) = (LongTests.count(2, all: 6), LongTests.count(1, all: 10))
        let outcome = try run("disk-full", ["\(sizes)", "\(limits)"])
        #expect(outcome.exit == 0, "\(outcome.output)")
        #expect(outcome.output.contains(try Regex("\\b\(sizes + limits) disks: [1-9]")), "\(outcome.output)")
    }

    /// Continuous integration runs the same script with a release build, for which it must exit with 0.
    @Test(.enabled(if: canCompile, "the script needs a C compiler"))
    func aBuildWithTestHooksIsNoticed() throws {
        let outcome = try run("ignores-hooks", [])
        #expect(outcome.exit == 1, "\(outcome.output)")
        for hook in ["OPENPHOTOKIT_UNSAFE_NO_FSYNC is heeded", "OPENPHOTOKIT_DECODER_FAULT is heeded"] {
            #expect(outcome.output.contains(hook), "\(outcome.output)")
        }
    }

    private static let canCompile = ["clang", "cc"].contains { program in
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
            .contains { access("\($0)/\(program)", X_OK) == 0 }
    }

    private func run(_ script: String, _ arguments: [String]) throws -> (exit: Int32, output: String) {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let photos = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            .appendingPathComponent("photos")
        return try Shell.run(
            "/bin/bash",
            [tests.appendingPathComponent("Faults/\(script)").path, photos.path, scene.source.string] + arguments,
            environment: ["TMPDIR": scene.folder.url.path])
    }
}
