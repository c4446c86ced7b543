import Foundation
import Glibc
import ImageDecoding
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import DecoderProcess

@Suite("Decoders that fail", .serialized)
struct FaultTests {
    @Test("After a crash only the picture is missing, with a warning", arguments: [DecoderFault.crash, .lie])
    func crash(fault: DecoderFault) throws {
        let (bad, good) = (try PictureFile(10), try PictureFile(11))
        let decoder = PictureDecoder(.jailed(.photos(fault: fault, at: bad.size)))
        let lost = try decoder.picture(at: bad.path)
        #expect(lost.reading.condition == .damaged)
        #expect(lost.reading.warnings.map(\.code) == ["decoderCrashed"])
        #expect(lost.signature == nil)
        // The next worker reads the metadata of the file.
        #expect(lost.reading.format == .jpeg)
        #expect(lost.reading.storedSize?.width == 160)
        let here = try PictureDecoder(.inProcess).picture(at: good.path)
        #expect(try decoder.picture(at: good.path) == here)
    }

    @Test(
        "A decoder that never ends is stopped, also one that sends progress; the picture is limited",
        arguments: [DecoderFault.hang, .chatter])
    func hang(fault: DecoderFault) throws {
        let bad = try PictureFile(12)
        var jail = JailConfiguration.photos(fault: fault, at: bad.size)
        jail.maxCPUSeconds = 0.3
        let lost = try PictureDecoder(.jailed(jail)).picture(at: bad.path)
        #expect(lost.reading.condition == .limited)
        #expect(lost.reading.warnings.map(\.code) == ["decoderTimedOut"])
        #expect(lost.reading.warnings.first?.message.contains("CPU") == true)
    }

    /// The decoder has no other end: it may compute for an hour.
    @Test("Cancelling ends a decoder that does not react, the first time that its monitor asks for it")
    func cancelHang() throws {
        let bad = try PictureFile(13)
        let others = Set(children())
        var jail = JailConfiguration.photos(fault: .hang, at: bad.size)
        jail.maxCPUSeconds = 3600
        let decoder = PictureDecoder(.jailed(jail))
        let questions = Mutex(0)
        let monitor = DecodeMonitor { _ in
            questions.withLock { $0 += 1 }
            return questions.withLock { $0 } < 5
        }
        #expect(throws: PhotoLibraryError(.cancelled, "")) { try decoder.picture(at: bad.path, monitor: monitor) }
        #expect(questions.withLock { $0 } == 5)
        #expect(Set(children()).subtracting(others).isEmpty)
    }

    @Test("No decoder gets more memory than the budget and some slack")
    func memory() throws {
        let bad = try PictureFile(14)
        var jail = JailConfiguration.photos(fault: .allocate, at: bad.size)
        jail.memorySlack = 16 << 20
        let budget = DecoderMemoryBudget(bytes: 32 << 20)
        let lost = try PictureDecoder(.jailed(jail), budget: budget).picture(at: bad.path)
        #expect(lost.reading.warnings.map(\.code) == ["decoderCrashed"])
        // The worker ends with the number of MiB that it got.
        let got = lost.reading.warnings.first?.message.firstMatch(of: /ended with (\d+)/).flatMap { Int($0.1) }
        let mebibytes = try #require(got)
        #expect(16...48 ~= mebibytes)
    }

    @Test("A worker that dies between two files is replaced silently")
    func idleDeath() throws {
        let picture = try PictureFile(15)
        let remarks = Mutex<[String]>([])
        var jail = JailConfiguration.photos()
        jail.onRemark = { remark in remarks.withLock { $0.append(remark.code) } }
        let decoder = PictureDecoder(.jailed(jail))
        let before = Set(children())
        #expect(try decoder.picture(at: picture.path).reading.condition == .ok)
        for worker in Set(children()).subtracting(before) {
            kill(worker, SIGKILL)
            #expect(
                waits(5) {
                    (try? String(contentsOfFile: "/proc/\(worker)/stat", encoding: .utf8))?.contains(") Z ") == true
                })
        }
        #expect(try decoder.picture(at: picture.path).reading.condition == .ok)
        #expect(remarks.withLock { $0 }.filter { $0 != "decoderJailIncomplete" }.isEmpty)
    }

    @Test(
        "If no worker can be started, pictures are decoded in this process, with one remark",
        arguments: ["/nonexistent/photos", "/bin/true"])
    func noWorker(executable: String) throws {
        let picture = try PictureFile(16)
        let remarks = Mutex<[DecoderRemark]>([])
        var jail = JailConfiguration(executable: FilePath(executable))
        jail.onRemark = { remark in remarks.withLock { $0.append(remark) } }
        let decoder = PictureDecoder(.jailed(jail))
        let here = try PictureDecoder(.inProcess).picture(at: picture.path)
        for _ in 0..<2 {
            #expect(try decoder.picture(at: picture.path) == here)
        }
        #expect(remarks.withLock { $0.map(\.code) } == ["decoderNotJailed"])
        #expect(remarks.withLock { $0.first?.message.contains(executable) } == true)
    }

    @Test("Nothing stays behind: no zombie, no descriptor")
    func leftovers() throws {
        let (bad, good) = (try PictureFile(17), try PictureFile(18))
        func descriptors() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count }
        func work() throws {
            let decoder = PictureDecoder(.jailed(.photos(fault: .crash, at: bad.size)))
            for _ in 0..<5 {
                _ = try decoder.picture(at: bad.path)
                _ = try decoder.picture(at: good.path)
            }
        }
        try work()
        let (processesBefore, descriptorsBefore) = (children().count, try descriptors())
        try work()
        #expect(children().count == processesBefore)
        // Other threads of this process may have files open for a moment.
        #expect(waits(5) { ((try? descriptors()) ?? .max) <= descriptorsBefore })
    }

    @Test("Ended workers are reaped, so that their CPU time is added to that of this process")
    func cpuTimeOfEndedWorkers() throws {
        let picture = try PictureFile(19, width: 600, height: 400)
        let others = Set(children())
        let decoder = PictureDecoder(.jailed(.photos()))
        #expect(try decoder.picture(at: picture.path).reading.condition == .ok)
        let workers = Set(children()).subtracting(others)
        #expect(workers.count == 1)
        let used = try #require(workers.first.flatMap(cpuSeconds(of:)))
        #expect(used > 0)
        let before = cpuSecondsOfEndedChildren()
        decoder.endWorkers()
        #expect(Set(children()).isDisjoint(with: workers))
        // The kernel rounds to microseconds.
        #expect(cpuSecondsOfEndedChildren() - before >= used - 1e-5)
        withExtendedLifetime(decoder) {}
    }

    @Test("A decoder whose workers were ended still decodes")
    func decodingAfterTheEnd() throws {
        let picture = try PictureFile(21)
        let others = Set(children())
        let decoder = PictureDecoder(.jailed(.photos()))
        decoder.endWorkers()
        #expect(try decoder.picture(at: picture.path).reading.condition == .ok)
        #expect(Set(children()).subtracting(others).isEmpty)
    }

    @Test("A worker that the program has reaped itself is not signalled: its id may belong to another process")
    func workerWaitedForElsewhere() throws {
        let worker = try WorkerProcess(.photos(), memoryBytes: 256 << 20)
        kill(worker.process, SIGKILL)
        var status: Int32 = 0
        #expect(waitpid(worker.process, &status, 0) == worker.process)
        guard case .crashed = worker.end() else {
            Issue.record("It has not ended.")
            return
        }
    }

    @Test("An import keeps the file whose decoder crashed, names it, and goes on")
    func importing() throws {
        let folder = try TemporaryFolder()
        var sizes: [Int] = []
        for seed in 20..<26 {
            let picture = try PictureFile(UInt64(seed))
            sizes.append(picture.size)
            try FileManager.default.copyItem(atPath: picture.path, toPath: folder.path("\(seed).jpg"))
        }
        let place = try TemporaryFolder()
        let library = ["--library", place.path("library")]
        let imported = try PhotosProcess.run(
            arguments: ["import", "--json", "--progress", "none"] + library + [folder.url.path],
            environment: ["OPENPHOTOKIT_DECODER_FAULT": "crash:\(sizes[3])"])
        #expect(imported.exitCode == 0, "\(imported.standardError)")
        #expect(imported.items.count == 6)
        for item in imported.items {
            let isBad = (item["path"] as? String)?.hasSuffix("23.jpg") == true
            let codes = (item["warnings"] as? [[String: Any]])?.compactMap { $0["code"] as? String }
            #expect(item["status"] as? String == "imported")
            #expect(item["condition"] as? String == (isBad ? "damaged" : "ok"))
            #expect(codes == (isBad ? ["decoderCrashed"] : []))
        }
        #expect(try PhotosProcess.run(arguments: ["verify"] + library).exitCode == 0)
        #expect(imported.summary["damaged"] as? Int == 1)
    }
}
