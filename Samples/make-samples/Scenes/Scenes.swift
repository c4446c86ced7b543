/// The scenes of the samples with their parameters.
enum Scenes {
    private static let day = Color(1.0, 0.92, 0.78)

    // MARK: Mountains and ground

    static let alps = Mountains(
        seed: 11, sky: Sky(sun: normalize(Vector3(-0.7, 0.55, 0.3)), clouds: 0.5, seed: 5),
        haze: Color(0.30, 0.40, 0.58))
    static let lake = Mountains(
        seed: 23,
        sky: Sky(
            sun: normalize(Vector3(0.35, 0.16, 0.9)), zenith: Color(0.10, 0.13, 0.32), horizon: Color(0.80, 0.40, 0.22),
            sunColor: Color(1.0, 0.52, 0.26), clouds: 0.6, cloudShade: Color(0.25, 0.16, 0.2), seed: 9),
        haze: Color(0.42, 0.26, 0.24), peak: 1.9, snowLine: 1.2, horizon: 0.12, eyeHeight: 0.08, water: 0.1)
    static let canyon = Mountains(
        seed: 37, sky: Sky(sun: normalize(Vector3(0.8, 0.5, -0.1)), clouds: 0.25, seed: 15),
        haze: Color(0.45, 0.38, 0.36), peak: 1.3, snowLine: 9, treeLine: 0.08, plants: Color(0.09, 0.08, 0.03),
        rock: Color(0.42, 0.17, 0.08), strata: 1, horizon: -0.16, eyeHeight: 0.55)
    static let glacier = Mountains(
        seed: 58, sky: Sky(sun: normalize(Vector3(0.6, 0.4, 0.5)), clouds: 0.7, seed: 25),
        haze: Color(0.40, 0.47, 0.58), peak: 2.2, snowLine: 0.25, treeLine: 0.1, horizon: 0.16, eyeHeight: 0.45)
    static let dunes = Dunes(
        seed: 11,
        sky: Sky(
            sun: normalize(Vector3(-0.85, 0.30, 0.35)), horizon: Color(0.75, 0.62, 0.48),
            sunColor: Color(1.0, 0.74, 0.45), clouds: 0.5, seed: 8))
    static let cloudSea = CloudSea(
        seed: 4, sky: Sky(sun: normalize(Vector3(0.7, 0.35, 0.6)), zenith: Color(0.05, 0.14, 0.5), clouds: 0))
    static let snowfield = Snowfield(seed: 6)

    // MARK: Water

    static let sunset = Sea(
        seed: 12,
        sky: Sky(
            sun: normalize(Vector3(0.1, 0.10, 1)), zenith: Color(0.08, 0.12, 0.32), horizon: Color(0.95, 0.42, 0.14),
            sunColor: Color(1.0, 0.55, 0.22), clouds: 0.62, cloudShade: Color(0.22, 0.13, 0.16), seed: 31),
        horizon: -0.02, steepness: 0.16)
    static let storm = Sea(
        seed: 19,
        sky: Sky(
            sun: normalize(Vector3(-0.6, 0.5, 0.4)), zenith: Color(0.16, 0.18, 0.21), horizon: Color(0.42, 0.45, 0.47),
            sunColor: Color(0.6, 0.6, 0.58), clouds: 0.95, cloudShade: Color(0.10, 0.11, 0.13), seed: 44),
        horizon: -0.26, steepness: 0.42, water: Color(0.02, 0.07, 0.07), hasRocks: true)

    // MARK: Plants

    static let autumnForest = Forest(
        seed: 21,
        leaves: [Color(0.50, 0.20, 0.02), Color(0.42, 0.09, 0.02), Color(0.52, 0.36, 0.03), Color(0.16, 0.17, 0.03)],
        bark: Color(0.14, 0.10, 0.07), haze: Color(0.62, 0.48, 0.30), floor: Color(0.40, 0.16, 0.04))
    static let birches = Forest(
        seed: 22, leaves: [Color(0.20, 0.34, 0.05), Color(0.30, 0.42, 0.08), Color(0.12, 0.24, 0.04)],
        bark: Color(0.62, 0.60, 0.56), isBirch: true, haze: Color(0.48, 0.60, 0.46), floor: Color(0.12, 0.20, 0.05))
    static let poppies = Flowers(
        seed: 31, petals: [Color(0.62, 0.03, 0.02), Color(0.70, 0.08, 0.03), Color(0.55, 0.50, 0.42)],
        heart: Color(0.03, 0.03, 0.02), petalCount: 5,
        sky: Sky(sun: normalize(Vector3(0.5, 0.6, -0.3)), clouds: 0.55, seed: 51))
    static let daisies = Flowers(
        seed: 32, petals: [Color(0.72, 0.72, 0.68), Color(0.66, 0.60, 0.66)], heart: Color(0.70, 0.45, 0.03),
        petalCount: 13, fromAbove: true, sky: Sky(sun: Vector3(0, 1, 0)))
    static let hosta = Leaves(
        seed: 41, colors: [Color(0.08, 0.24, 0.04), Color(0.14, 0.32, 0.05), Color(0.05, 0.17, 0.06)],
        size: 0.22...0.42, count: 60, hasDroplets: true)
    static let fallenLeaves = Leaves(
        seed: 42,
        colors: [
            Color(0.55, 0.22, 0.02), Color(0.48, 0.07, 0.03), Color(0.60, 0.42, 0.04), Color(0.22, 0.12, 0.05),
            Color(0.20, 0.24, 0.04),
        ], size: 0.07...0.15, count: 480, slenderness: 0.55)
    static let ivy = Leaves(
        seed: 43, colors: [Color(0.04, 0.12, 0.03), Color(0.22, 0.30, 0.12), Color(0.30, 0.05, 0.06)],
        size: 0.05...0.10, count: 700, slenderness: 0.7)

    // MARK: Town

    static let skyline = City(
        seed: 51,
        sky: Sky(
            sun: normalize(Vector3(-0.5, 0.03, 0.9)), zenith: Color(0.04, 0.07, 0.22), horizon: Color(0.55, 0.25, 0.20),
            sunColor: Color(0.7, 0.35, 0.2), clouds: 0.5, cloudShade: Color(0.12, 0.09, 0.14), seed: 61))
    static let facade = Facade(seed: 52, plaster: Color(0.60, 0.44, 0.24), shutters: Color(0.05, 0.16, 0.13))
    static let graffiti = BrickWall(seed: 53, brick: Color(0.36, 0.14, 0.08), paint: Color(0.04, 0.30, 0.50))
    static let oldWall = BrickWall(seed: 63, brick: Color(0.48, 0.40, 0.28), paint: nil)
    static let barnDoor = Planks(seed: 54, paint: Color(0.10, 0.26, 0.28))
    static let cobbles = Stones(
        seed: 55, tones: [Color(0.16, 0.16, 0.18), Color(0.22, 0.20, 0.18), Color(0.11, 0.12, 0.14)], areCobbles: true,
        light: Color(1.5, 1.2, 0.85), view: 0.55)
    static let pebbles = Stones(
        seed: 56,
        tones: [
            Color(0.42, 0.38, 0.33), Color(0.22, 0.22, 0.24), Color(0.55, 0.50, 0.44), Color(0.30, 0.20, 0.15),
            Color(0.14, 0.16, 0.17),
        ], view: 2.5)
    static let nightStreet = NightStreet(seed: 57)
    static let market = Market(seed: 58)

    // MARK: Indoors, night and paper

    static let marbles = Marbles(seed: 61)
    static let blocks = Blocks(seed: 62)
    static let room = Room(seed: 63)
    static let bookshelf = Bookshelf(seed: 64)
    static let firBranch = FirBranch(seed: 65, ball: Color(0.75, 0.05, 0.05))
    static let stars = StarrySky(seed: 71)
    static let fireworks = Fireworks(seed: 72)
    static let letter = Letter(seed: 81)
    static let oldPrint = OldPrint(
        seed: 82,
        subject: City(
            seed: 83, sky: Sky(sun: normalize(Vector3(0.4, 0.5, 0.7)), clouds: 0.6, seed: 84), shore: 0.33))

    // MARK: Decoys: photos of other people, of the same kinds

    static let otherValley = Mountains(
        seed: 91, sky: Sky(sun: normalize(Vector3(0.6, 0.6, 0.2)), clouds: 0.6, seed: 92),
        haze: Color(0.32, 0.40, 0.54), snowLine: 1.1, eyeHeight: 0.4)
    static let otherLeaves = Leaves(
        seed: 93, colors: [Color(0.20, 0.30, 0.05), Color(0.50, 0.30, 0.04)], size: 0.12...0.25, count: 220)
    static let otherMeadow = Flowers(
        seed: 94, petals: [Color(0.10, 0.12, 0.55), Color(0.65, 0.55, 0.04)], heart: Color(0.5, 0.3, 0.03),
        petalCount: 6, sky: Sky(sun: normalize(Vector3(-0.5, 0.6, -0.3)), clouds: 0.7, seed: 95))
    static let otherBricks = BrickWall(seed: 96, brick: Color(0.30, 0.16, 0.11), paint: Color(0.5, 0.05, 0.3))
}
