import DeviceRegistry
import Foundation
import TestSupport
import Testing

@Suite struct StampTests {
    @Test func stampsAreTotallyOrdered() throws {
        var random = try RandomRegisters(seed: 1)
        let stamps = (1...200).map { random.register(subjects: 1, sequence: UInt64($0 % 40)).stamp }
        for one in stamps {
            for other in stamps {
                #expect([one < other, one == other, other < one].filter { $0 }.count == 1)
                for third in stamps.prefix(20) where one < other && other < third { #expect(one < third) }
            }
        }
    }

    @Test func aTimeAfterAnotherIsGreaterWhateverTheClockSays() {
        let years = 365.25 * 86_400
        for clock in [-50 * years, 0, 50 * years, -1e18, 1e18, .infinity, -.infinity, .nan] {
            var time = HybridTime(Date(timeIntervalSince1970: 1.8e9))
            for step in 0..<70_000 {
                let next = time.next(at: Date(timeIntervalSince1970: 1.8e9 + clock + Double(step % 3)))
                guard time != .latest else { break }
                #expect(time < next)
                time = next
            }
        }
    }

    @Test func timesHaveLimits() {
        #expect(HybridTime.latest.next(at: .now) == .latest)
        #expect(HybridTime(Date(timeIntervalSince1970: 1e300)) <= .latest)
        #expect(HybridTime(Date(timeIntervalSince1970: -1)) == .zero)
        #expect(HybridTime(rawValue: HybridTime.latest.rawValue + 1) == nil)
        #expect(HybridTime(rawValue: .max) == nil)
    }

    @Test func writersAreNamedByTheirKeys() throws {
        let key = try SigningKey.fixed()
        #expect(try WriterID(publicKey: key.publicKey) == key.writer)
        #expect(WriterID(key.writer.description) == key.writer)
        #expect(WriterID(key.writer.bytes) == key.writer)
        for text in ["", "..", key.writer.description.uppercased(), key.writer.description + "/x", "\(key.writer)0"] {
            #expect(WriterID(text) == nil, "\(text)")
        }
        #expect(try SigningKey.generate().writer != SigningKey.generate().writer)
    }
}
