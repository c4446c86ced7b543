import PhotoModel
import Testing

/// Which of the values that another photo library states replace those of the file.
@Suite struct AssetDescriptionTests {
    private func time(_ text: String, statesZone: Bool = true, of file: String?) throws -> String? {
        var description = AssetDescription()
        let (stated, filesTime) = (CaptureTime(text), file.flatMap { CaptureTime($0) })
        try #require(stated != nil && (filesTime != nil) == (file != nil))
        description.captureTime = stated
        description.statesZone = statesZone
        return description.captureTime(insteadOf: filesTime)?.description
    }

    @Test("A time without a file's time is taken over")
    func noTime() throws {
        #expect(try time("2020-01-06T11:40:00+01:00", of: nil) == "2020-01-06T11:40:00+01:00")
    }

    @Test("The same time keeps the file's clock, and gets the zone")
    func sameTime() throws {
        let stated = "2020-01-06T11:40:00.546+01:00"
        #expect(try time(stated, of: "2020-01-06T11:40:00.656+01:00") == nil)
        #expect(try time(stated, of: "2020-01-06T11:40:00.656") == "2020-01-06T11:40:00.656+01:00")
        #expect(try time(stated, of: "2020-01-06T11:40:00") == "2020-01-06T11:40:00+01:00")
    }

    @Test("Another time, or the same instant in another zone, replaces the file's")
    func otherTime() throws {
        let stated = "2020-01-06T11:40:00+01:00"
        #expect(try time(stated, of: "2020-01-06T11:40:02+01:00") == stated)
        #expect(try time(stated, of: "2020-01-06T11:50:00") == stated)
        #expect(try time(stated, of: "2020-01-06T10:40:00+00:00") == stated)
    }

    @Test("A time without a zone is no better than the file's")
    func noZone() throws {
        #expect(try time("2020-01-06T10:40:00+00:00", statesZone: false, of: "2019-01-06T11:40:00") == nil)
    }

    private func corrected(_ stated: String, of file: String, lasting duration: Double = 0) throws -> Bool {
        let (stated, file): (CaptureTime, CaptureTime) = try (#require(.init(stated)), #require(.init(file)))
        var description = AssetDescription()
        description.captureTime = stated
        description.mayBeCorrected = true
        let time = description.captureTime(insteadOf: file, ofVideoLasting: duration)
        #expect(time == nil || time == stated)
        return time != nil
    }

    @Test(
        "A time in UTC is a correction if no time zone explains its difference to the file's clock",
        arguments: [
            // The same clock, and clocks 14 hours ahead and behind: no zone differs more from UTC.
            ("2018-01-01T11:00:00", false), ("2018-01-02T01:00:00", false), ("2017-12-31T21:00:00", false),
            // Nepal and the Chatham Islands; 20 minutes are no zone.
            ("2018-01-01T16:45:00", false), ("2018-01-01T23:45:00", false), ("2018-01-01T11:20:00", true),
            ("2018-01-02T01:15:00", true), ("2017-12-31T20:45:00", true),
            // A correction in Google Photos is of whole minutes: what is less comes from fractions and rounding.
            ("2018-01-01T12:00:00.987", false), ("2018-01-01T12:00:59", false), ("2018-01-01T11:59:01", false),
            ("2018-01-01T12:01:00", true), ("2018-01-01T11:59:00", true),
            // The day, the month, the year.
            ("2018-01-02T11:00:00", true), ("2018-02-01T11:00:00", true), ("2008-01-01T00:00:07", true),
            // The offset that the file states may be that of a zone in which the camera was before.
            ("2018-01-01T13:00:00+02:00", false), ("2018-01-01T17:00:00+01:00", false),
            ("2018-01-01T13:10:00+02:00", true), ("2018-01-03T13:00:00+02:00", true),
        ]) func corrections(file: String, isCorrection: Bool) throws
    {
        #expect(try corrected("2018-01-01T11:00:00+00:00", of: file) == isCorrection)
    }

    @Test("A video may be dated by its beginning or its end") func videos() throws {
        let (begin, end) = ("2018-01-01T11:00:00+00:00", "2018-01-01T11:03:20+00:00")
        #expect(try corrected(begin, of: end))
        #expect(try !corrected(begin, of: end, lasting: 200))
        #expect(try corrected(begin, of: "2019-01-01T11:03:20+00:00", lasting: 200))
    }

    @Test("Another place, and a place that was removed, replace the file's")
    func places() throws {
        let rome = try #require(ImageMetadata.Location(latitude: 41.9, longitude: 12.5, altitude: 20))
        let nearRome = try #require(ImageMetadata.Location(latitude: 41.90002, longitude: 12.50002))
        let oslo = try #require(ImageMetadata.Location(latitude: 59.9, longitude: 10.7))
        func place(_ place: AssetDescription.Place, of file: ImageMetadata.Location?) -> AssetDescription.OtherPlace {
            var description = AssetDescription()
            description.place = place
            return description.place(insteadOf: file)
        }
        #expect(place(.unknown, of: rome) == .unchanged)
        #expect(place(.none, of: rome) == .changed(to: nil))
        #expect(place(.none, of: nil) == .unchanged)
        #expect(place(.at(nearRome), of: rome) == .unchanged)
        #expect(place(.at(oslo), of: rome) == .changed(to: oslo))
        #expect(place(.at(oslo), of: nil) == .changed(to: oslo))
    }
}
