internal import Foundation
internal import ImageDecoding
internal import PhotoModel

/// The kind of a frame between client and worker.
///
/// The worker sends `ready` once. For each file the client sends `request` with the descriptor. The worker sends any
/// number of `progress`, at most one `memoryWanted` at a time (the client replies `memoryGranted` or `memoryRefused`;
/// the worker later sends `memoryReturned`), the parts of a rendition as `rendered` while it makes them, and finally
/// `answer`. A small picture needs no `memoryWanted`.
enum FrameKind: UInt8 {
    /// ``WorkerReady``: the jail is active.
    case ready = 1
    /// ``DecodeRequest``, sent with the descriptor of the file.
    case request
    /// A number: the bytes of the file that the worker has processed.
    case progress
    /// A number: the bytes of memory that a decode needs.
    case memoryWanted
    case memoryGranted
    case memoryRefused
    case memoryReturned
    /// The next bytes of the rendition, in order.
    case rendered
    /// ``DecodeAnswer``.
    case answer
    #if FAULT_HOOKS
        /// The path of a file in UTF-8, in tests: the worker tries the operations that its jail forbids.
        case probe
        /// The error numbers by operation.
        case probed
    #endif
}

struct WorkerReady: Codable {
    /// The version of the protocol.
    ///
    /// Increase it with every change of the frames or of the meaning of their contents.
    static let currentVersion = 8

    var version = Self.currentVersion
    /// The parts of the jail that the kernel does not have: bits of `OPK_JAIL_…`.
    var missing: UInt32
}

struct DecodeRequest: Codable {
    /// The size of the file in bytes.
    var size: Int
    /// Whether to decode the picture too, and not only the metadata.
    var decodesPixels: Bool
    /// Whether to compute the PDQ hash too.
    var computesPDQ: Bool
    /// The rendition to make instead of the picture's signature; `nil` for none.
    var rendition: Rendition?
    /// Whether the rendition is sent as a JPEG; otherwise as its samples.
    var encodesRendition = true
    var limits: DecodeLimits
    /// The memory budget of all decoders in bytes.
    var memoryBytes: Int
}

enum DecodeAnswer: Codable {
    case picture(DecodedPicture)
    /// All bytes of the JPEG were sent before.
    case rendition
    /// All samples of a picture of this size and number of channels were sent before.
    case samples(PixelSize, channels: Int)
    /// The code and the message of the error.
    case failure(PhotoLibraryError.Code, String)

    /// The codes of the errors that a decoder throws.
    static let codes: Set<PhotoLibraryError.Code> = [
        .ioFailure, .internalError, .unsupportedFile, .limitExceeded, .cancelled,
    ]
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
    /// A number as a payload: eight bytes, little-endian.
    init(number: Int) {
        self = Swift.withUnsafeBytes(of: UInt64(clamping: number).littleEndian) { Data($0) }
    }

    /// The number in a payload; `nil` unless it has eight bytes and the number fits.
    var number: Int? {
        count == 8 ? Int(exactly: reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }) : nil
    }
}
