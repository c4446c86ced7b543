/// All shots.
struct SamplePlan {
    let seed: UInt64
    var shots: [Shot] {
        [Shot(path: "phone/DCIM/IMG_0001.JPG", scene: Scenes.alps), Shot(path: "phone/DCIM/IMG_0002.JPG", scene: Scenes.lake, frame: .portrait, light: .dusk),
         Shot(path: "phone/DCIM/IMG_0003.JPG", scene: Scenes.canyon, frame: .wide)
         ]
    }
}
