import Foundation
import SystemPackage
import Testing

@testable import PhotoModel

@Suite struct CaptureDateTests {
    private func instant(_ text: String, _ zone: String = "Europe/Vienna") throws -> String {
        let time = try #require(CaptureTime(text))
        return try time.date(in: #require(TimeZone(identifier: zone))).formatted(.iso8601)
    }

    @Test func aStatedOffsetDecidesTheInstant() throws {
        #expect(try instant("2024-07-01T10:00:00+05:30") == "2024-07-01T04:30:00Z")
        #expect(try instant("2024-07-01T10:00:00-08:00") == "2024-07-01T18:00:00Z")
        #expect(try instant("1969-12-31T23:59:59.500+00:00") == "1969-12-31T23:59:59Z")
    }

    @Test func withoutAnOffsetTheZonesOffsetAtThatTimeDecides() throws {
        #expect(try instant("2024-07-01T10:00:00") == "2024-07-01T08:00:00Z")
        #expect(try instant("2024-01-01T10:00:00") == "2024-01-01T09:00:00Z")
        // The nights in which daylight saving time begins or ends, at 01:00 UTC.
        #expect(try instant("2024-03-31T01:59:59") == "2024-03-31T00:59:59Z")
        #expect(try instant("2024-03-31T03:00:00") == "2024-03-31T01:00:00Z")
        #expect(try instant("2024-10-27T03:00:00") == "2024-10-27T02:00:00Z")
        #expect(try instant("2024-07-01T00:30:00", "America/Los_Angeles") == "2024-07-01T07:30:00Z")
    }
}

@Suite struct GeographicBoxTests {
    private func place(_ latitude: Double, _ longitude: Double) throws -> ImageMetadata.Location {
        try #require(ImageMetadata.Location(latitude: latitude, longitude: longitude))
    }

    @Test func distancesOnTheSphere() throws {
        // A degree of a great circle is 111.195 km.
        #expect(abs(try place(0, 0).metres(to: place(0, 1)) - 111_195) < 1)
        #expect(abs(try place(0, 179.5).metres(to: place(0, -179.5)) - 111_195) < 1)
        #expect(abs(try place(90, 0).metres(to: place(89, 77)) - 111_195) < 1)
        #expect(try place(12, 34).metres(to: place(12, 34)) == 0)
        #expect(abs(try place(0, 0).metres(to: place(0, 180)) - 20_015_115) < 10)
    }

    /// Circles of all sizes at random positions, and places in them.
    @Test func aBoxHoldsItsCircle() throws {
        for latitude in stride(from: -90.0, through: 90, by: 15) {
            for longitude in [-180.0, -179.9, -90, 0, 45, 179.9, 180] {
                let center = try place(latitude, longitude)
                for metres in [0, 1, 50_000, 3e6, 2e7] {
                    let box = GeographicBox(around: center, metres: metres)
                    for other in try grid(around: center) where center.metres(to: other) <= metres {
                        #expect(box.latitudes.contains(other.latitude))
                        #expect(box.longitudes?.contains(other.longitude) ?? true, "\(center) \(metres) \(other)")
                    }
                }
            }
        }
        #expect(GeographicBox(around: try place(0, 0), metres: .nan).latitudes.contains(0))
        #expect(GeographicBox(around: try place(0, 0), metres: .infinity).longitudes == nil)
    }

    private func grid(around center: ImageMetadata.Location) throws -> [ImageMetadata.Location] {
        let steps = [-60, -10, -1, -0.4, -0.1, -1e-6, 0, 1e-6, 0.1, 0.4, 1, 10, 60]
        return steps.flatMap { north in
            steps.compactMap { east in
                let longitude = (center.longitude + east + 540).truncatingRemainder(dividingBy: 360) - 180
                return ImageMetadata.Location(latitude: center.latitude + north, longitude: longitude)
            }
        }
    }
}

@Suite struct AssetFactTests {
    private func asset(_ kinds: [AssetResource.Kind]) throws -> Asset {
        let digest = try #require(Digest(repeatElement(UInt8(1), count: 32)))
        let resources = kinds.map {
            AssetResource(
                kind: $0, location: .library("a"), originalFilename: nil, bytes: 1, sha256: digest,
                imageDataDigest: nil, format: .jpeg, orientation: .up, colorProfile: .none)
        }
        return Asset(
            localIdentifier: "a", mediaType: .image, size: nil, captureTime: nil, addedDate: .now,
            modificationDate: .now, isFavorite: false, metadata: ImageMetadata(), condition: .ok, resources: resources)
    }

    @Test func anEditIsAdjustmentDataAndTheEditedPicture() throws {
        #expect(try asset([.original, .fullSizePhoto, .adjustmentData]).hasAdjustments)
        #expect(try !asset([.original, .fullSizePhoto]).hasAdjustments)
        #expect(try !asset([.original, .adjustmentData]).hasAdjustments)
        #expect(try asset([.original]).playbackStyle == .image)
        #expect(try asset([.original]).duration == 0)
    }
}
