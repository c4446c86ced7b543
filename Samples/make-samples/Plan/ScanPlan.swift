/// Scans and exports: PNG files, mostly without EXIF.
enum ScanPlan {
    static let shots = [
        Shot(
            path: "scans/letter.png", scene: Scenes.letter, frame: .page, format: .png,
            copies: [SamplePlan.cloud("ba607e3d9f14.jpg", .shrunk(1024, 80))]),
        Shot(
            path: "scans/old print.png", scene: Scenes.oldPrint, frame: .print, format: .png,
            copies: [SamplePlan.cloud("71c9f0a25e8d.png", .sameBytes)]),
        Shot(
            path: "scans/fir branch.png", scene: Scenes.firBranch, frame: .page, light: .night, format: .png,
            origin: Cameras.camera(Cameras.time(12, 22, 18, 15, 9.27)),
            copies: [SamplePlan.cloud("a85d4f6b1ce0.jpg", .requantized(85))]),
    ]
}
