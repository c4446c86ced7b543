/// The cameras of the sample photos.
enum Cameras {
    static let phone = EXIF.Body(model: "OP-1", serial: "OP1-004217", lens: "OP-1 main 26mm f/2.8", focalLength: 5)
    static let camera = EXIF.Body(model: "R-50", serial: "50011873", lens: "OPTO 18-55mm f/2.8", focalLength: 35)

    /// A photo of the phone, with its place.
    static func phone(_ time: WallClock, _ latitude: Double, _ longitude: Double) -> Shot.Origin {
        Shot.Origin(body: phone, time: time, place: EXIF.Place(latitude: latitude, longitude: longitude))
    }

    static func camera(_ time: WallClock) -> Shot.Origin { Shot.Origin(body: camera, time: time) }

    /// A time in 2024.
    static func time(_ month: Int, _ day: Int, _ hour: Int, _ minute: Int, _ seconds: Double) -> WallClock {
        WallClock(month: month, day: day, hour: hour, minute: minute, milliseconds: Int((seconds * 1000).rounded()))
    }
}
