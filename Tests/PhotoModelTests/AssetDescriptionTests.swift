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

    @Test("Another place, and a place that was removed, replace the file's")
    func places() throws {
        let rome = try #require(ImageMetadata.Location(latitude: 41.9, longitude: 12.5, altitude: 20))
        let nearRome = try #require(ImageMetadata.Location(latitude: 41.90002, longitude: 12.50002))
        let oslo = try #require(ImageMetadata.Location(latitude: 59.9, longitude: 10.7))
        func place(_ place: AssetDescription.Place, of file: ImageMetadata.Location?) -> ImageMetadata.Location?? {
            var description = AssetDescription()
            description.place = place
            return description.place(insteadOf: file)
        }
        #expect(place(.unknown, of: rome) == .none)
        #expect(place(.none, of: rome) == .some(nil))
        #expect(place(.none, of: nil) == .none)
        #expect(place(.at(nearRome), of: rome) == .none)
        #expect(place(.at(oslo), of: rome) == .some(oslo))
        #expect(place(.at(oslo), of: nil) == .some(oslo))
    }
}
