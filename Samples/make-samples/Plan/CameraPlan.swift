/// The photos of the camera: no places, wide pictures, a burst, a pair from a tripod and an exposure bracket.
enum CameraPlan {
    static let shots = singles + rollingMarbles + harbour + bracket

    private static func shot(
        _ number: String, _ scene: any Scene, _ time: WallClock, _ frame: Shot.Frame = .wide,
        _ light: Shot.Light = .day, turn: Picture.Turn = .none,
        options: JPEG.Options = JPEG.Options(quality: 89, sampling: .half), copies: [Shot.Copy]
    ) -> Shot {
        Shot(
            path: "camera/DSC_\(number).JPG", scene: scene, frame: frame, light: light, turn: turn,
            format: .jpeg(options), origin: Cameras.camera(time), copies: copies)
    }

    private static let singles = [
        shot(
            "0101", Scenes.canyon, Cameras.time(5, 2, 8, 15, 22.30),
            copies: [SamplePlan.cloud("30fa7be1c845.jpg", .shrunk(1024, 85))]),
        shot(
            "0102", Scenes.dunes, Cameras.time(5, 3, 18, 44, 51.76), .landscape,
            copies: [
                Shot.Copy(path: "camera/Selection/dunes.jpg", kind: .duplicate, transform: .sameBytes),
                SamplePlan.cloud("c5e0914d7f2b.jpg", .shrunk(800, 65, .area)),
            ]),
        shot(
            "0103", Scenes.sunset, Cameras.time(5, 4, 20, 39, 10.05), .wide, .dusk,
            copies: [SamplePlan.cloud("1b7ce2a86d53.jpg", .requantized(60))]),
        shot(
            "0104", Scenes.storm, Cameras.time(5, 5, 12, 8, 47.91), .portrait, turn: .clockwise,
            options: JPEG.Options(quality: 92), copies: [SamplePlan.cloud("8e4d05f9a3c7.jpg", .withoutMetadata)]),
        shot(
            "0105", Scenes.autumnForest, Cameras.time(10, 12, 15, 22, 36.48), .landscape,
            copies: [SamplePlan.cloud("f72b9c6018ed.jpg", .shrunk(800, 82))]),
        shot(
            "0106", Scenes.birches, Cameras.time(5, 9, 7, 55, 14.62), .portrait, turn: .counterclockwise,
            options: JPEG.Options(quality: 93), copies: [SamplePlan.cloud("DSC_0106-EDIT.jpg", .blackAndWhite)]),
        shot(
            "0107", Scenes.hosta, Cameras.time(5, 10, 10, 2, 58.19), .landscape,
            copies: [SamplePlan.cloud("69d1a0e53fb4.jpg", .shrunk(640, 85))]),
        shot(
            "0108", Scenes.graffiti, Cameras.time(5, 11, 17, 30, 3.87), .landscape,
            options: JPEG.Options(quality: 88, isProgressive: true),
            copies: [SamplePlan.cloud("PXL_0f8e2d.jpg", .shrunk(1024, 74, .area))]),
        shot(
            "0109", Scenes.barnDoor, Cameras.time(5, 11, 18, 12, 29.55), .landscape,
            copies: [SamplePlan.cloud("b0c64e97d21a.jpg", .blackAndWhite)]),
        shot(
            "0110", Scenes.pebbles, Cameras.time(5, 12, 11, 47, 40.33), .landscape,
            copies: [SamplePlan.cloud("57ae3b81f06c.jpg", .cropped)]),
        shot(
            "0111", Scenes.blocks, Cameras.time(5, 13, 16, 20, 7.71), .landscape, .dusk,
            copies: [SamplePlan.cloud("e6f7204bc9d8.jpg", .shrunk(1024, 78))]),
        shot(
            "0112", Scenes.stars, Cameras.time(8, 12, 2, 10, 0.12), .landscape, .night,
            copies: [SamplePlan.cloud("0d93c85ea7b1.jpg", .shrunk(800, 80))]),
        // A new card starts at number 1. The phone's backup has an IMG_0001.JPG with another picture.
        Shot(
            path: "camera/Card2/IMG_0001.JPG", scene: Scenes.fallenLeaves,
            origin: Cameras.camera(Cameras.time(10, 20, 14, 3, 25.94)),
            copies: [SamplePlan.cloud("4c2f8a9be705.jpg", .shrunk(640, 60, .area))]),
    ]

    /// Two photos from a tripod, which differ in the noise and in one marble only.
    private static let rollingMarbles = [Float(0), 1].map { motion in
        Shot(
            path: "camera/DSC_012\(Int(motion)).JPG", scene: Scenes.marbles, light: .dusk,
            origin: Cameras.camera(Cameras.time(5, 13, 16, 41, 30.15).advanced(milliseconds: Int(motion) * 300)),
            take: Shot.Take(motion: motion), kind: .burst,
            copies: motion == 0 ? [SamplePlan.cloud("93b5d7e20fa8.jpg", .shrunk(1024, 82))] : [])
    }

    /// A fast hand-held burst of a boat that passes.
    private static let harbour = [Vector2(0, 0), Vector2(-0.0035, 0.0012), Vector2(-0.0090, 0.0034)]
        .enumerated().map { i, shift in
            Shot(
                path: "camera/DSC_013\(i).JPG", scene: Scenes.skyline, frame: .wide, light: .dusk,
                origin: Cameras.camera(Cameras.time(5, 14, 21, 2, 11.40).advanced(milliseconds: i * 200)),
                take: Shot.Take(shift: shift, motion: Float(i)), kind: .burst,
                copies: i == 2 ? [SamplePlan.cloud("2ea86fd1b947.jpg", .requantized(80))] : [])
        }

    /// An exposure bracket: the same picture, darker and brighter.
    private static let bracket = [Float(0), -1, 1].enumerated().map { i, exposure in
        Shot(
            path: "camera/DSC_014\(i).JPG", scene: Scenes.oldWall,
            origin: Cameras.camera(Cameras.time(5, 15, 13, 26, 44.80).advanced(milliseconds: i * 150)),
            take: Shot.Take(exposure: exposure), kind: .burst,
            copies: i == 1 ? [SamplePlan.cloud("d4710bce58f6.jpg", .shrunk(800, 80))] : [])
    }
}
