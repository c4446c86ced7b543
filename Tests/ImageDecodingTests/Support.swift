import ContentDigests
import Foundation
import ImageDecoding
import PhotoModel
import Synchronization
import TestSupport

/// Stores all rows, and checks their order and length.
struct LumaCollector: LumaConsumer {
    private(set) var geometry: LumaGeometry?
    private(set) var luma: [UInt8] = []
    /// The luma of the values before the conversion of colours.
    private(set) var unconverted: [UInt8] = []
    private(set) var isInOrder = true
    private var nextRow = 0

    mutating func begin(_ geometry: LumaGeometry) {
        isInOrder = isInOrder && self.geometry == nil
        self.geometry = geometry
    }

    mutating func consume(row y: Int, _ row: UnsafeBufferPointer<UInt8>) {
        isInOrder = isInOrder && y == nextRow && row.count == geometry?.decodedSize.width
        nextRow += 1
        luma += row
    }

    mutating func consume(row y: Int, unconverted row: UnsafeBufferPointer<UInt8>) {
        isInOrder = isInOrder && y == nextRow - 1 && row.count == geometry?.decodedSize.width
        unconverted += row
    }

    /// SHA-256 of the rows, without gaps.
    var sha256: String {
        get throws { try luma.withUnsafeBytes { try ContentHasher.digest(.sha256, of: $0) }.hex }
    }
}

/// Memory that reports a budget of 0 bytes and gives any amount: too little for the reader of DC coefficients.
private struct MemoryOfLibjpeg: DecoderMemory {
    var bytes: Int { 0 }
    func take(_ count: Int, whileWaiting: () throws(PhotoLibraryError) -> Void) -> Bool { true }
    func giveBack(_ count: Int) {}
}

extension ImageDecoder {
    /// A decoder in which libjpeg decodes every JPEG.
    static let ofLibjpeg = ImageDecoder(limits: .standard, memory: MemoryOfLibjpeg())

    /// Reads bytes and stores their luma.
    func decode(_ bytes: [UInt8], minimumShortSide: Int = 256) throws -> (reading: ImageReading, luma: LumaCollector) {
        var luma = LumaCollector()
        let reading = try read(.bytes(bytes), minimumShortSide: minimumShortSide, into: &luma)
        return (reading, luma)
    }
}

/// One line of the corpus's manifest.
struct CorpusFile {
    let path: String
    let format: String
    let note: String

    var bytes: [UInt8] { get throws { try corpusBytes(path) } }

    static let all: [CorpusFile] = {
        let text = try? String(contentsOf: Corpus.folder.appendingPathComponent("MANIFEST.tsv"), encoding: .utf8)
        return (text ?? "").split(separator: "\n").dropFirst().map { line in
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            return CorpusFile(path: fields[0], format: fields[6], note: fields[8])
        }
    }()
}

func corpusBytes(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: Corpus.folder.appendingPathComponent(path)))
}

/// The values that a callback got, on any thread.
final class Counter: Sendable {
    private let state = Mutex<[Int]>([])

    var values: [Int] { state.withLock { $0 } }

    /// Always `true`, which lets the monitor continue.
    func add(_ value: Int) -> Bool {
        state.withLock { $0.append(value) }
        return true
    }
}

/// The greatest use at a time of all threads together.
final class Usage: Sendable {
    private let state = Mutex((now: 0, most: 0))

    var most: Int { state.withLock { $0.most } }

    func change(by amount: Int) {
        state.withLock {
            $0.now += amount
            $0.most = max($0.most, $0.now)
        }
    }
}
