import Foundation
import Glibc
import OpenPhotoKitOwner
import TestSupport
import Testing

@testable import DecoderProcess

@Suite("Where pictures are decoded by default")
struct DecodingModeTests {
    private let folder: TemporaryFolder
    private var program: FilePath { FilePath(folder.path("bin/app")) }

    init() throws { folder = try TemporaryFolder() }

    private func add(_ name: String, permissions: Int = 0o755) throws {
        let file = folder.url.appendingPathComponent(name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data("#!/bin/true\n".utf8).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: file.path)
    }

    @Test("The worker program is searched for beside the program, then in libexec")
    func places() throws {
        #expect(DecoderWorker.installedProgram(beside: program) == nil)
        try add("libexec/openphotokit/photos-decoder")
        #expect(
            DecoderWorker.installedProgram(beside: program)
                == FilePath(folder.path("libexec/openphotokit/photos-decoder")))
        try add("bin/photos-decoder")
        #expect(DecoderWorker.installedProgram(beside: program) == FilePath(folder.path("bin/photos-decoder")))
    }

    @Test("A file that cannot be executed is not a worker program")
    func notExecutable() throws {
        try add("libexec/openphotokit/photos-decoder", permissions: 0o644)
        try FileManager.default.createDirectory(
            atPath: folder.path("bin/photos-decoder"), withIntermediateDirectories: true)
        #expect(DecoderWorker.installedProgram(beside: program) == nil)
    }

    @Test("The automatic mode finds the worker program, which is beside these tests")
    func resolved() throws {
        guard case .jailed(let jail) = DecodingMode.automatic.resolved else {
            Issue.record("photos-decoder was not found.")
            return
        }
        #expect(jail.executable == FilePath(PhotosProcess.path(of: "photos-decoder")))
        guard case .inProcess = DecodingMode.inProcess.resolved else {
            Issue.record("In process is in process.")
            return
        }
        let own = DecodingMode.jailed(JailConfiguration(executable: "/usr/lib/app/decoder"))
        guard case .jailed(let named) = own.resolved else {
            Issue.record("A program that the app names is used.")
            return
        }
        #expect(named.executable == "/usr/lib/app/decoder")
    }

    @Test("Automatic decodes in a worker that is photos-decoder, with the results of this process")
    func worker() throws {
        let picture = try PictureFile(30)
        let others = Set(children())
        let decoder = PictureDecoder(.automatic)
        let decoded = try decoder.picture(at: picture.path)
        let programs = Set(children()).subtracting(others).map { readProgram(of: $0) }
        #expect(programs == [PhotosProcess.path(of: "photos-decoder")])
        #expect(try decoded == PictureDecoder(.inProcess).picture(at: picture.path))
        decoder.endWorkers()
    }

    @Test("It is the library's default")
    func defaults() {
        guard case .automatic = ImportRequest(paths: []).decoding else {
            Issue.record("An import decodes elsewhere.")
            return
        }
    }

    @Test("Run by hand, the worker program prints what it is")
    func byHand() throws {
        let outcome = try PhotosProcess.run(arguments: [], program: "photos-decoder")
        #expect(outcome.exitCode == 64)
        #expect(outcome.standardError.contains("OpenPhotoKit"))
    }

    private func readProgram(of process: pid_t) -> String? {
        try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/exe")
    }
}
