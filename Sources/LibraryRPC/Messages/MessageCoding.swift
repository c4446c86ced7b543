package import Foundation

/// Encodes requests, answers and events to bytes, and decodes them.
///
/// JSON has no infinite numbers, so they are texts.
package enum MessageCoding {
    private static let names = (positive: "inf", negative: "-inf", nan: "nan")

    package static func encode(_ value: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: names.positive, negativeInfinity: names.negative, nan: names.nan)
        return try encoder.encode(value)
    }

    package static func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: names.positive, negativeInfinity: names.negative, nan: names.nan)
        return try decoder.decode(type, from: data)
    }
}
