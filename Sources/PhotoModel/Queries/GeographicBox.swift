internal import Foundation

extension ImageMetadata.Location {
    /// The distance in metres along the surface of a sphere of Earth's mean radius, with an error of at most 0.6 %.
    package func metres(to other: ImageMetadata.Location) -> Double {
        let (here, there) = (latitude * .pi / 180, other.latitude * .pi / 180)
        let (north, east) = (there - here, (other.longitude - longitude) * .pi / 180)
        let haversine = pow(sin(north / 2), 2) + cos(here) * cos(there) * pow(sin(east / 2), 2)
        return 2 * Self.meanRadius * asin(min(1, haversine.squareRoot()))
    }

    fileprivate static let meanRadius = 6_371_008.8
}

/// A range of latitudes and longitudes that contains a circle on the sphere.
package struct GeographicBox: Sendable, Hashable {
    /// Degrees north.
    package let latitudes: ClosedRange<Double>
    /// Degrees east; `nil` for all longitudes, if the circle contains a pole or crosses the ±180th meridian.
    package let longitudes: ClosedRange<Double>?

    /// Creates the box of all points within `metres` of `center`.
    package init(around center: ImageMetadata.Location, metres: Double) {
        // A little larger, because of rounding.
        let angle = max(0, metres) / ImageMetadata.Location.meanRadius * 1.000001 + 1e-9
        let degrees = angle * 180 / .pi
        latitudes = (center.latitude - degrees)...(center.latitude + degrees)
        let sine = sin(min(angle, .pi / 2)) / cos(center.latitude * .pi / 180)
        guard latitudes.lowerBound > -90, latitudes.upperBound < 90, sine < 1 else {
            longitudes = nil
            return
        }
        let reach = asin(sine) * 180 / .pi
        let (west, east) = (center.longitude - reach, center.longitude + reach)
        longitudes = west > -180 && east < 180 ? west...east : nil
    }
}
