import PhotoModel
import Testing

@testable import PhotoIngest

/// The JSON files of Google's exports.
@Suite struct TakeoutFileTests {
    /// The catalogue refuses a text with NUL, and the whole import would end.
    @Test func textsWithNULAreLeftOut() throws {
        let text = """
            {"title": "a.jpg", "description": "a\\u0000b", "photoTakenTime": {"timestamp": "0"},
             "people": [{"name": "A\\u0000"}, {"name": "Bo"}, {}]}
            """
        let file = try #require(TakeoutFile(Array(text.utf8)))
        #expect(file.caption == nil)
        #expect(file.persons == ["Bo"])
    }

    @Test(arguments: [("", nil), (#", "altitude": 0"#, nil), (#", "altitude": 12.5"#, 12.5)])
    func aPlaceMayLackItsAltitude(altitude: String, expected: Double?) throws {
        let text = """
            {"title": "a.jpg", "photoTakenTime": {"timestamp": "0"}, "favorited": true,
             "geoData": {"latitude": 41.9, "longitude": 12.5\(altitude)}}
            """
        let file = try #require(TakeoutFile(Array(text.utf8)))
        let location = try #require(file.location)
        #expect(location.latitude == 41.9 && location.longitude == 12.5 && location.altitude == expected)
        #expect(file.favorited == true)
    }

    @Test func anAlbumHasAVisibleTitle() {
        for title in ["", " ", "\\u0000"] {
            #expect(TakeoutAlbum(Array(#"{"title": "\#(title)"}"#.utf8))?.name == nil)
        }
        // A photo's description with a value that cannot be read.
        let photo = #"{"title": "a.jpg", "photoTakenTime": {"timestamp": "0"}, "geoData": {"latitude": "north"}}"#
        #expect(TakeoutFile(Array(photo.utf8)) == nil && TakeoutAlbum(Array(photo.utf8))?.name == nil)
        #expect(TakeoutAlbum(Array(#"{"title": " ", "albumData": {"title": "Rome"}}"#.utf8))?.name == "Rome")
    }
}
