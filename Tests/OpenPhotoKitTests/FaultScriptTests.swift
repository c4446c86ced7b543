import Foundation
import Glibc
import SystemPackage
import TestSupport
import Testing

/// A slice of the scripts in Tests/Faults, which are run whole by hand.
@Suite struct FaultScriptTests {
    private let scene: Scene

    /// Four small photos, one of them twice, and a file that is none.
    init() throws {
        scene = try Scene()
        for number in 0..<4 {
            try scene.add(
                FilePath("\(number % 2)/\(number).jpg"), TestPhoto.jpeg(UInt64(number), width: 64, height: 64))
        }
        try scene.add("again.jpg", TestPhoto.jpeg(0, width: 64, height: 64))
        try scene.add("notes.txt", Array("no photo".utf8))
    }

    /// Folders are read up to the root, to see whether a program synchronises them: the more there is in the temporary
    /// folder, the more calls of getdents.
    @Test(
        .long, .enabled(if: canCompile, "the scripts need a C compiler"), .timeLimit(.minutes(3)),
        arguments: [("14", ["fsync", "unlink"]), ("80", ["pwrite", "pread", "open"]), ("240", ["getdents"])])
    func whateverCallFailsNothingIsLost(step: String, calls: [String]) throws {
        let outcome = try run("fail-each-call", [step] + calls)
        #expect(outcome.exit == 0, "\(outcome.output)")
        #expect(outcome.output.contains(/[1-9][0-9]* calls failed/), "\(outcome.output)")
    }

    @Test(
        .enabled(if: canCompile && BindMount.isPossible, "the script mounts, as root, and needs a C compiler"),
        .timeLimit(.minutes(3)))
    func aDiskThatFillsUpIsNamedAndTheImportGoesOn() throws {
        let (sizes, limits) = (LongTests.count(2, all: 6), LongTests.count(1, all: 2))
        let outcome = try run("disk-full", ["\(sizes)", "\(limits)"])
        #expect(outcome.exit == 0, "\(outcome.output)")
        #expect(outcome.output.contains(try Regex("\\b\(sizes + limits) disks: [1-9]")), "\(outcome.output)")
    }

    /// Continuous integration holds a release build against the same script, which there must end with 0.
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
