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
        #expect(file.isFavorite)
    }

    /// What a document describes: the title, or `other`.
    private func kind(_ text: String) -> String {
        switch TakeoutDocument(Array(text.utf8)) {
        case .photo(let file): "photo \(file.title ?? "")"
        case .album(let title): "album \(title)"
        case .other: "other"
        }
    }

    /// The documents in `adapters/googlePhotos/json_test.go` of immich-go, shortened to the fields that tell them
    /// apart; those of exports of 2017 (issue 1124 of immich-go, and the parser of Code4Myself/GoogleTakeoutParser);
    /// and damaged ones.
    @Test(arguments: [
        (#"{"title": "basement finishing"}"#, "album basement finishing"),
        (
            #"{"title": "Album Title", "enrichments": [{}], "sharedAlbumComments": [{"creationTime": {"timestamp": "1"}}]}"#,
            "album Album Title"
        ),
        (
            #"{"title": "title", "imageViews": "0", "creationTime": {"timestamp": "1695397525"}, "photoTakenTime": "#
                + #"{"timestamp": "1695394176"}, "url": "https://photos.google.com/photo/A"}"#, "photo title"
        ),
        (#"{"albumData": {"title": "Trip to Gdańsk", "date": {"timestamp": "1502439626"}}}"#, "album Trip to Gdańsk"),
        (
            #"{"title": "Trip to Gdańsk", "description": "", "access": "protected", "date": {"timestamp": "1502439626"}, "#
                + #""geoData": {"latitude": 0.0, "longitude": 0.0}}"#, "album Trip to Gdańsk"
        ),
        (
            #"{"title": "IMG_2017.jpg", "creationTime": {"timestamp": "1502439626"}, "modificationTime": {"timestamp": "#
                + #""1585318092"}, "photoTakenTime": {"timestamp": "1501754071"}}"#, "photo IMG_2017.jpg"
        ),
        (
            #"{"externalOrderId": "1", "type": "PURCHASED", "creationTime": {"formatted": "Dec 12"}, "category": "PRINTS"}"#,
            "other"
        ),
        (#"{"title": "Фокус върху един ден"}"#, "album Фокус върху един ден"), ("{}", "other"),
        (#"{"title": "", "sharedAlbumComments": []}"#, "other"), (#"{"title": " "}"#, "other"),
        (#"{"title": "\u0000"}"#, "other"), (#"{"title": " ", "albumData": {"title": "Rome"}}"#, "album Rome"),
        (#"{"title": ["a", "b"]}"#, "other"), ("[]", "other"), ("", "other"), (#"{"title": "a"#, "other"),
        // Photos of 2017, which have no time of capture.
        (
            #"{"tags": [], "title": "IMG_1.jpg", "people": [], "comments": [], "url": "https://lh3.example/IMG_1.jpg", "#
                + #""creationTime": 1465723733, "geoInfo": {"latitude_": 48.0, "longitude_": 2.0}}"#, "photo IMG_1.jpg"
        ),
        (#"{"title": "IMG_1.jpg", "url": "https://lh3.example/IMG_1.jpg"}"#, "other"),
        (
            #"{"albumData": {"title": "2016", "date": "Jun 12, 2016", "geoInfo": {"latitude_": 0.0}}, "media": []}"#,
            "album 2016"
        ),
        // A photo without a title, and values that cannot be read.
        (#"{"photoTakenTime": {"timestamp": "1599078832"}}"#, "photo "),
        (#"{"title": "a.jpg", "photoTakenTime": null}"#, "photo a.jpg"),
        (#"{"title": "a.jpg", "photoTakenTime": {"timestamp": "0"}, "geoData": {"latitude": "north"}}"#, "photo a.jpg"),
        (#"{"title": 5, "photoTakenTime": {"timestamp": "1"}, "people": "all", "favorited": "yes"}"#, "photo "),
    ]) func whatADocumentDescribes(text: String, expected: String) {
        #expect(kind(text) == expected)
        #expect(kind("\u{FEFF}" + text) == expected)
    }

    private func photo(_ fields: String) throws -> TakeoutFile {
        try #require(TakeoutFile(Array(#"{"title": "a.jpg", "photoTakenTime": {}, \#(fields)}"#.utf8)))
    }

    private func time(_ taken: String) throws -> String? {
        let text = #"{"title": "a.jpg", "photoTakenTime": \#(taken)}"#
        return try #require(TakeoutFile(Array(text.utf8))).captureTime?.description
    }

    @Test func times() throws {
        #expect(try time(#"{"timestamp": "1501754071"}"#) == "2017-08-03T09:54:31+00:00")
        #expect(try time(#"{"timestamp": 1501754071}"#) == "2017-08-03T09:54:31+00:00")
        #expect(try time("1501754071") == "2017-08-03T09:54:31+00:00")
        // 1904, in issue 136 of GooglePhotosTakeoutHelper.
        #expect(try time(#"{"timestamp": "-2082844800"}"#) == "1904-01-01T00:00:00+00:00")
        for none in [
            #"{"timestamp": "0"}"#, #"{"timestamp": 0}"#, "0", #"{"timestamp": ""}"#, "{}", "null",
            #"{"timestamp": "9223372036854775807"}"#,
        ] { #expect(try time(none) == nil, "\(none)") }
    }

    /// What Google states for a file without a date is the time of its upload.
    @Test(arguments: [
        ("1600000000", false), ("1599999000", false), ("1590000000", true), ("9223372036854775807", true),
    ])
    func onlyATimeThatIsNotTheUploadMayBeACorrection(taken: String, expected: Bool) throws {
        let text =
            #"{"title": "a", "creationTime": {"timestamp": "1600000000"}, "photoTakenTime": {"timestamp": "\#(taken)"}}"#
        #expect(try #require(TakeoutFile(Array(text.utf8))).mayBeCorrected == expected)
    }

    @Test func theOwnersPlaceComesFirst() throws {
        let rome = #""geoData": {"latitude": 41.9, "longitude": 12.5}"#
        let none = #""geoData": {"latitude": 0.0, "longitude": 0.0}"#
        let paris = #""geoDataExif": {"latitude": 48.8, "longitude": 2.3}"#
        #expect(try photo("\(paris), \(rome)").location?.latitude == 41.9)
        #expect(try photo("\(paris), \(none)").location?.latitude == 48.8)
        #expect(try photo(none).location == nil)
        #expect(try photo(#""geoData": {"latitude": 91.0, "longitude": 0.5}, \#(paris)"#).location?.latitude == 48.8)
        let old = #""geoInfo": {"latitude_": 35.7, "longitude_": 139.7, "altitude_": 12.0, "isMutable": true}"#
        #expect(try photo(old).location == ImageMetadata.Location(latitude: 35.7, longitude: 139.7, altitude: 12))
    }

    @Test func personsAndTags() throws {
        let old = try photo(#""people": ["Anna", ""], "tags": ["sea", "\u0000"]"#)
        #expect(old.persons == ["Anna"] && old.tags == ["sea"])
        #expect(AssetDescription(old).keywords == ["People/Anna", "sea"])
        #expect(try photo(#""people": [{"name": "Susan"}, {"name": "Justin"}]"#).persons == ["Susan", "Justin"])
    }

    @Test func partnersArchiveAndTrash() throws {
        let file = try photo(
            #""googlePhotosOrigin": {"fromPartnerSharing": {}}, "archived": true, "trashed": true, "favorited": true"#)
        #expect(file.isPartners && file.isArchived && file.isTrashed && file.isFavorite)
        let other = try photo(#""googlePhotosOrigin": {"mobileUpload": {"deviceType": "IOS_PHONE"}}"#)
        #expect(!other.isPartners && !other.isArchived && !other.isTrashed && !other.isFavorite)
    }

    @Test(arguments: [
        ("Hello:World", "Hello_World"), ("Hello\nWorld", "Hello_World"), ("Some/File|Name?", "Some_File_Name_"),
        ("123123\\.JPG", "123123_.JPG"), ("HelloWorld", "HelloWorld"),
    ]) func theFileNameOfATitle(title: String, name: String) {
        #expect(TakeoutNames.fileName(of: title) == name)
    }
}
