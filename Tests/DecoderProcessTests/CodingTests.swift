import Foundation
import ImageDecoding
import Testing

@testable import DecoderProcess

@Suite("Messages between the processes")
struct CodingTests {
    private let coding = PayloadCoding()

    private func decoded(_ bytes: [UInt8]) throws -> DecodedPicture {
        try DecodedPicture(decoding: .bytes(bytes), with: ImageDecoder(), computesPDQ: true, monitor: .none)
    }

    @Test("Everything a decoder finds arrives as it was sent", arguments: [WarmUpPictures.jpeg, WarmUpPictures.png])
    func roundTrip(bytes: [UInt8]) throws {
        var picture = try decoded(bytes)
        #expect(picture.reading.metadata.captureTime?.description == "2024-05-06T07:08:09.120+02:00")
        #expect(picture.reading.metadata.location != nil)
        #expect(picture.signature != nil)
        #expect(picture.pdq != nil)
        picture.reading.metadata.title = "naïve \u{0} \"quoted\" / e\u{301} 🏔"
        picture.reading.metadata.keywords = ["a", ""]
        picture.reading.metadata.duration = .infinity
        picture.reading.metadata.subtypes = [.photoLive, .photoHDR]
        picture.reading.warnings = [ImageWarning(code: "benign", message: "\u{FFFD}", count: 3)]
        let arrived = try coding.decode(DecodedPicture.self, from: coding.encode(picture))
        #expect(arrived == picture)
    }

    @Test("No field is left behind, also none that is added later")
    func allFields() throws {
        let picture = try decoded(WarmUpPictures.jpeg)
        func check(_ value: some Encodable) throws {
            let object = try JSONSerialization.jsonObject(with: coding.encode(value)) as? [String: Any]
            let keys = Set(try #require(object).keys)
            for (label, field) in Mirror(reflecting: value).children {
                let isAbsent = Mirror(reflecting: field).displayStyle == .optional && "\(field)" == "nil"
                #expect(isAbsent || keys.contains(label ?? ""), "\(label ?? "")")
            }
        }
        try check(picture)
        try check(picture.reading)
        try check(picture.reading.metadata)
        try check(try #require(picture.signature))
        try check(try #require(picture.pdq))
    }

    @Test(
        "Values that break an invariant are refused",
        arguments: [
            #"{"picture":"AAAA","quality":50}"#, #"{"hash":"AAAA"}"#, #"{"imageDataDigest":"AAAA"}"#,
            #"{"captureTime":"2024-13-01T00:00:00"}"#, #"{"location":{"latitude":91,"longitude":0}}"#,
            #"{"bytes":"AAAA"}"#, #"{"quality":101}"#, #"{"orientation":9}"#, #"{"format":"exe"}"#,
        ])
    func brokenPromises(changes: String) throws {
        let sent = try coding.encode(try decoded(WarmUpPictures.jpeg))
        let change = try #require(try JSONSerialization.jsonObject(with: Data(changes.utf8)) as? [String: Any])
        func merged(_ value: Any) -> Any {
            guard let object = value as? [String: Any] else { return value }
            return object.mapValues(merged).merging(change.filter { object[$0.key] != nil }) { $1 }
        }
        let whole = merged(try JSONSerialization.jsonObject(with: sent))
        let altered = try JSONSerialization.data(withJSONObject: whole)
        #expect(throws: DecodingError.self) { try coding.decode(DecodedPicture.self, from: altered) }
    }

    @Test("Sizes that no decoder gives are implausible", arguments: [0, -1, Int.max])
    func implausible(width: Int) throws {
        var picture = try decoded(WarmUpPictures.jpeg)
        #expect(picture.isPlausible)
        picture.reading.storedSize?.width = width
        #expect(!picture.isPlausible)
    }

    @Test("Numbers are eight bytes")
    func numbers() {
        #expect(Data(number: 258).number == 258)
        #expect(Data(number: -1).number == 0)
        #expect(Data([1, 2, 3]).number == nil)
        #expect(Data(repeating: 255, count: 8).number == nil)
    }
}
