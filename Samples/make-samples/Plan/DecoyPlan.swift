/// Pictures of other people.
///
/// The folders of originals do not contain these pictures, and a search must not find them.
enum DecoyPlan {
    static let shots = [
        decoy("3bd08f5ce1a2.jpg", Scenes.otherValley, .shrunk(1024, 80)),
        decoy("c20e7b94df68.jpg", Scenes.otherLeaves, .shrunk(1024, 75, .area)),
        decoy("IMG-20240701-WA0011.jpg", Scenes.otherMeadow, .shrunk(800, 70)),
        decoy("f8136ad7b05e.jpg", Scenes.otherBricks, .shrunk(800, 80)),
    ]

    private static func decoy(_ name: String, _ scene: any Scene, _ transform: Transform) -> Shot {
        Shot(
            path: name, scene: scene, kind: .decoy,
            copies: [Shot.Copy(path: "cloud/\(name)", kind: .decoy, transform: transform)])
    }
}
