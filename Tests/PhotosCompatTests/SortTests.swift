import MessageSupport
import PhotosCompat
import TestSupport
import Testing

@Suite("Sorting by creationDate is by instant", .withAndWithoutMessages)
struct SortTests {
    private let gallery: Gallery
    init() throws { gallery = try Gallery() }

    private static func png(_ seed: UInt64, _ clock: String, _ offset: String?) -> Data {
        let zone = offset.map { [TIFFBuilder.Entry.text(0x9011, $0)] } ?? []
        return Gallery.png(seed, exif: TIFFBuilder(exif: [.text(0x9003, clock)] + zone))
    }

    private func sorted(ascending: Bool) -> [String] {
        gallery.library.performAsShared {
            let options = PHFetchOptions()
            options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: ascending)]
            return PHAsset.fetchAssets(with: options).map(\.localIdentifier)
        }
    }

    /// A trip through time zones: in Rome, clocks are an hour ahead of London.
    @Test func photosOfOneTripAreInTheOrderInWhichTheyWereTaken() throws {
        let photos = try gallery.add([
            Self.png(1, "2024:06:01 09:30:00", "+01:00"), Self.png(2, "2024:06:01 10:00:00", "+02:00"),
            Self.png(3, "2024:06:01 23:00:00", "-10:00"), Self.png(4, "2024:06:02 00:30:00", "+13:00"),
            Gallery.png(5),
        ])
        let (london, rome, honolulu, auckland, undated) = (photos[0], photos[1], photos[2], photos[3], photos[4])
        #expect(sorted(ascending: true) == [rome, london, auckland, honolulu, undated])
        #expect(sorted(ascending: false) == [honolulu, auckland, london, rome, undated])
        let dates = gallery.assets(photos).compactMap(\.creationDate)
        #expect(dates.count == 4)
        let transient = PHAssetCollection.transientAssetCollection(with: gallery.assets(photos), title: nil)
        let options = PHFetchOptions()
        options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: true)]
        #expect(
            PHAsset.fetchAssets(in: transient, options: options).map(\.localIdentifier)
                == [rome, london, auckland, honolulu, undated])
    }

    /// The order includes fractions of a second and dates that the owner set.
    @Test func fractionsAndTheOwnersDatesCount() throws {
        let start = Date(timeIntervalSince1970: 1_717_200_000)
        let photos = try gallery.add((0..<4).map { Gallery.png($0) }) { number, request in
            request.creationDate = start.addingTimeInterval([0.75, 0.25, -1, 0.5][number])
        }
        #expect(sorted(ascending: true) == [photos[2], photos[1], photos[3], photos[0]])
        let last = try #require(gallery.assets([photos[2]]).first)
        try gallery.library.performChangesAndWait { PHAssetChangeRequest(for: last).creationDate = start + 5 }
        #expect(sorted(ascending: true) == [photos[1], photos[3], photos[0], photos[2]])
    }

    /// A time without a time zone counts as UTC, in any time zone of the process.
    @Test func aClockWithoutAZoneIsReadAsUTC() throws {
        let photos = try gallery.add([
            Self.png(1, "2024:06:01 09:00:00", nil), Self.png(2, "2024:06:01 10:30:00", "+02:00"),
            Self.png(3, "2024:06:01 08:00:00", "-02:00"),
        ])
        #expect(sorted(ascending: true) == [photos[1], photos[0], photos[2]])
    }
}
