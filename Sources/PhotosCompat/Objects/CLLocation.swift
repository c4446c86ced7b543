public import Foundation
internal import OpenPhotoKit

/// Degrees on Earth, WGS 84.
public typealias CLLocationDegrees = Double
/// Metres.
public typealias CLLocationDistance = Double

/// A place on Earth, WGS 84.
public struct CLLocationCoordinate2D: Sendable {
    /// Degrees north.
    public var latitude: CLLocationDegrees
    /// Degrees east.
    public var longitude: CLLocationDegrees

    /// A place.
    public init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
        self.latitude = latitude
        self.longitude = longitude
    }
}

/// Where a photo was taken.
///
/// Core Location's class of this name, with the values that photos contain.
public final class CLLocation: NSObject, Sendable {
    /// The place.
    public let coordinate: CLLocationCoordinate2D
    /// Metres above sea level; 0 if ``verticalAccuracy`` is negative.
    public let altitude: CLLocationDistance
    /// Negative if the altitude is unknown.
    public let verticalAccuracy: CLLocationDistance

    /// A place without an altitude.
    public convenience init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
        self.init(CLLocationCoordinate2D(latitude: latitude, longitude: longitude), altitude: nil)
    }

    /// A place with an altitude, unless the accuracy of that is negative.
    public convenience init(
        coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance, horizontalAccuracy: CLLocationDistance,
        verticalAccuracy: CLLocationDistance, timestamp: Date
    ) {
        self.init(coordinate, altitude: verticalAccuracy < 0 ? nil : altitude)
    }

    convenience init(_ location: ImageMetadata.Location) {
        self.init(
            CLLocationCoordinate2D(latitude: location.latitude, longitude: location.longitude),
            altitude: location.altitude)
    }

    private init(_ coordinate: CLLocationCoordinate2D, altitude: Double?) {
        self.coordinate = coordinate
        self.altitude = altitude ?? 0
        verticalAccuracy = altitude == nil ? -1 : 0
    }

    /// The distance to another place in metres, on a sphere; NaN if one of them is not a valid place.
    public func distance(from location: CLLocation) -> CLLocationDistance {
        guard let here = place, let there = location.place else { return .nan }
        return here.metres(to: there)
    }

    /// The place as a value of the core; `nil` if it is not a valid place.
    var place: ImageMetadata.Location? {
        ImageMetadata.Location(
            latitude: coordinate.latitude, longitude: coordinate.longitude,
            altitude: verticalAccuracy < 0 ? nil : altitude)
    }
}
