import Foundation

/// Marbles on a wooden table by a window.
///
/// One marble rolls.
struct Marbles: Scene {
    var seed: UInt64

    func paint(_ canvas: inout Canvas, motion: Float) {
        let camera = Camera(
            eye: Vector3(0.3, 3.4, -6.2), target: Vector3(0, 0.45, 0.2), focal: 1.35, aperture: 0.10)
        let world = self.world(motion)
        canvas.shade(samples: 2, seed: seed) { p, random in
            world.light(along: camera.ray(p, &random), &random)
        }
    }

    private func world(_ motion: Float) -> World {
        var world = World(lamp: Vector3(-6, 8, -1), lampRadius: 1.3, lampColor: Color(1.5, 1.35, 1.1)) { d in
            let window = smoothstep(0.75, 0.8, dot(d, normalize(Vector3(-0.8, 0.55, 0.1))))
            return Color(0.20, 0.19, 0.19) * (0.6 + 0.4 * d.y) + Color(1.6, 1.7, 1.9) * window
        }
        world.things.append(World.Thing(shape: .floor(0), gloss: 0.05) { place, _ in Materials.oak(place) })
        var random = SplitMix64(seed: seed)
        let glass = [
            Color(0.05, 0.18, 0.42), Color(0.45, 0.06, 0.05), Color(0.08, 0.30, 0.12), Color(0.60, 0.42, 0.06),
            Color(0.60, 0.58, 0.52), Color(0.30, 0.10, 0.34),
        ]
        var placed: [(Vector3, Float)] = []
        for _ in 0..<60 where placed.count < 13 {
            let radius = random.uniform(0.3, 0.75)
            let center = Vector3(random.uniform(-3.2, 3.2), radius, random.uniform(-2.2, 3.8))
            guard placed.allSatisfy({ length($0.0 - center) > $0.1 + radius + 0.05 }) else { continue }
            placed.append((center, radius))
        }
        let smallest = placed.map(\.1).min()
        for (index, (rest, radius)) in placed.enumerated() {
            let center = radius == smallest ? rest + Vector3(0.16, 0, -0.1) * motion : rest
            let (base, swirl) = (glass[index % 6], glass[(index * 5 + 2) % 6])
            let salt = UInt32(index)
            world.things.append(
                World.Thing(shape: .sphere(center: center, radius: radius), gloss: 0.09) { place, _ in
                    let local = (place - center) / radius
                    let twist = rotate(Vector2(local.x, local.z), by: local.y * 2.5 + Float(salt))
                    let band = Noise.fractal(Vector2(twist.x * 2.4, local.y * 1.2 + twist.y), octaves: 4, salt)
                    return mix(base, swirl, smoothstep(0.46, 0.54, band)) * (0.7 + 0.6 * band)
                })
        }
        return world
    }
}

/// A child's building blocks on a checked cloth.
struct Blocks: Scene {
    var seed: UInt64

    func paint(_ canvas: inout Canvas, motion: Float) {
        let camera = Camera(
            eye: Vector3(-3.2, 2.6, -5.6), target: Vector3(0, 1.15, 0), focal: 1.25, aperture: 0.06)
        let world = self.world()
        canvas.shade(samples: 2, seed: seed) { p, random in
            world.light(along: camera.ray(p, &random), &random)
        }
    }

    private func world() -> World {
        var world = World(lamp: Vector3(5, 7, -4), lampRadius: 1, lampColor: Color(1.6, 1.3, 0.95)) { d in
            let wall = Noise.fractal(Vector2(d.x, d.y) * 9, octaves: 4, 4)
            return Color(0.16, 0.20, 0.24) * (0.5 + 0.7 * wall) * (1.1 + d.y)
        }
        world.things.append(World.Thing(shape: .floor(0), gloss: 0.02) { place, _ in Materials.checkedCloth(place) })
        let tints = [
            Color(0.50, 0.06, 0.05), Color(0.05, 0.16, 0.42), Color(0.62, 0.46, 0.05), Color(0.07, 0.30, 0.10),
            Color(0.48, 0.34, 0.20),
        ]
        var random = SplitMix64(seed: seed)
        let stacks: [(Float, Float, Int)] = [
            (0, 0, 4), (-1.35, 0.5, 2), (1.25, 0.7, 3), (0.6, -1.4, 1), (-0.9, -1.3, 1), (2.5, -0.4, 1),
        ]
        for (x, z, count) in stacks {
            for level in 0..<count {
                let half: Float = 0.48
                let center = Vector3(
                    x + random.uniform(-0.08, 0.08), half * Float(2 * level + 1), z + random.uniform(-0.08, 0.08))
                let angle = random.uniform(-0.5, 0.5)
                let (tint, salt) = (random.pick(tints), UInt32(truncatingIfNeeded: random.next()))
                world.things.append(
                    World.Thing(
                        shape: .box(
                            center: center, half: Vector3(repeating: half), turn: Vector2(cos(angle), sin(angle))),
                        gloss: 0.04
                    ) { place, normal in Materials.paintedWood(place - center, normal, tint, salt) })
            }
        }
        world.things.append(
            World.Thing(shape: .sphere(center: Vector3(-2.2, 0.62, -0.6), radius: 0.62), gloss: 0.05) { place, _ in
                let stripe = fraction((place.y + place.x * 0.4) * 2.2) < 0.5
                return stripe ? Color(0.62, 0.60, 0.55) : Color(0.55, 0.08, 0.07)
            })
        return world
    }
}
