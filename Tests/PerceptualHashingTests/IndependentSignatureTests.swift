import Foundation
import ImageDecoding
import PerceptualHashing
import PhotoModel
import Synchronization
import TestSupport
import Testing

/// Compares this library with `Tests/Independent/signature.py`, a separate implementation.
@Suite(.enabled(if: Python.has("numpy"), "python3 with numpy is absent: pip install numpy"))
struct IndependentSignatureTests {
    @Test("The independent program gives the published vectors")
    func vectors() throws {
        let outcome = try Python.run(
            program: "signature.py", ["--vectors", Python.folder.appendingPathComponent("vectors.txt").path])
        #expect(outcome.exit == 0, "\(outcome.output)")
        #expect(outcome.output.contains(/[1-9][0-9]* vectors: 0 differences/))
    }

    /// All files with at least one decoded row, complete or damaged, and large JPEGs at two scales.
    ///
    /// Each picture is compared with the one before it: frames of one video and variants of one photo are neighbours in
    /// the corpus.
    @Test(
        "Both make the same of every picture in the corpus", .long,
        .enabled(if: Corpus.isPresent, Comment(rawValue: Corpus.absence)))
    func corpus() throws {
        let entries = Corpus.entries.filter { $0.format != "other" }
        let halves = Mutex<[Result<(pictures: Int, passed: Int, complaints: [String]), any Error>]>([])
        DispatchQueue.concurrentPerform(iterations: 2) { half in
            let part = half == 0 ? entries.prefix(entries.count / 2) : entries.dropFirst(entries.count / 2)
            let outcome = Result { try compare(part) }
            halves.withLock { $0.append(outcome) }
        }
        let counts = try halves.withLock { try $0.map { try $0.get() } }
        #expect(counts.flatMap(\.complaints) == [])
        #expect(counts.map(\.pictures).reduce(0, +) > 1000 && counts.map(\.passed).reduce(0, +) > 100)
    }

    private func compare(_ entries: ArraySlice<Corpus.Entry>) throws -> (
        pictures: Int, passed: Int, complaints: [String]
    ) {
        var batch = try IndependentCases()
        var (pictures, passed) = (0, 0)
        var complaints: [String] = []
        func check() throws {
            passed += batch.passed
            let outcome = try batch.check()
            if outcome.exit != 0 { complaints.append("\(outcome.output)") }
            batch = try IndependentCases()
        }
        for entry in entries {
            let bytes = try Corpus.bytes(of: entry.path)
            for minimumShortSide in [256, 128] {
                let picture = try DecodedLuma(bytes, minimumShortSide: minimumShortSide)
                guard let geometry = picture.geometry, minimumShortSide == 256 || geometry.eighths < 8 else { break }
                try batch.add(picture, geometry, name: "\(entry.path) at \(geometry.eighths)/8")
                pictures += 1
            }
            if batch.count >= 100 { try check() }
        }
        try check()
        return (pictures, passed, complaints)
    }

    @Test("A changed level, bit or measure is noticed", .long)
    func faults() throws {
        var cases = try IndependentCases()
        for pattern in [Pattern.rings, .steps] {
            let geometry = makeGeometry(90, 70)
            let pixels = pattern.pixels(geometry.decodedSize)
            let luma = DecodedLuma(pixels, unconverted: pixels.map { $0 / 2 + 50 }, geometry)
            try cases.add(luma, geometry, name: "\(pattern)")
        }
        #expect(try cases.check().exit == 0)
        for fault in IndependentCases.Fault.allCases {
            var faulty = cases
            faulty.plant(fault)
            #expect(try faulty.check().exit == 1, "\(fault)")
        }
    }
}

/// The luma from a decoder.
struct DecodedLuma: LumaConsumer {
    private(set) var geometry: LumaGeometry?
    private(set) var samples: [UInt8] = []
    /// The luma of the values before the conversion of colours; empty if they are not converted.
    private(set) var unconverted: [UInt8] = []
    private(set) var orientation = Orientation.up

    init(_ samples: [UInt8], unconverted: [UInt8] = [], _ geometry: LumaGeometry) {
        self.samples = samples
        self.unconverted = unconverted
        self.geometry = geometry
    }

    init(_ bytes: [UInt8], minimumShortSide: Int) throws {
        let reading = try ImageDecoder().read(
            .bytes(bytes), minimumShortSide: minimumShortSide, computesImageDataDigest: false, into: &self)
        orientation = reading.metadata.orientation
    }

    mutating func begin(_ geometry: LumaGeometry) { self.geometry = geometry }

    mutating func consume(row y: Int, _ luma: UnsafeBufferPointer<UInt8>) { samples += luma }

    mutating func consume(row y: Int, unconverted luma: UnsafeBufferPointer<UInt8>) { unconverted += luma }
}
