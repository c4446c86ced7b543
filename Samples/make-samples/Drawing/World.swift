import Foundation

/// A ray-traced world of spheres and boxes under one lamp, with soft shadows, reflections and depth of field.
struct World {
    /// A shape and its material.
    struct Thing {
        var shape: Shape
        /// The reflectance at perpendicular view, which increases at grazing angles.
        var gloss: Float = 0
        /// The colour at a point with a normal.
        var color: (Vector3, Vector3) -> Color
    }

    enum Shape {
        case sphere(center: Vector3, radius: Float)
        /// `turn` is the cosine and the sine of the angle around the vertical axis.
        case box(center: Vector3, half: Vector3, turn: Vector2 = Vector2(1, 0))
        /// A floor at this height.
        case floor(Float)
    }

    struct Ray {
        var origin: Vector3
        var direction: Vector3

        func at(_ distance: Float) -> Vector3 { origin + direction * distance }
    }

    var things: [Thing] = [] {
        didSet { shapes = things.map(\.shape) }
    }
    /// The shapes without materials, because loops over closures would take time for reference counting.
    private var shapes: [Shape] = []
    var lamp: Vector3
    var lampRadius: Float
    /// The light of the lamp at perpendicular incidence, at any distance.
    var lampColor: Color
    /// The ambient light by direction, which is also the light of rays that hit no shape.
    var ambient: (Vector3) -> Color

    init(lamp: Vector3, lampRadius: Float, lampColor: Color, ambient: @escaping (Vector3) -> Color) {
        self.lamp = lamp
        self.lampRadius = lampRadius
        self.lampColor = lampColor
        self.ambient = ambient
    }

    /// The light that arrives along a ray.
    func light(along ray: Ray, bounces: Int = 1, _ random: inout SplitMix64) -> Color {
        guard let (thing, distance, normal) = nearest(ray) else { return ambient(ray.direction) }
        let place = ray.at(distance) + normal * 1e-3
        let toLamp = normalize(lamp + random.inSphere() * lampRadius - place)
        let facing = max(dot(normal, toLamp), 0)
        let isLit = facing > 0 && !isBlocked(Ray(origin: place, direction: toLamp))
        let direct = isLit ? lampColor * facing : .zero
        var result = thing.color(place, normal) * (direct + ambient(normal) * openness(place, normal))
        let mirrored = reflect(ray.direction, normal)
        let grazing = pow(saturate(1 + dot(ray.direction, normal)), 5)
        let share = thing.gloss + (1 - thing.gloss) * grazing * min(thing.gloss * 12, 1)
        if isLit { result += lampColor * pow(max(dot(mirrored, toLamp), 0), 300) * thing.gloss * 30 }
        guard bounces > 0, share > 0.02 else { return result }
        return result + light(along: Ray(origin: place, direction: mirrored), bounces: bounces - 1, &random) * share
    }

    private func nearest(_ ray: Ray) -> (Thing, Float, Vector3)? {
        var best: (index: Int, distance: Float, normal: Vector3)?
        for index in shapes.indices {
            guard let (distance, normal) = shapes[index].hit(by: ray), distance < best?.distance ?? .infinity else {
                continue
            }
            best = (index, distance, normal)
        }
        return best.map { (things[$0.index], $0.distance, $0.normal) }
    }

    private func isBlocked(_ ray: Ray) -> Bool {
        let reach = length(lamp - ray.origin)
        return shapes.contains { shape in
            guard let (distance, _) = shape.hit(by: ray) else { return false }
            return distance < reach
        }
    }

    /// The visible part of the surroundings of a point (ambient occlusion from the solid angles of the spheres).
    private func openness(_ place: Vector3, _ normal: Vector3) -> Float {
        var open: Float = 1
        for case .sphere(let center, let radius) in shapes {
            let d = center - place
            let distance = length(d)
            guard distance > radius * 1.01 else { continue }
            open *= 1 - max(dot(normal, d) / distance, 0) * (radius * radius) / (distance * distance)
        }
        return open
    }
}

extension World.Shape {
    /// The distance along the ray to the nearest intersection, and the normal at this point; `nil` without
    /// intersection.
    fileprivate func hit(by ray: World.Ray) -> (Float, Vector3)? {
        switch self {
        case .floor(let height):
            let distance = (height - ray.origin.y) / ray.direction.y
            return distance > 1e-4 && distance.isFinite ? (distance, Vector3(0, 1, 0)) : nil
        case .sphere(let center, let radius):
            let offset = ray.origin - center
            let along = dot(offset, ray.direction)
            let root = along * along - dot(offset, offset) + radius * radius
            guard root > 0 else { return nil }
            let distance = -along - root.squareRoot()
            return distance > 1e-4 ? (distance, (ray.at(distance) - center) / radius) : nil
        case .box(let center, let half, let turn):
            // Most rays do not intersect the sphere around the box.
            let offset = center - ray.origin
            let along = dot(offset, ray.direction)
            guard dot(offset, offset) - along * along < dot(half, half) else { return nil }
            return Self.hitBox(center, half, turn, ray)
        }
    }

    /// The intersection with a box in its coordinates, by slabs (Kay and Kajiya 1986).
    private static func hitBox(
        _ center: Vector3, _ half: Vector3, _ turn: Vector2, _ ray: World.Ray
    ) -> (Float, Vector3)? {
        let (c, s) = (turn.x, turn.y)
        func turned(_ v: Vector3, _ s: Float) -> Vector3 { Vector3(v.x * c + v.z * s, v.y, v.z * c - v.x * s) }
        let origin = turned(ray.origin - center, s)
        let direction = turned(ray.direction, s)
        let inverse = Vector3(repeating: 1) / direction
        let (a, b) = ((-half - origin) * inverse, (half - origin) * inverse)
        let (low, high) = (pointwiseMin(a, b), pointwiseMax(a, b))
        let enter = max(low.x, low.y, low.z)
        guard enter > 1e-4, enter < min(high.x, high.y, high.z) else { return nil }
        let normal: Vector3
        if enter == low.x {
            normal = Vector3(direction.x > 0 ? -1 : 1, 0, 0)
        } else if enter == low.y {
            normal = Vector3(0, direction.y > 0 ? -1 : 1, 0)
        } else {
            normal = Vector3(0, 0, direction.z > 0 ? -1 : 1)
        }
        return (enter, turned(normal, -s))
    }
}

extension SplitMix64 {
    /// A random point in the unit sphere.
    mutating func inSphere() -> Vector3 {
        let z = uniform(-1, 1)
        let around = uniform(0, 6.2832)
        let flat = max(1 - z * z, 0).squareRoot()
        return Vector3(flat * cos(around), flat * sin(around), z) * pow(uniform(), 1 / 3)
    }
}
