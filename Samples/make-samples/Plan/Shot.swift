/// One photo and all files that are made from it.
struct Shot: Sendable {
    /// The path of the photo in the output folder.
    var path: String
    var scene: any Scene
    var frame = Frame.landscape
    var light = Light.day
    /// The orientation tag; the stored pixels are turned in the opposite direction.
    var turn = Picture.Turn.none
    var format = Format.jpeg(JPEG.Options())
    /// The camera, time and place; `nil` for a scanner, which writes no EXIF.
    var origin: Origin?
    var take = Take()
    var kind = Truth.Kind.original
    /// Other files made from this photo.
    var copies: [Copy] = []

    /// The size of the displayed picture in pixels, at full size.
    enum Frame: Sendable {
        case landscape
        case portrait
        case wide
        /// A sheet of paper on a scanner.
        case page
        case print

        var size: (width: Int, height: Int) {
            switch self {
            case .landscape: (1600, 1200)
            case .portrait: (1200, 1600)
            case .wide: (1800, 1200)
            case .page: (900, 1200)
            case .print: (1200, 900)
            }
        }
    }

    enum Format: Sendable {
        case jpeg(JPEG.Options)
        case png
    }

    /// The amount of light.
    ///
    /// It determines the noise, and the exposure in the metadata.
    enum Light: Sendable {
        case day
        case dusk
        case night

        /// See `Sensor.wellDepth`.
        var wellDepth: Float {
            switch self {
            case .day: 9000
            case .dusk: 3500
            case .night: 1600
            }
        }

        var iso: UInt16 {
            switch self {
            case .day: 100
            case .dusk: 400
            case .night: 1600
            }
        }

        var shutter: UInt32 {
            switch self {
            case .day: 500
            case .dusk: 125
            case .night: 30
            }
        }
    }

    /// The camera, the time and the place.
    struct Origin: Sendable {
        var body: EXIF.Body
        var time: WallClock
        var place: EXIF.Place?
    }

    /// The differences between the frames of a burst.
    struct Take: Sendable {
        /// The movement of the camera, in short sides of the picture.
        var shift = Vector2.zero
        /// See `Scene.paint`.
        var motion: Float = 0
        /// The difference of the exposure in stops.
        var exposure: Float = 0
    }

    /// A file made from the photo.
    struct Copy: Sendable {
        var path: String
        var kind: Truth.Kind
        var transform: Transform
    }
}

extension Shot.Copy {
    /// The expected result of the copy: of an import if it is in a folder of originals, otherwise of a search.
    func expectation(of shot: Shot) -> String {
        switch kind {
        case .duplicate: "duplicate:bytes"
        case .sameImageData: "duplicate:imageData"
        case .damaged: "imported:damaged"
        default: transform.expectation(of: shot)
        }
    }
}
