import Foundation

/// A ground of heights over a plane, in perspective.
///
/// Every column of the picture is sampled from near to far and filled from the bottom up (voxel space, as in Comanche,
/// 1992). So each visible pixel is shaded exactly once for any ground.
struct Landscape {
    /// The position of the camera; y is its height.
    var eye: Vector3
    /// The direction of view in the plane, in radians from z to x.
    var heading: Float = 0
    /// The position of the horizon in the picture, in scene units below the centre.
    var horizon: Float = 0
    /// The focal length in short sides.
    var focal: Float = 1
    var near: Float = 1
    var far: Float
    /// The height of the ground at a point of the plane (x, z).
    var height: (Vector2) -> Float

    /// A visible point of the ground.
    struct Hit {
        var place: Vector2
        var height: Float
        /// The distance from the eye in the plane.
        var distance: Float
        /// The unit vector from the eye to the point.
        var view: Vector3
    }

    /// The direction of view at a position in the picture.
    func direction(_ p: Vector2) -> Vector3 {
        let flat = rotate(Vector2(p.x / focal, 1), by: -heading)
        return normalize(Vector3(flat.x, (horizon - p.y) / focal, flat.y))
    }

    /// Paints sky and ground.
    func paint(_ canvas: inout Canvas, sky: (Vector3) -> Color, ground: (Hit) -> Color) {
        for column in 0..<canvas.width {
            let u = canvas.scenePosition(Float(column) + 0.5, 0).x
            let alongRay = rotate(Vector2(u / focal, 1), by: -heading)
            let free = paintGround(&canvas, column, alongRay, ground)
            for y in 0..<min(canvas.height, Int(free.rounded(.up))) {
                let light = sky(direction(canvas.scenePosition(Float(column) + 0.5, Float(y) + 0.5)))
                canvas.pixels[y * canvas.width + column] += light * saturate(free - Float(y))
            }
        }
    }

    /// Fills a column from the bottom to the end of the ground, and returns this end in pixels from the top.
    private func paintGround(
        _ canvas: inout Canvas, _ column: Int, _ alongRay: Vector2, _ ground: (Hit) -> Color
    ) -> Float {
        let eyePlace = Vector2(eye.x, eye.z)
        var free = Float(canvas.height)
        var (distance, lastDistance) = (near, near)
        var lastRow = free
        while distance < far, free > 0 {
            let place = eyePlace + alongRay * distance
            let drop = (eye.y - height(place)) / distance * focal
            let row = canvas.pixelPosition(Vector2(0, horizon + drop)).y
            if row < free - 0.25 {
                let bottom = min(free, Float(canvas.height))
                var y = Int(max(row, 0))
                while Float(y) < bottom {
                    let t = saturate((Float(y) + 0.5 - lastRow) / min(row - lastRow, -1e-6))
                    let hitDistance = mix(lastDistance, distance, t)
                    let hitPlace = eyePlace + alongRay * hitDistance
                    let hitHeight = height(hitPlace)
                    let view = normalize(Vector3(hitPlace.x - eye.x, hitHeight - eye.y, hitPlace.y - eye.z))
                    let light = ground(Hit(place: hitPlace, height: hitHeight, distance: hitDistance, view: view))
                    // The part of the pixel that this segment covers.
                    let share = min(bottom, Float(y) + 1) - max(row, Float(y))
                    canvas.pixels[y * canvas.width + column] += light * saturate(share)
                    y += 1
                }
                free = row
            }
            lastRow = row
            (lastDistance, distance) = (distance, distance + max(near * 0.02, distance * 0.005))
        }
        return max(free, 0)
    }
}
