import Foundation

/// Linear light, red, green, blue; 1 is the brightest white that the camera records at exposure 0.
typealias Color = SIMD3<Float>
typealias Vector2 = SIMD2<Float>
typealias Vector3 = SIMD3<Float>

@inline(__always) func dot(_ a: Vector2, _ b: Vector2) -> Float { a.x * b.x + a.y * b.y }
@inline(__always) func dot(_ a: Vector3, _ b: Vector3) -> Float { a.x * b.x + a.y * b.y + a.z * b.z }
@inline(__always) func length(_ v: Vector2) -> Float { dot(v, v).squareRoot() }
@inline(__always) func length(_ v: Vector3) -> Float { dot(v, v).squareRoot() }
@inline(__always) func normalize(_ v: Vector3) -> Vector3 { v / length(v) }

@inline(__always) func cross(_ a: Vector3, _ b: Vector3) -> Vector3 {
    Vector3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
}

@inline(__always) func reflect(_ direction: Vector3, _ normal: Vector3) -> Vector3 {
    direction - normal * (2 * dot(direction, normal))
}

func rotate(_ v: Vector2, by angle: Float) -> Vector2 {
    let (s, c) = (sin(angle), cos(angle))
    return Vector2(v.x * c - v.y * s, v.x * s + v.y * c)
}

@inline(__always) func mix(_ a: Float, _ b: Float, _ t: Float) -> Float { a + (b - a) * t }
@inline(__always) func mix(_ a: Color, _ b: Color, _ t: Float) -> Color { a + (b - a) * t }

/// Limits to 0…1.
@inline(__always) func saturate(_ x: Float) -> Float { min(max(x, 0), 1) }

/// 0 below `low`, 1 above `high`, a smooth ramp between them.
@inline(__always) func smoothstep(_ low: Float, _ high: Float, _ x: Float) -> Float {
    let t = saturate((x - low) / (high - low))
    return t * t * (3 - 2 * t)
}

/// The largest integer not above `x`, without the function call for rounding on a baseline x86-64 processor.
@inline(__always)
func floorInt(_ x: Float) -> Int32 {
    let truncated = Int32(x)
    return Float(truncated) > x ? truncated - 1 : truncated
}

/// The fractional part of `x`, 0 ≤ fraction < 1.
@inline(__always)
func fraction(_ x: Float) -> Float { x - Float(floorInt(x)) }

func luminance(_ color: Color) -> Float { dot(color, Color(0.2126, 0.7152, 0.0722)) }
