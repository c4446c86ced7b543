import Foundation

/// A camera that looks at a point of a `World`, and whose focus is at the distance of this point.
struct Camera {
    private let eye: Vector3
    private let forward: Vector3
    private let right: Vector3
    private let up: Vector3
    private let focal: Float
    private let aperture: Float
    private let focus: Float

    /// Creates a camera.
    ///
    /// `focal` is the focal length in short sides of the picture, `aperture` the radius of the lens in the world.
    init(eye: Vector3, target: Vector3, focal: Float, aperture: Float) {
        self.eye = eye
        self.focal = focal
        self.aperture = aperture
        focus = length(target - eye)
        forward = normalize(target - eye)
        right = normalize(cross(Vector3(0, 1, 0), forward))
        up = cross(forward, right)
    }

    /// A ray through a point of the picture and a random point of the lens.
    func ray(_ p: Vector2, _ random: inout SplitMix64) -> World.Ray {
        let target = eye + (forward * focal + right * p.x - up * p.y) * (focus / focal)
        let around = random.uniform(0, 6.2832)
        let off = aperture * random.uniform().squareRoot()
        let origin = eye + right * (cos(around) * off) + up * (sin(around) * off)
        return World.Ray(origin: origin, direction: normalize(target - origin))
    }
}
