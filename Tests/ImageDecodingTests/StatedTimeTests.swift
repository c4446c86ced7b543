import ImageDecoding
import PhotoModel
import TestSupport
import Testing

/// Days, times of day and offsets in the forms in which files state them.
@Suite struct StatedTimeTests {
    private func text(_ stated: String) -> String? { CaptureTime(stated: stated)?.description }

    /// Android phones write the hour after midnight as 24, and the names of the files state the same day with hour 0.
    ///
    /// The texts with minutes are of public reports: immich 5714, GooglePhotosTakeoutHelper 14, Piwigo 1017.
    @Test(arguments: [
        ("2015:08:22 24:08:19", "2015-08-22T00:08:19"), ("2016:01:26 24:48:30", "2016-01-26T00:48:30"),
        ("2019:01:01 24:04:20", "2019-01-01T00:04:20"), ("2019:01:01 24:00:00", "2019-01-01T00:00:00"),
        ("2019-01-01T24:04:20+01:00", "2019-01-01T00:04:20+01:00"), ("20190101T240420", "2019-01-01T00:04:20"),
        ("Tue, 1 Jan 2019 24:04:20", "2019-01-01T00:04:20"), ("2019:01:01 25:04:20", nil),
    ])
    func hour24IsTheFirstOfTheDay(stated: String, time: String?) { #expect(text(stated) == time) }

    /// ISO 8601 calls the end of a day `24:00`, which is the next day.
    @Test(arguments: ["2019-01-01T24:00:00", "2019-01-01T24:00", "20190101T240000Z"])
    func endOfADayInISO8601HasTwoMeanings(stated: String) { #expect(text(stated) == nil) }

    @Test(arguments: [
        // CIPA DC-008, 4.6.6.5, and other separators of cameras and editors.
        ("2019:07:08 09:10:11", "2019-07-08T09:10:11"), ("2019/07/08 09:10:11", "2019-07-08T09:10:11"),
        ("2019.07.08 09.10.11", "2019-07-08T09:10:11"), ("2019:07:08:09:10:11", "2019-07-08T09:10:11"),
        ("2019-07-08 09 10 11", "2019-07-08T09:10:11"), ("2019:07:08  9:10:11", "2019-07-08T09:10:11"),
        ("2019:7:8 9:5:3", "2019-07-08T09:05:03"), ("2019: 7: 8  9: 5: 3", "2019-07-08T09:05:03"),
        ("2019:07:08 09:10:  ", "2019-07-08T09:10:00"), (" 2019:07:08 09:10:11", "2019-07-08T09:10:11"),
        // ISO 8601, with and without separators.
        ("2019-07-08T09:10", "2019-07-08T09:10:00"), ("20190708T091011Z", "2019-07-08T09:10:11+00:00"),
        ("20190708 091011", "2019-07-08T09:10:11"), ("20190708091011", "2019-07-08T09:10:11"),
        ("2019-07-08T09:10-05:00", "2019-07-08T09:10:00-05:00"),
        ("2019-07-08T09:10:11,25+0200", "2019-07-08T09:10:11.250+02:00"),
        // 12-hour clocks.
        ("2019:07:08 09:10:11 PM", "2019-07-08T21:10:11"), ("2019:07:08 12:10:11 a.m.", "2019-07-08T00:10:11"),
        ("2019:07:08 12:10:11pm", "2019-07-08T12:10:11"), ("2019:07:08 21:10:11 PM", "2019-07-08T21:10:11"),
        ("2019:07:08 21:10:11 AM", nil),
        // Phones in China, Japan and Korea, whose owners set 12 hours.
        ("2016:08:31 下午03:51:39", "2016-08-31T15:51:39"), ("2016:08:31 上午03:51:39", "2016-08-31T03:51:39"),
        ("2016:08:31 午後3:51:39", "2016-08-31T15:51:39"), ("2016:08:31 오후 3:51:39", "2016-08-31T15:51:39"),
        ("2016:08:31 오전 12:51:39", "2016-08-31T00:51:39"),
        // Digits of Arabic, Persian and Bengali, and full-width ones.
        ("٢٠١٩:٠٧:٠٨ ٠٩:١٠:١١", "2019-07-08T09:10:11"), ("۲۰۱۹:۰۷:۰۸ ۰۹:۱۰:۱۱", "2019-07-08T09:10:11"),
        ("২০১৯:০৭:০৮ ০৯:১০:১১", "2019-07-08T09:10:11"), ("２０１９:07:08 09:10:11", "2019-07-08T09:10:11"),
        // A leap second.
        ("2016:12:31 23:59:60", "2016-12-31T23:59:59"),
    ])
    func numbers(stated: String, time: String?) { #expect(text(stated) == time) }

    @Test(arguments: [
        // RFC 1123, 5.2.14, with the zones of RFC 822; exiftool 12.57 reads the same from a PNG's Creation Time.
        ("Mon, 8 Jul 2019 09:10:11 +0200", "2019-07-08T09:10:11+02:00"),
        ("8 Jul 2019 09:10:11 GMT", "2019-07-08T09:10:11+00:00"), ("08 July 2019 09:10", "2019-07-08T09:10:00"),
        ("Mon, 8 Jul 2019 09:10:11 EST", "2019-07-08T09:10:11-05:00"),
        ("Mon, 8 Jul 2019 09:10:11 PDT", "2019-07-08T09:10:11-07:00"),
        // asctime, and exiftool's ConvertRIFFDate: Casio and Konica.
        ("Mon Jul  8 09:10:11 2019", "2019-07-08T09:10:11"), ("MON JUL 08 09:10:11 2019\n", "2019-07-08T09:10:11"),
        ("2001/ 1/27  1:42PM", "2001-01-27T13:42:00"), ("2005/11/28/ 09:19", "2005-11-28T09:19:00"),
        ("2002-12-16  15:35:01", "2002-12-16T15:35:01"),
        // The program `date`, whose other zones are ambiguous.
        ("Mon Jul  8 09:10:11 UTC 2019", "2019-07-08T09:10:11+00:00"),
        ("Mon Jul  8 09:10:11 +0200 2019", "2019-07-08T09:10:11+02:00"),
        ("Mon Jul  8 09:10:11 CST 2019", "2019-07-08T09:10:11"),
        ("Monday, July 8, 2019 9:10:11 PM", "2019-07-08T21:10:11"), ("July 8, 2019 21:10", "2019-07-08T21:10:00"),
    ])
    func words(stated: String, time: String?) { #expect(text(stated) == time) }

    @Test(arguments: [
        ("-5:00", -300), ("+0530", 330), ("+05:30", 330), ("+05", 300), ("+5", 300), ("-530", -330), ("Z", 0),
        ("UTC", 0), ("GMT+2", 120), ("UTC-03:30", -210), ("\u{2212}05:00", -300), ("+05:30:00", 330), ("-00:00", 0),
        (" +01:00", 60), ("   :  ", nil), ("+15:00", nil), ("+05:75", nil), ("5:00", nil), ("", nil), ("Zebra", nil),
    ])
    func offsets(stated: String, minutes: Int?) {
        let time = CaptureTime(stated: "2012:02:03 04:05:06", offset: stated)
        #expect(time != nil && time?.offsetMinutes == minutes)
        #expect(CaptureTime(stated: "2012:02:03 04:05:06" + stated)?.offsetMinutes == minutes)
    }

    /// Random times in the forms of ISO 8601, EXIF and RFC 1123.
    @Test func randomTimesAreRead() throws {
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        var random = Seeded(31)
        for _ in 0..<500 {
            let time = try #require(
                CaptureTime(
                    year: .random(in: 1000...9999, using: &random), month: .random(in: 1...12, using: &random),
                    day: .random(in: 1...28, using: &random), hour: .random(in: 0...23, using: &random),
                    minute: .random(in: 0...59, using: &random), second: .random(in: 0...59, using: &random),
                    offsetMinutes: .random(in: -840...840, using: &random)))
            let (day, clock) = (time.description.prefix(10), time.description.dropFirst(11))
            #expect(CaptureTime(stated: time.description) == time)
            #expect(CaptureTime(stated: "\(day.replacing("-", with: ":")) \(clock)") == time)
            #expect(CaptureTime(stated: "\(time.day) \(months[time.month - 1]) \(time.year) \(clock)") == time)
            let digits = time.description.prefix(19).filter(\.isNumber)
            #expect(CaptureTime(stated: digits, offset: String(clock.suffix(6))) == time)
        }
    }

    @Test func offsetAndFractionInTheDateAreReplacedByThoseOfFields() {
        #expect(text("2015:02:01 14:42:59+01:00") == "2015-02-01T14:42:59+01:00")
        #expect(text("2012:02:03 04:05:06.123") == "2012-02-03T04:05:06.123")
        let time = CaptureTime(stated: "2012:02:03 04:05:06.123+01:00", fraction: "05 ", offset: "+02:00")
        #expect(time?.description == "2012-02-03T04:05:06.050+02:00")
        let other = CaptureTime(stated: "2012:02:03 04:05:06.123+01:00", fraction: "x", offset: "   :  ")
        #expect(other?.description == "2012-02-03T04:05:06.123+01:00")
    }

    @Test(arguments: [
        "", "2019", "2019-07", "2019:07:08", "20190708", "2019-07-08Z", "2019-07-08+02:00", "2019-07-08-05:00",
        "20190708-0500", "2019-07-08T09", "0000:00:00 00:00:00", "    :  :     :  :  ", "2001:02:30 00:00:00",
        "2019:13:08 09:10:11", "2019:07:08 09:60:11", "2019:07:08 09:10:61", "08/07/2019 09:10:11", "1562577011",
        "1562577011000", "July 2019", "8 Jul 19 09:10:11", "09:10:11", "Octopus 8, 2019",
    ])
    func otherTextsAreNoTimes(stated: String) { #expect(text(stated) == nil) }
}
