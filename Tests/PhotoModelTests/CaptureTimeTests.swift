import Foundation
import PhotoModel
import TestSupport
import Testing

@Suite struct CaptureTimeTests {
    private func time(
        _ year: Int, _ month: Int, _ day: Int, _ hour: Int = 12, _ minute: Int = 30, _ second: Int = 45,
        nanosecond: Int? = nil, offset: Int? = nil
    ) -> CaptureTime? {
        CaptureTime(
            year: year, month: month, day: day, hour: hour, minute: minute, second: second, nanosecond: nanosecond,
            offsetMinutes: offset)
    }

    @Test(arguments: [
        "2024-02-29T23:59:59", "0001-01-01T00:00:00", "9999-12-31T23:59:59", "2021-07-04T10:20:30.050",
        "2021-07-04T10:20:30.000", "2021-07-04T10:20:30.000001", "2021-07-04T10:20:30.123456789",
        "2021-07-04T10:20:30+00:00", "2021-07-04T10:20:30.500-09:30", "2021-07-04T10:20:30+14:00",
        "2021-07-04T10:20:30-14:00", "2021-07-04T10:20:30-00:30",
    ])
    func textIsWrittenAsItWasRead(text: String) throws {
        #expect(try #require(CaptureTime(text)).description == text)
    }

    @Test func everyPartIsRead() throws {
        let time = try #require(CaptureTime("2021-07-04T10:20:30.050-09:30"))
        #expect(time == self.time(2021, 7, 4, 10, 20, 30, nanosecond: 50_000_000, offset: -570))
    }

    @Test func randomTimesSurviveTheirText() throws {
        var random = Seeded(1)
        for _ in 0..<2000 {
            let scale = [1, 1000, 1_000_000].randomElement(using: &random) ?? 1
            let time = self.time(
                .random(in: 1...9999, using: &random), .random(in: 1...12, using: &random),
                .random(in: 1...28, using: &random), .random(in: 0...23, using: &random),
                .random(in: 0...59, using: &random), .random(in: 0...59, using: &random),
                nanosecond: Bool.random(using: &random)
                    ? .random(in: 0..<(1_000_000_000 / scale), using: &random) * scale : nil,
                offset: Bool.random(using: &random) ? .random(in: -840...840, using: &random) : nil)
            let known = try #require(time)
            #expect(CaptureTime(known.description) == known)
        }
    }

    @Test(arguments: [
        "", "2021-07-04", "2021-07-04 10:20:30", "2021:07:04 10:20:30", "2021-07-04T10:20", "21-07-04T10:20:30",
        "2021-7-4T10:20:30", "2021-07-04T10:20:30.", "2021-07-04T10:20:30.1234567890", "2021-07-04T10:20:30Z",
        "2021-07-04T10:20:30+0200", "2021-07-04T10:20:30 ", " 2021-07-04T10:20:30", "2021-07-04T10:20:30\n",
        "0000-00-00T00:00:00", "2021-00-01T00:00:00", "2021-13-01T00:00:00", "2021-02-29T00:00:00",
        "1900-02-29T00:00:00", "2021-04-31T00:00:00", "2021-01-00T00:00:00", "2021-01-01T24:00:00",
        "2021-01-01T00:60:00", "2021-01-01T00:00:61", "-021-01-01T00:00:00",
    ])
    func otherTextIsNoTime(text: String) {
        #expect(CaptureTime(text) == nil)
    }

    /// An impossible offset is an error; a missing one is not.
    @Test(arguments: [
        "2021-07-04T10:20:30+14:01", "2021-07-04T10:20:30-99:99", "2021-07-04T10:20:30+05:75",
        "٢٠٢١-07-04T10:20:30", "2021-07-04T10:20:30.١٢٣", "2021-07-04T10:20:30+٠١:٠٠",
    ])
    func impossibleFractionsAndOffsetsAreNoTime(text: String) {
        #expect(CaptureTime(text) == nil)
    }

    @Test(arguments: [2000, 2004, 2024, 2400]) func leapYearsHaveTheirDay(year: Int) {
        #expect(time(year, 2, 29) != nil)
        #expect(time(year, 2, 30) == nil)
    }

    @Test func aLeapSecondIsTheSecondBefore() {
        #expect(time(2016, 12, 31, 23, 59, 60) == time(2016, 12, 31, 23, 59, 59))
        #expect(time(2016, 12, 31, 23, 59, 61) == nil)
    }

    @Test func extremeNumbersAreRefusedWithoutATrap() {
        for number in [Int.min, -1, Int.max] {
            #expect(time(number, 1, 1) == nil)
            #expect(time(2021, number, 1) == nil)
            #expect(time(2021, 1, number) == nil)
            #expect(time(2021, 1, 1, number, 0, 0) == nil)
            #expect(time(2021, 1, 1, nanosecond: number)?.nanosecond == nil)
            let offset = number == -1 ? -841 : number
            #expect(time(2021, 1, 1, offset: offset)?.offsetMinutes == nil)
        }
    }

    @Test func textsSortAsTimesDo() {
        let times = [
            time(999, 12, 31), time(1000, 1, 1), time(2021, 7, 4, 10, 20, 30),
            time(2021, 7, 4, 10, 20, 30, nanosecond: 0), time(2021, 7, 4, 10, 20, 30, nanosecond: 1),
            time(2021, 7, 4, 10, 20, 30, nanosecond: 500_000_000), time(2021, 7, 4, 10, 20, 31),
        ].compactMap { $0?.description }
        #expect(times.count == 7)
        #expect(times == times.sorted())
    }

    @Test func offsetsAreNotComparedByAgrees() throws {
        let base = try #require(time(2021, 7, 4))
        let fraction = try #require(time(2021, 7, 4, nanosecond: 120_000_000))
        let otherFraction = try #require(time(2021, 7, 4, nanosecond: 130_000_000))
        let offset = try #require(time(2021, 7, 4, offset: 120))
        let later = try #require(time(2021, 7, 4, 12, 30, 46))
        #expect(base.agrees(with: base) && base.agrees(with: offset) && offset.agrees(with: base))
        #expect(base.agrees(with: fraction) && fraction.agrees(with: base))
        #expect(!fraction.agrees(with: otherFraction))
        #expect(!base.agrees(with: later) && !later.agrees(with: base))
    }

    @Test(arguments: [("5", 500_000_000), ("056", 56_000_000), ("0", 0), ("999999999", 999_999_999)])
    func fractionDigits(digits: String, nanoseconds: Int) {
        #expect(CaptureTime.nanoseconds(fraction: digits) == nanoseconds)
    }

    @Test func fractionsOfMoreThanNineDigitsAreCutNotRounded() {
        #expect(CaptureTime.nanoseconds(fraction: "9999999999") == 999_999_999)
        #expect(CaptureTime.nanoseconds(fraction: String(repeating: "1", count: 400)) == 111_111_111)
    }

    @Test(arguments: ["", " ", "-1", "1.5", "٣", "1 ", "+1"]) func noDigitsNoFraction(text: String) {
        #expect(CaptureTime.nanoseconds(fraction: text) == nil)
    }
}
