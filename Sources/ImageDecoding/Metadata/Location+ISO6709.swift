internal import PhotoModel

extension ImageMetadata.Location {
    /// Reads a point in the form of ISO 6709, annex H: `±DD.DDDD±DDD.DDDD±AAA.AAA/`, also with minutes and seconds.
    ///
    /// A decimal comma is allowed.
    init?(iso6709 text: String) {
        let text = text.replacing("\u{2212}", with: "-").replacing(",", with: ".")
        guard let match = text.prefixMatch(of: /([+-]\d+(?:\.\d*)?)([+-]\d+(?:\.\d*)?)([+-]\d+(?:\.\d*)?)?/)?.output,
            let latitude = Self.degrees(match.1, .latitude), let longitude = Self.degrees(match.2, .longitude)
        else { return nil }
        self.init(statedLatitude: latitude, longitude: longitude, altitude: match.3.flatMap { Double($0) })
    }

    /// `±DD.D`, `±DDMM.M` or `±DDMMSS.S`.
    ///
    /// The number of digits before the decimal point determines the form.
    private static func degrees(_ text: Substring, _ coordinate: Coordinate) -> Double? {
        guard var size = Double(text).map(abs) else { return nil }
        let digits = text.dropFirst().prefix(while: \.isNumber).count - (coordinate == .latitude ? 2 : 3)
        guard digits <= 4, digits <= 0 || digits.isMultiple(of: 2) else { return nil }
        var numbers: [Double] = []
        for _ in 0..<max(0, digits / 2) {
            numbers.insert(size.truncatingRemainder(dividingBy: 100), at: 0)
            size = (size / 100).rounded(.down)
        }
        return coordinate.degrees([size] + numbers, sign: text.hasPrefix("-") ? -1 : 1)
    }
}
