internal import Foundation
internal import ImageDecoding

/// What a frame between client and worker says.
///
/// worker: `ready` once; then for each file client: `request` (with the descriptor), worker: any number of `progress`,
/// at most one `memoryWanted` at a time (client: `memoryGranted` or `memoryRefused`; worker, later: `memoryReturned`),
/// and `answer`.
enum FrameKind: UInt8 {
    /// ``WorkerReady``: the jail is closed.
    case ready = 1
    /// ``DecodeRequest``, and with it the descriptor of the file.
    case request
    /// A number: the bytes of the file that are behind the worker.
    case progress
    /// A number: the bytes of memory that a decode needs.
    case memoryWanted
    case memoryGranted
    case memoryRefused
    case memoryReturned
    /// ``DecodeAnswer``.
    case answer
    #if FAULT_HOOKS
        /// The path of a file in UTF-8: the worker tries what its jail forbids. For tests.
        case probe
        /// What the system said, error numbers by name.
        case probed
    #endif
}

struct WorkerReady: Codable {
    /// Raised with every change of the frames or of their contents' meaning.
    static let currentVersion = 2

    var version = Self.currentVersion
    /// The parts of the jail that the kernel does not have: bits of `OPK_JAIL_…`.
    var missing: UInt32
}

struct DecodeRequest: Codable {
    /// Of the file, in bytes.
    var size: Int
    /// Whether the picture is wanted, and not only what the file says about it.
    var decodesPixels: Bool
    /// Whether its PDQ hash is wanted too.
    var computesPDQ: Bool
    var limits: DecodeLimits
    /// All the memory that there may be for decoders.
    var memoryBytes: Int
}

enum DecodeAnswer: Codable {
    case picture(DecodedPicture)
    /// The file cannot be read: the message.
    case ioFailure(String)
    /// The message.
    case internalError(String)
}

/// Values and numbers as payloads.
struct PayloadCoding {
    private let encoder = JSONEncoder()
    private let decoder = JSONDecoder()

    init() {
        encoder.outputFormatting = .withoutEscapingSlashes
        let names = (positive: "inf", negative: "-inf", nan: "nan")
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: names.positive, negativeInfinity: names.negative, nan: names.nan)
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: names.positive, negativeInfinity: names.negative, nan: names.nan)
    }

    func encode(_ value: some Encodable) throws -> Data { try encoder.encode(value) }

    func decode<Value: Decodable>(_ type: Value.Type, from payload: Data) throws -> Value {
        try decoder.decode(type, from: payload)
    }
}

extension Data {
    /// A number as a payload: eight bytes, the lowest first.
    init(number: Int) {
        self = Swift.withUnsafeBytes(of: UInt64(clamping: number).littleEndian) { Data($0) }
    }

    /// The number of a payload; `nil` unless there are eight bytes and the number fits.
    var number: Int? {
        count == 8 ? Int(exactly: reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }) : nil
    }
}
