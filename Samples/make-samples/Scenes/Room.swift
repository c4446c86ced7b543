import Foundation

/// A living room with sunlight through a window.
struct Room: Scene {
    var seed: UInt64

    func paint(_ canvas: inout Canvas, motion: Float) {
        let camera = Camera(
            eye: Vector3(1.4, 1.55, -4.4), target: Vector3(-0.35, 0.95, 1), focal: 0.85, aperture: 0.01)
        let world = self.world()
        canvas.shade(samples: 2, seed: seed) { p, random in
            world.light(along: camera.ray(p, &random), &random)
        }
    }

    private func world() -> World {
        var world = World(lamp: Vector3(-30, 22, -4), lampRadius: 0.5, lampColor: Color(4.2, 3.5, 2.5)) { d in
            // Rays through the window hit the garden. Inside, daylight comes from the left.
            guard d.x > -0.5 || abs(d.y) > 0.75 else {
                let tree = Noise.fractal(Vector2(d.z, d.y) * 7, octaves: 5, 71)
                return mix(Color(0.9, 1.1, 1.4), Color(0.15, 0.3, 0.08), smoothstep(0.45, 0.55, tree)) * 1.1
            }
            return Color(0.22, 0.21, 0.20) * (0.85 - 0.35 * d.x + 0.15 * d.y)
        }
        func add(_ center: Vector3, _ half: Vector3, gloss: Float = 0, _ color: @escaping (Vector3, Vector3) -> Color) {
            world.things.append(World.Thing(shape: .box(center: center, half: half), gloss: gloss, color: color))
        }
        let paper: (Vector3, Vector3) -> Color = { place, normal in
            let along = abs(normal.x) > 0.5 ? place.z : place.x
            guard place.y > 0.14 else { return Color(0.62, 0.60, 0.56) }
            return Materials.wallpaper(Vector2(along, place.y) * 1.6, Color(0.42, 0.46, 0.38))
        }
        world.things.append(
            World.Thing(shape: .floor(0), gloss: 0.06) { place, _ in
                let onRug = abs(place.x + 0.1) < 1.35 && abs(place.z + 0.2) < 1.0
                return onRug ? Materials.rug(Vector2(place.x, place.z)) : Materials.oak(place * 2.2)
            })
        add(Vector3(0, 1.4, 2.6), Vector3(3, 1.4, 0.05), paper)  // Back wall.
        add(Vector3(2.6, 1.4, 0), Vector3(0.05, 1.4, 6), paper)  // Right wall.
        add(Vector3(0, 2.85, 0), Vector3(3, 0.05, 6)) { _, _ in Color(0.66, 0.65, 0.62) }
        // The left wall, around a window with a cross.
        let window: [(Vector3, Vector3)] = [
            (Vector3(-2.6, 0.4, 0), Vector3(0.06, 0.4, 6)), (Vector3(-2.6, 2.55, 0), Vector3(0.06, 0.25, 6)),
            (Vector3(-2.6, 1.4, 2.0), Vector3(0.06, 1.4, 0.8)), (Vector3(-2.6, 1.4, -3.2), Vector3(0.06, 1.4, 2.4)),
        ]
        for (center, half) in window { add(center, half, paper) }
        for (center, half) in [
            (Vector3(-2.58, 1.55, 0.2), Vector3(0.03, 0.78, 0.035)),
            (Vector3(-2.58, 1.6, 0.2), Vector3(0.03, 0.03, 1.0)),
            (Vector3(-2.45, 0.81, 0.2), Vector3(0.16, 0.025, 1.1)),
        ] { add(center, half) { _, _ in Color(0.68, 0.67, 0.63) } }
        furnish(&world)
        return world
    }

    private func furnish(_ world: inout World) {
        func add(_ center: Vector3, _ half: Vector3, gloss: Float = 0, _ color: @escaping (Vector3, Vector3) -> Color) {
            world.things.append(World.Thing(shape: .box(center: center, half: half), gloss: gloss, color: color))
        }
        let cloth: (Vector3, Vector3) -> Color = { place, _ in
            let weave = Noise.value(Vector2(place.x + place.z, place.y) * 90, 72)
            return Color(0.10, 0.20, 0.26) * (0.5 + weave)
        }
        add(Vector3(1.05, 0.25, 2.0), Vector3(1.0, 0.25, 0.45), cloth)
        add(Vector3(1.05, 0.55, 2.4), Vector3(1.0, 0.45, 0.12), cloth)
        add(Vector3(0.1, 0.38, 2.0), Vector3(0.12, 0.38, 0.45), cloth)
        add(Vector3(0.6, 0.66, 2.15), Vector3(0.22, 0.2, 0.09)) { place, _ in
            fraction(place.x * 9 + place.y * 4) < 0.5 ? Color(0.62, 0.42, 0.10) : Color(0.55, 0.50, 0.40)
        }
        add(Vector3(-0.2, 0.42, -0.1), Vector3(0.62, 0.03, 0.36), gloss: 0.08) { place, _ in
            Materials.oak(place * 3) * 0.7
        }
        for (x, z) in [(Float(-0.75), Float(-0.4)), (0.35, -0.4), (-0.75, 0.2), (0.35, 0.2)] {
            add(Vector3(x, 0.2, z), Vector3(0.03, 0.2, 0.03)) { _, _ in Color(0.16, 0.09, 0.05) }
        }
        add(Vector3(-0.4, 0.49, -0.1), Vector3(0.16, 0.035, 0.11)) { place, normal in
            normal.y > 0.5 ? Color(0.45, 0.08, 0.06) : Color(0.6, 0.58, 0.5)
        }
        world.things.append(
            World.Thing(shape: .sphere(center: Vector3(0.12, 0.58, 0.0), radius: 0.13), gloss: 0.12) { _, _ in
                Color(0.05, 0.12, 0.30)
            })
        // A cupboard with books, and a picture over it.
        add(Vector3(-1.45, 0.5, 2.3), Vector3(0.75, 0.5, 0.22), gloss: 0.05) { place, normal in
            let door = min(abs(place.x + 1.45), abs(place.x + 2.17), abs(place.x + 0.73))
            return Materials.oak(Vector3(place.y, 0, place.x) * 2.4) * (door < 0.012 && normal.z < -0.5 ? 0.25 : 1)
        }
        add(Vector3(-1.6, 1.12, 2.3), Vector3(0.4, 0.12, 0.1)) { place, _ in
            let book = floorInt(place.x * 26)
            let hue = latticeRandom(book, 1, 73)
            return mix(Color(0.40, 0.07, 0.05), Color(0.06, 0.15, 0.28), hue) * (0.4 + latticeRandom(book, 2, 73))
        }
        add(Vector3(-0.9, 1.85, 2.53), Vector3(0.62, 0.42, 0.03)) { place, _ in
            let p = Vector2(place.x + 0.9, place.y - 1.85)
            guard abs(p.x) < 0.56, abs(p.y) < 0.36 else { return Color(0.32, 0.20, 0.07) }
            let land = Noise.fractal(p * 6, octaves: 5, 74) * 0.4 - 0.2
            return p.y > land ? Color(0.35, 0.45, 0.60) * (0.8 + p.y) : Color(0.25, 0.24, 0.08) * (0.6 + 2 * land)
        }
    }
}
