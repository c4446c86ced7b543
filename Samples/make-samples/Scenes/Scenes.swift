/// The places of the samples.
enum Scenes {
    static let alps = Mountains(
        seed: 11, sky: Sky(sun: normalize(Vector3(-0.7, 0.55, 0.3)), clouds: 0.5, seed: 5), haze: Color(0.42, 0.54, 0.72))
    static let lake = Mountains(
        seed: 23,
        sky: Sky(
            sun: normalize(Vector3(0.35, 0.16, 0.9)), zenith: Color(0.10, 0.13, 0.32), horizon: Color(0.85, 0.45, 0.25),
            sunColor: Color(1.0, 0.55, 0.28), clouds: 0.6, cloudShade: Color(0.25, 0.16, 0.2), seed: 9),
        haze: Color(0.5, 0.32, 0.28), peak: 1.9, snowLine: 1.2, horizon: 0.12, eyeHeight: 0.08, water: 0.1)
    static let canyon = Mountains(
        seed: 37, sky: Sky(sun: normalize(Vector3(0.8, 0.5, -0.1)), clouds: 0.25, seed: 15),
        haze: Color(0.55, 0.48, 0.45), peak: 1.3, snowLine: 9, treeLine: 0.08, plants: Color(0.09, 0.08, 0.03),
        rock: Color(0.42, 0.17, 0.08), strata: 1, horizon: -0.16, eyeHeight: 0.55)
}
