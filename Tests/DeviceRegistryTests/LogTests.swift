import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import DeviceRegistry

@Suite struct LogTests {
    private let folder: TemporaryFolder
    private let log: SegmentLog
    private let key: SigningKey

    init() throws {
        folder = try TemporaryFolder()
        log = SegmentLog(in: folder.filePath, of: testRegistry)
        key = try .fixed()
    }

    private var place: FilePath { log.folder(of: key.writer) }

    /// Appends one segment for each register: `count` registers of `subjects` subjects.
    @discardableResult
    private func append(_ count: Int, subjects: Int, from first: UInt64 = 1, merging: Bool) throws -> RegisterSet {
        var random = try RandomRegisters(seed: first)
        var all = RegisterSet()
        for sequence in first..<first + UInt64(count) {
            let register = random.register(subjects: subjects, writer: key.writer, sequence: sequence)
            all.insert(register)
            try log.append(RegisterSet([register]), covering: sequence...sequence, signedBy: key)
            if merging { try log.merge(signedBy: key) }
        }
        return all
    }

    @Test func whatIsWrittenIsRead() throws {
        #expect(try log.contents().registers.isEmpty)
        let all = try append(5, subjects: 3, merging: false)
        let contents = try log.contents()
        #expect(contents.registers == all)
        #expect(contents.faults.isEmpty)
        #expect(contents.covered == [key.writer: [1...5]])
        #expect(contents.missing(of: key.writer, through: 7) == [6...7])
    }

    /// A device writes again what its files in a registry lack, so that it must not believe a name alone.
    @Test func aFileIsWholeIfItHasTheBytesTheSignatureAndTheRangeOfItsName() throws {
        try append(1, subjects: 1, merging: false)
        let name = try #require(try log.segments(of: key.writer).first)
        #expect(log.isWhole(name, of: key.writer))
        let url = URL(fileURLWithPath: place.appending(name.text).string)
        let bytes = try Data(contentsOf: url)
        let longer = try #require(SegmentName(name.text.replacing("-0000000000000001-", with: "-0000000000000009-")))
        try bytes.write(to: URL(fileURLWithPath: place.appending(longer.text).string))
        #expect(longer != name && !log.isWhole(longer, of: key.writer))
        for place in [0, bytes.count / 2, bytes.count - Signature.size - 1, bytes.count - 1] {
            var changed = bytes
            changed[place] ^= 1
            try changed.write(to: url)
            #expect(!log.isWhole(name, of: key.writer), "byte \(place)")
        }
        try bytes.dropLast().write(to: url)
        #expect(!log.isWhole(name, of: key.writer))
    }

    @Test func manySegmentsBecomeFew() throws {
        let all = try append(200, subjects: 100, merging: true)
        #expect(try log.segments(of: key.writer).count < 3 * SegmentLog.mergedSegments)
        let contents = try log.contents()
        #expect(contents.registers == all)
        #expect(contents.covered == [key.writer: [1...200]])
    }

    @Test func registersThatWereSetAgainAreLeftOut() throws {
        try append(128, subjects: 1, merging: true)
        let bytes = try log.segments(of: key.writer).map {
            try FileManager.default.attributesOfItem(atPath: place.appending($0.text).string)[.size] as? Int ?? 0
        }
        #expect(bytes.reduce(0, +) < 20_000)
    }

    /// Full segments are not merged, so values that are set again and again would stay.
    @Test func fullSegmentsAreWrittenAgainWhenMostOfTheirValuesWereSetAgain() throws {
        let small = SegmentLog(in: folder.filePath, of: testRegistry, fullSize: 2000)
        var all = RegisterSet()
        var random = Seeded(3)
        for sequence in UInt64(1)...400 {
            // Random values cannot be deflated.
            let stamp = Stamp(time: .zero, writer: key.writer, sequence: sequence)
            let register = Register(.asset(Int(sequence % 10)), .title, random.bytes(100), stamp)
            all.insert(register)
            try small.append(RegisterSet([register]), covering: sequence...sequence, signedBy: key)
            try small.merge(signedBy: key)
        }
        #expect(try small.segments(of: key.writer).count < 30)
        let contents = try small.contents()
        #expect(contents.registers == all)
        #expect(contents.covered == [key.writer: [1...400]])
    }

    // MARK: Interrupted processes

    /// A process that was killed after it wrote the merged segment leaves the others, all or some of them.
    @Test(arguments: 0...8) func anInterruptedMergeLosesNothing(removed: Int) throws {
        let all = try append(8, subjects: 8, merging: false)
        let before = try copies()
        try log.merge(signedBy: key)
        #expect(try log.segments(of: key.writer).count == 1)
        for (name, bytes) in before.dropFirst(removed) { try bytes.write(to: url(name)) }
        #expect(try log.contents().registers == all)
        try log.merge(signedBy: key)
        #expect(try log.segments(of: key.writer).count == 1)
        #expect(try log.contents().registers == all)
        #expect(try append(1, subjects: 1, from: 9, merging: true).count == 1)
        #expect(try log.contents().covered == [key.writer: [1...9]])
    }

    @Test func aSegmentIsNotRemovedForADamagedOneThatCoversIt() throws {
        let all = try append(8, subjects: 8, merging: false)
        let before = try copies()
        try log.merge(signedBy: key)
        let merged = try #require(log.segments(of: key.writer).first)
        for (name, bytes) in before { try bytes.write(to: url(name)) }
        try Data([1, 2, 3]).write(to: url(merged.text))
        try log.merge(signedBy: key)
        let contents = try log.contents()
        #expect(contents.registers == all)
        #expect(contents.faults.map(\.fault) == [.damaged])
    }

    /// An older copy of the library was put back, and its writer gave the same sequences again.
    @Test func aSegmentIsNotRemovedForOneWithOtherRegistersOfItsSequences() throws {
        try append(8, subjects: 8, merging: false)
        try log.merge(signedBy: key)
        let stamp = Stamp(time: .latest, writer: key.writer, sequence: 8)
        let register = Register(.asset(99), .title, [1], stamp)
        try log.append(RegisterSet([register]), covering: 8...8, signedBy: key)
        try log.merge(signedBy: key)
        #expect(try log.contents().registers[.asset(99), .title] == register)
        #expect(try log.segments(of: key.writer).count == 2)
    }

    /// A process that was killed while it wrote the segments again leaves the former ones, and some or all new ones.
    @Test(arguments: [false, true], [0, 1, 3]) func anInterruptedRewriteLosesNothing(isWhole: Bool, removed: Int) throws
    {
        // More registers than one rewritten segment has, and former segments that both new ones replace together.
        let names = 25_000
        var all = RegisterSet()
        for first in stride(from: UInt64(1), to: 60_000, by: 10_000) {
            let registers = (first..<first + 10_000).map { sequence in
                Register(
                    .asset(Int(sequence) % names), .favorite, [1],
                    Stamp(time: .zero, writer: key.writer, sequence: sequence))
            }
            for register in registers { all.insert(register) }
            try log.append(RegisterSet(registers), covering: first...first + 9999, signedBy: key)
        }
        let before = try copies()
        try log.rewriteIfHalfIsObsolete(signedBy: key)
        let rewritten = try log.segments(of: key.writer)
        #expect(rewritten.count == 2)
        if !isWhole { try FileManager.default.removeItem(at: url(rewritten[1].text)) }
        for (name, bytes) in before.dropFirst(isWhole ? removed : 0) { try bytes.write(to: url(name)) }
        try log.merge(signedBy: key)
        let contents = try log.contents()
        #expect(contents.registers == all)
        #expect(contents.covered == [key.writer: [1...60_000]])
        let ranges = try log.segments(of: key.writer).map(\.range)
        #expect(zip(ranges, ranges.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound })
    }

    @Test func aDamagedSegmentStopsNoMerging() throws {
        var all = try append(3, subjects: 100, merging: true)
        let damaged = try log.segments(of: key.writer)[1]
        let register = try log.segment(damaged, of: key.writer).registers[0]
        try Data([1, 2, 3]).write(to: url(damaged.text))
        for register in try append(150, subjects: 100, from: 4, merging: true).sorted { all.insert(register) }
        let contents = try log.contents()
        #expect(try log.segments(of: key.writer).count < 3 * SegmentLog.mergedSegments)
        #expect(contents.faults.count == 1)
        #expect(contents.covered == [key.writer: [1...1, 3...153]])
        for other in all.sorted where other != register { #expect(contents.registers[other.subject, other.key] != nil) }
    }

    private func copies() throws -> [(name: String, bytes: Data)] {
        try log.segments(of: key.writer).map { ($0.text, try Data(contentsOf: url($0.text))) }
    }

    private func url(_ name: String) -> URL { URL(fileURLWithPath: place.appending(name).string) }

    // MARK: Other files

    @Test func otherNamesAreIgnored() throws {
        let all = try append(2, subjects: 2, merging: false)
        let name = try #require(log.segments(of: key.writer).first).text
        let bytes = try Data(contentsOf: url(name))
        let stem = name.dropLast(5)
        for other in [
            "\(stem).sync-conflict-20260101-120000-ABCDEFG.opkl", "\(stem) (conflicted copy).opkl", "\(name).part",
            ".\(name)", "\(name)~", "README", "\(UUID()).part",
        ] {
            try Data([0]).write(to: url(other))
        }
        try FileManager.default.createDirectory(
            atPath: place.appending("..x").string, withIntermediateDirectories: true)
        try bytes.write(to: folder.url.appending(path: "logs/README"))
        let contents = try log.contents()
        #expect(contents.registers == all)
        #expect(contents.faults.isEmpty)
    }

    @Test(arguments: [
        "../../etc/passwd", "0000000000000001-0000000000000001-0123456789abcdef.opkl/x",
        "0000000000000002-0000000000000001-0123456789abcdef.opkl",
        "0000000000000000-0000000000000001-0123456789abcdef.opkl", "",
    ])
    func aNameIsNeverAPath(text: String) { #expect(SegmentName(text) == nil) }

    @Test func filesThatAreNoSegmentsAreNamed() throws {
        let all = try append(1, subjects: 1, merging: false)
        let name = try #require(log.segments(of: key.writer).first).text
        func text(_ first: UInt64) -> String {
            SegmentName(first...first, digest: [UInt8](repeating: 1, count: 8)).text
        }
        // A copy under another name, a link, a folder, a pipe, and a file that is too large.
        try FileManager.default.copyItem(at: url(name), to: url(text(2)))
        try FileManager.default.createSymbolicLink(at: url(text(3)), withDestinationURL: url(name))
        try FileManager.default.createDirectory(at: url(text(4)), withIntermediateDirectories: true)
        #expect(mkfifo(place.appending(text(5)).string, 0o600) == 0)
        try Data().write(to: url(text(6)))
        #expect(truncate(place.appending(text(6)).string, 10 << 30) == 0)
        let contents = try log.contents()
        #expect(contents.registers == all)
        #expect(
            contents.faults.map(\.fault) == [.wrongName, .unreadable, .unreadable, .unreadable, .tooLarge])
        #expect(contents.covered == [key.writer: [1...1]])
    }

    @Test func aLostSegmentIsAGap() throws {
        try append(5, subjects: 5, merging: false)
        let names = try log.segments(of: key.writer)
        try FileManager.default.removeItem(at: url(names[2].text))
        #expect(try log.contents().missing(of: key.writer, through: 5) == [3...3])
        // Segments on both sides of a gap are not merged, so that it stays known.
        try append(7, subjects: 5, from: 6, merging: true)
        #expect(try log.contents().missing(of: key.writer, through: 12) == [3...3])
    }
}
