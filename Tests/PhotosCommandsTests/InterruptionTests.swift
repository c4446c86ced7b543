import Foundation
import TestSupport
import Testing

/// Imports in processes that are killed or interrupted.
@Suite(.serialized)
struct InterruptionTests {
    private let folder: TemporaryFolder
    private let files: [String: Data]

    /// Files with the names of photos and random bytes.
    ///
    /// They are not decoded, so storing takes all the time.
    init() throws {
        folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.path("source"), withIntermediateDirectories: true)
        var generator = SystemRandomNumberGenerator()
        var files: [String: Data] = [:]
        for number in 0..<200 {
            let words = (0..<8_000).map { _ in generator.next() as UInt64 }
            // Every tenth file is a duplicate of the one before.
            let bytes = number % 10 == 9 ? files["\(number - 1).jpg"] : words.withUnsafeBytes { Data($0) }
            files["\(number).jpg"] = bytes
        }
        for (name, bytes) in files { try bytes.write(to: folder.url.appendingPathComponent("source/\(name)")) }
        self.files = files
    }

    private struct Item: Decodable {
        let path: String
        let status: String
        let resumed: Bool?
        var name: String { (path as NSString).lastPathComponent }
    }

    private func arguments(_ command: String, _ rest: String...) -> [String] {
        [command, "--json", "--quiet", "--library", folder.path("library")] + rest
    }

    private var importing: [String] { arguments("import", folder.path("source")) }

    private func contents(_ path: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder.path(path))) ?? []
    }

    /// The bytes of every file in the library, read from the disk without the program.
    private func storedBytes() throws -> [Data] {
        let root = folder.url.appendingPathComponent("library/originals")
        let names = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
        return try names.filter { $0.hasSuffix(".jpg") }.map { try Data(contentsOf: root.appendingPathComponent($0)) }
    }

    /// Checks the library after the last, complete import.
    private func expectComplete(_ last: PhotosProcess.Outcome, acknowledged: Set<String>) throws {
        #expect(last.exitCode == 0, "\(last.standardError)")
        let items = last.objects(Item.self)
        #expect(Set(items.map(\.name)) == Set(files.keys))
        let resumed = Set(items.filter { $0.resumed == true }.map(\.name))
        #expect(acknowledged.isSubset(of: resumed), "read again")
        let stored = try storedBytes()
        #expect(Set(stored) == Set(files.values))
        #expect(stored.count == Set(stored).count, "stored twice")
        #expect(contents("library/incoming") == [])
        let verification = try PhotosProcess.run(arguments: arguments("verify"))
        #expect(verification.exitCode == 0, "\(verification.standardOutput)")
    }

    @Test("After nine kills no acknowledged file is lost or stored twice, and the next import continues")
    func kill() throws {
        var acknowledged: Set<String> = []
        // The first kill comes at once, the others after a number of lines about known and new files.
        var killed = 0
        for lines in [0, 1, 3, 10, 20, 35, 50, 80, 120] {
            let outcome = try PhotosProcess.run(arguments: importing, sending: SIGKILL) { $0 >= lines }
            // On a busy machine an import may end before a late kill.
            #expect([0, 128 + SIGKILL].contains(outcome.exitCode))
            if outcome.exitCode != 0 { killed += 1 }
            acknowledged.formUnion(outcome.objects(Item.self).map(\.name))
            guard FileManager.default.fileExists(atPath: folder.path("library/library.json")) else { continue }
            let verification = try PhotosProcess.run(arguments: arguments("verify"))
            #expect(verification.exitCode == 0, "\(verification.standardOutput)")
            let stored = Set(try storedBytes())
            let lost = acknowledged.filter { name in files[name].map { !stored.contains($0) } ?? true }
            #expect(lost.isEmpty)
        }
        #expect(killed >= 6)
        #expect(acknowledged.count >= 60)
        try expectComplete(try PhotosProcess.run(arguments: importing), acknowledged: acknowledged)
    }

    @Test("Ctrl-C ends an import before its last file with 130, without temporary files; the next import continues")
    func interrupt() throws {
        var acknowledged: Set<String> = []
        for lines in [1, 30] {
            let outcome = try PhotosProcess.run(arguments: importing, sending: SIGINT) { $0 >= lines }
            #expect(outcome.exitCode == 130)
            #expect(outcome.objects(Item.self).count < files.count)
            #expect(contents("library/incoming") == [])
            acknowledged.formUnion(outcome.objects(Item.self).map(\.name))
        }
        try expectComplete(try PhotosProcess.run(arguments: importing), acknowledged: acknowledged)
    }
}
