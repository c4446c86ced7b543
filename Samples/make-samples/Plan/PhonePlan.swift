/// The photos of the phone: photos with places, a hand-held burst, and copies in several folders.
enum PhonePlan {
    static let shots = singles + meadow

    private static func shot(
        _ number: String, _ scene: any Scene, _ time: WallClock, at place: (Double, Double),
        _ frame: Shot.Frame = .landscape, _ light: Shot.Light = .day, turn: Picture.Turn = .none,
        options: JPEG.Options = JPEG.Options(), copies: [Shot.Copy]
    ) -> Shot {
        Shot(
            path: "phone/DCIM/IMG_\(number).JPG", scene: scene, frame: frame, light: light, turn: turn,
            format: .jpeg(options), origin: Cameras.phone(time, place.0, place.1), copies: copies)
    }

    private static let singles = [
        shot(
            "0001", Scenes.alps, Cameras.time(6, 14, 10, 12, 31.482), at: (46.5763, 7.9904),
            copies: [
                Shot.Copy(path: "phone/Backup/IMG_0001 (1).JPG", kind: .duplicate, transform: .sameBytes),
                SamplePlan.cloud("7c1e09ab44d2.jpg", .shrunk(1024, 80)),
            ]),
        shot(
            "0002", Scenes.lake, Cameras.time(6, 14, 21, 3, 8.120), at: (46.5911, 8.0172), .portrait, .dusk,
            turn: .clockwise,
            copies: [
                SamplePlan.cloud("b83f51c20e77.jpg", .shrunk(800, 75)),
                SamplePlan.cloud("photo_5213987310.jpg", .fallenOver(1024, 78)),
            ]),
        shot(
            "0003", Scenes.market, Cameras.time(6, 15, 9, 40, 55.903), at: (46.9480, 7.4474),
            copies: [
                Shot.Copy(path: "phone/Shared/market.jpg", kind: .sameImageData, transform: .withoutPlace),
                SamplePlan.cloud("IMG-20240615-WA0003.jpg", .shrunk(1024, 70, .area)),
            ]),
        shot(
            "0004", Scenes.facade, Cameras.time(6, 15, 11, 2, 17.044), at: (43.7102, 7.2620), .portrait,
            turn: .clockwise,
            copies: [
                SamplePlan.cloud("0e9d7a61f3b5.jpg", .withoutMetadata),
                SamplePlan.cloud("f4a2c7708d19.png", .png(1024)),
            ]),
        shot(
            "0005", Scenes.daisies, Cameras.time(6, 16, 14, 25, 41.777), at: (46.9512, 7.4391), .portrait,
            turn: .counterclockwise,
            copies: [SamplePlan.cloud("5ab0e2f9d681.jpg", .shrunk(640, 72, .area))]),
        shot(
            "0006", Scenes.cloudSea, Cameras.time(6, 18, 7, 51, 2.350), at: (45.1102, 5.8804), turn: .half,
            copies: [SamplePlan.cloud("2d6c93be01fa.jpg", .requantized(70))]),
        shot(
            "0007", Scenes.cobbles, Cameras.time(6, 18, 19, 33, 20.615), at: (41.8902, 12.4922), .portrait, .dusk,
            options: JPEG.Options(quality: 90, isProgressive: true),
            copies: [SamplePlan.cloud("c7715e8a20d4.jpg", .requantized(82, isProgressive: true))]),
        shot(
            "0008", Scenes.nightStreet, Cameras.time(6, 18, 22, 47, 59.208), at: (41.8986, 12.4768), .landscape, .night,
            copies: [SamplePlan.cloud("FB_IMG_1718744512.jpg", .shrunk(800, 71, .area))]),
        shot(
            "0009", Scenes.bookshelf, Cameras.time(6, 20, 16, 5, 33.964), at: (46.9466, 7.4445), .landscape, .dusk,
            copies: [SamplePlan.cloud("9f30b6d5e812.jpg", .shrunk(1024, 85, keepsMetadata: true))]),
        shot(
            "0010", Scenes.room, Cameras.time(6, 20, 16, 30, 12.087), at: (46.9466, 7.4445), .landscape, .dusk,
            copies: [SamplePlan.cloud("41d8fc06a97e.jpg", .shrunk(640, 80))]),
        shot(
            "0011", Scenes.ivy, Cameras.time(6, 21, 12, 11, 46.531), at: (46.9533, 7.4402),
            options: JPEG.Options(quality: 95, sampling: .half),
            copies: [SamplePlan.cloud("e0b27d914c3f.jpg", .cropped)]),
        shot(
            "0012", Scenes.fireworks, Cameras.time(8, 1, 22, 30, 4.419), at: (46.9480, 7.4474), .portrait, .night,
            turn: .clockwise, copies: [SamplePlan.cloud("83ea4f170bd2.jpg", .shrunk(1024, 76))]),
        shot(
            "0013", Scenes.snowfield, Cameras.time(1, 9, 9, 14, 27.833), at: (46.5580, 7.9790),
            copies: [SamplePlan.cloud("6b51fd2e7c90.jpg", .shrunk(800, 80))]),
        shot(
            "0014", Scenes.glacier, Cameras.time(7, 3, 13, 20, 38.256), at: (46.4367, 8.0581), .portrait,
            copies: [
                Shot.Copy(path: "phone/Backup/IMG_0014.JPG", kind: .damaged, transform: .truncated),
                SamplePlan.cloud("d92c8e64b7a0.jpg", .sameBytes),
            ]),
    ]

    /// A hand-held burst, in which the camera and a butterfly move.
    private static let meadow: [Shot] = {
        let sway = [Vector2(0, 0), Vector2(0.0041, -0.0032), Vector2(0.0103, -0.0018), Vector2(0.0078, 0.0061)]
        let start = Cameras.time(6, 16, 14, 31, 9.112)
        return sway.enumerated().map { i, shift in
            Shot(
                path: "phone/DCIM/IMG_002\(i).JPG", scene: Scenes.poppies, frame: .wide,
                origin: Cameras.phone(start.advanced(milliseconds: i * 130), 46.9520, 7.4388),
                take: Shot.Take(shift: shift, motion: Float(i)), kind: .burst,
                copies: i == 1 ? [SamplePlan.cloud("a14fe7309bc8.jpg", .shrunk(1024, 80))] : [])
        }
    }()
}
