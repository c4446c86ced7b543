import ImageDecoding
import Testing

/// Coordinates in the forms in which programs write them into XMP, EXIF and JSON.
@Suite struct CoordinateTests {
    private func expect(_ degrees: Double?, _ expected: Double?, _ comment: Comment) {
        guard let degrees, let expected else {
            #expect(degrees == nil && expected == nil, comment)
            return
        }
        #expect(abs(degrees - expected) < 1e-9, comment)
    }

    /// The values are those of exiftool 12.57 (`ToDegrees`), which uses no reference in XMP, and no letter in front.
    @Test(
        arguments: [
            // XMP's GPSCoordinate.
            ("48,51.5N", nil, 48 + 51.5 / 60), ("48,51,30N", nil, 48 + 51.5 / 60), ("33,51.0S", nil, -33.85),
            // Apple's Photos.
            ("33.85", "S", -33.85), ("60.5", "N", 60.5), ("33.85", "South", -33.85), ("33.85", "s", -33.85),
            // icloudpd.
            ("-33.85", nil, -33.85), ("33.85", nil, 33.85), ("+33.85", nil, 33.85), ("\u{2212}33.85", nil, -33.85),
            ("-33.85", "S", -33.85), ("33.85 S", nil, -33.85), ("S33.85", nil, -33.85),
            // exiftool, with and without the letter.
            ("33 deg 51' 0.00\" S", nil, -33.85), ("33 deg 51' 0.00\"", "South", -33.85),
            ("33° 51′ 0″ S", nil, -33.85), ("33°51'S", nil, -33.85), ("33 51 0", "S", -33.85),
            // Fractions.
            ("33/1,51/1,0/1", "S", -33.85), ("33/1 51/1 0/100", "S", -33.85), ("33,5100/100S", nil, -33.85),
        ] as [(String, String?, Double)])
    func latitudes(text: String, reference: String?, degrees: Double) {
        expect(Coordinate.latitude.degrees(text, reference: reference), degrees, Comment(rawValue: text))
    }

    /// Commas that can only be decimal commas.
    ///
    /// `2, 18, 1,0441` is of a file of GIMP in the corpus (image-rs-jpeg-decoder/benches/tower.jpg).
    @Test(
        arguments: [
            ("2, 18, 1,0441", "E", 2 + 18 / 60.0 + 1.0441 / 3600), ("2,18,1,0441E", nil, 2 + 18 / 60.0 + 1.0441 / 3600),
            ("151,2093", "E", 151.2093), ("-151,2093", nil, -151.2093), ("151,12,558E", nil, 151 + 12.558 / 60),
            ("151 12,558 E", nil, 151 + 12.558 / 60),
        ] as [(String, String?, Double)])
    func decimalCommas(text: String, reference: String?, degrees: Double) {
        expect(Coordinate.longitude.degrees(text, reference: reference), degrees, Comment(rawValue: text))
    }

    /// Matching this text would take hours.
    @Test func longTextsAreNil() {
        let blanks = String(repeating: " ", count: 1 << 20)
        #expect(Coordinate.latitude.degrees("33\(blanks)?") == nil)
    }

    @Test(
        arguments: [
            ("33,25", "S"), ("33,25", nil), ("-33,25", nil), ("33,51,30", nil), ("33,51.5", nil), ("33.85", "?"),
            ("33.85", "E"), ("33.85E", nil), ("-33.85", "N"), ("-33.85N", nil), ("33.85N", "S"), ("N33.85S", nil),
            ("33,75.5N", nil), ("33.5,30N", nil), ("33/0,0/1,0/1", "S"), ("33,,30N", nil), ("", nil), ("N", nil),
            ("south", nil), ("33,51,30,12,1N", nil), ("1e2", nil), ("nan", nil),
        ] as [(String, String?)])
    func textsWithoutOneMeaningAreNil(text: String, reference: String?) {
        #expect(Coordinate.latitude.degrees(text, reference: reference) == nil)
    }
}
