import MessageSupport
import PhotosCompat
import TestSupport
import Testing

@Suite("Predicates and sort descriptors", .withAndWithoutMessages)
struct PredicateTests {
    /// Photos that differ in all properties of predicates, and a video.
    ///
    /// No test changes these assets.
    private static let shared = Result {
        let gallery = try Gallery()
        let screenshot = TIFFBuilder(exif: [.bytes(0x9286, Array("ASCII\0\0\0Screenshot".utf8))])
        let elsewhere = TIFFBuilder(
            exif: [.text(0x9003, "2024:06:01 00:30:00"), .text(0x9011, "+13:00")])
        let files =
            (0..<6).map { Gallery.png($0, width: 40 + 10 * Int($0)) }
            + [Gallery.png(6, exif: screenshot), Gallery.png(7, exif: elsewhere), Gallery.video(seconds: 7)]
        try gallery.add(files) { number, request in
            if number < 5 { request.creationDate = Date(timeIntervalSince1970: 1_717_200_000 + Double(number) * 3600) }
            request.isFavorite = number.isMultiple(of: 2)
            request.isHidden = number == 3
        }
        return gallery
    }

    private let gallery: Gallery
    private let assets: [PHAsset]

    init() throws {
        gallery = try Self.shared.get()
        let options = PHFetchOptions()
        options.includeHiddenAssets = true
        assets = Array(gallery.library.performAsShared { PHAsset.fetchAssets(with: options) })
        #expect(assets.count == 9)
    }

    private func fetch(_ predicate: NSPredicate) -> PHFetchResult<PHAsset> {
        let options = PHFetchOptions()
        options.predicate = predicate
        options.includeHiddenAssets = true
        return gallery.library.performAsShared { PHAsset.fetchAssets(with: options) }
    }

    /// Checks that the catalogue and the objects give the same result.
    private func check(_ predicate: NSPredicate, count: Int? = nil, _ words: String) {
        let found = fetch(predicate)
        #expect(found.error == nil, "\(words)")
        let expected = assets.filter { predicate.evaluate(with: $0) }
        #expect(Set(found.map(\.localIdentifier)) == Set(expected.map(\.localIdentifier)), "\(words)")
        if let count { #expect(found.count == count, "\(words)") }
    }

    @Test func predicatesOfApps() {
        let noon = Date(timeIntervalSince1970: 1_717_200_000 + 2 * 3600)
        check(NSPredicate(format: "mediaType == %d", PHAssetMediaType.image.rawValue), count: 8, "images")
        check(NSPredicate(format: "mediaType = %i", PHAssetMediaType.video.rawValue), count: 1, "videos")
        check(NSPredicate(format: "creationDate > %@", noon as NSDate), count: 2, "after")
        check(NSPredicate(format: "creationDate >= %@ AND creationDate < %@", noon, noon + 3600), count: 1, "hour")
        check(NSPredicate(format: "creationDate BETWEEN %@", [noon, noon + 3600]), count: 2, "between")
        check(NSPredicate(format: "creationDate == nil"), "without a date")
        check(NSPredicate(format: "favorite == YES"), count: 5, "favourites")
        check(NSPredicate(format: "isFavorite == %d && hidden == NO", 0), count: 3, "no favourites")
        check(
            NSPredicate(
                format: "(mediaSubtypes & %d) != 0 || (mediaSubtypes & %d) != 0",
                PHAssetMediaSubtype.photoScreenshot.rawValue, PHAssetMediaSubtype.photoPanorama.rawValue), count: 1,
            "bits")
        check(NSPredicate(format: "NOT ((mediaSubtypes & %d) != 0)", 4), count: 8, "no screenshots")
        check(NSPredicate(format: "mediaSubtypes == %ld", 4), count: 1, "only a screenshot")
        check(NSPredicate(format: "(mediaSubtype & %d) != 0", 4), count: 1, "the key's other name")
        check(NSPredicate(format: "pixelWidth > 60 AND pixelWidth <= %d", 80), count: 2, "width")
        check(NSPredicate(format: "60 >= pixelWidth"), "turned")
        check(NSPredicate(format: "duration > 5"), count: 1, "long")
        check(NSPredicate(format: "duration < 5.5"), count: 8, "stills last 0 seconds")
        check(NSPredicate(format: "localIdentifier IN %@", assets.prefix(2).map(\.localIdentifier)), count: 2, "IN")
        check(NSPredicate(format: "SELF == %@", assets[0]), count: 1, "SELF")
        check(NSPredicate(format: "mediaType IN {1, 2}"), count: 9, "list")
        check(NSPredicate(format: "%K != nil", "burstIdentifier"), count: 0, "bursts")
        check(NSPredicate(format: "TRUEPREDICATE"), count: 9, "all")
        check(NSPredicate(format: "FALSEPREDICATE OR mediaType == 3"), count: 0, "none")
        check(NSPredicate(value: true), count: 9, "always")
        check(NSPredicate(value: false), count: 0, "never")
        check(
            NSCompoundPredicate(orPredicateWithSubpredicates: [
                NSPredicate(value: false), NSPredicate(format: "mediaType == 2"),
            ]), count: 1, "never or videos")
        check(
            NSCompoundPredicate(andPredicateWithSubpredicates: [
                NSPredicate(format: "favorite == 1"), NSPredicate(format: "hidden == 0"),
            ]), count: 5, "compound")
    }

    /// Random predicates give the same result in the catalogue and for the objects.
    @Test func catalogueAndAssetsAgree() {
        var random = Seeded(5)
        let numbers = [0, 0.5, 1, 2, 4, 7, 40, 50, 60, 64, 96, 240, 320, 1e12, -3]
        let dates = assets.compactMap(\.creationDate) + assets.compactMap(\.modificationDate) + [.distantPast, Date()]
        let texts = assets.map(\.localIdentifier) + ["", "nothing"]
        let operators = ["==", "!=", "<", "<=", ">", ">="]
        func condition(_ depth: Int, _ arguments: inout [Any]) -> String {
            if depth > 0, Bool.random(using: &random) {
                let left = condition(depth - 1, &arguments)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: return "NOT (\(left))"
                case 1: return "(\(left)) AND (\(condition(depth - 1, &arguments)))"
                default: return "(\(left)) OR (\(condition(depth - 1, &arguments)))"
                }
            }
            let key =
                [
                    "mediaType", "duration", "pixelWidth", "pixelHeight", "creationDate", "modificationDate",
                    "addedDate", "localIdentifier", "favorite", "hidden", "mediaSubtypes",
                ].randomElement(using: &random) ?? ""
            let word = operators.randomElement(using: &random) ?? ""
            switch key {
            case "creationDate", "modificationDate", "addedDate":
                let value = dates.randomElement(using: &random) ?? Date()
                guard Bool.random(using: &random) else {
                    arguments.append(value)
                    return "\(key) \(word) %@"
                }
                arguments.append([value, dates.randomElement(using: &random) ?? value])
                return "\(key) BETWEEN %@"
            case "localIdentifier":
                arguments.append(texts.randomElement(using: &random) ?? "")
                return "\(key) \(["==", "!="].randomElement(using: &random) ?? "") %@"
            case "mediaSubtypes":
                arguments.append([0, 1, 4, 5, 8].randomElement(using: &random) ?? 0)
                return "(mediaSubtypes & %d) \(["==", "!="].randomElement(using: &random) ?? "") 0"
            default:
                arguments.append(numbers.randomElement(using: &random) ?? 0)
                return "\(key) \(word) %f"
            }
        }
        for _ in 0..<400 {
            var arguments: [Any] = []
            let format = condition(3, &arguments)
            check(NSPredicate(format: format, argumentArray: arguments), "\(format) \(arguments)")
        }
    }

    @Test(arguments: [
        "filename == 'a'", "mediaType", "mediaType ==", "== 1", "mediaType == 1 1", "(mediaType == 1",
        "mediaType == 1)",
        "mediaType LIKE 'a'", "localIdentifier BEGINSWITH 'a'", "mediaType IN 1", "duration BETWEEN {1}",
        "duration & 1 == 1",
        "duration == 'long'", "creationDate > 5", "ANY mediaType == 1", "mediaType == %@", "'text", "mediaType == %q",
        "",
        "localIdentifier ==[c] 'a'", "localIdentifier < 'a'", "mediaType == 1 ~ 2", "FUNCTION(1, 2) == 3",
        "{1, mediaType} == 3",
    ])
    func unsupportedPredicatesAreReported(_ format: String) {
        let found = fetch(NSPredicate(format: format))
        #expect(found.isEmpty)
        #expect(found.error is PHFetchOptionsError, "\(found.error.map { "\($0)" } ?? "no error")")
    }

    @Test func blocksAndForeignSortDescriptorsAreRefused() {
        #expect(fetch(NSPredicate { _, _ in true }).error is PHFetchOptionsError)
        #expect(fetch(NSPredicate(format: "mediaType == 1", 2)).error is PHFetchOptionsError, "An argument too many.")
        #expect(fetch(NSPredicate(format: "mediaType == %@", [1])).error is PHFetchOptionsError)
        #expect(fetch(NSPredicate(format: "mediaType == %d", gallery.library)).error is PHFetchOptionsError)
        let options = PHFetchOptions()
        options.sortDescriptors = [NSSortDescriptor(keyPath: \PHAsset.uniformName, ascending: true)]
        #expect(gallery.library.performAsShared { PHAsset.fetchAssets(with: options).error } is PHFetchOptionsError)
        options.sortDescriptors = [NSSortDescriptor(key: "burstIdentifier", ascending: true)]
        #expect(gallery.library.performAsShared { PHAsset.fetchAssets(with: options).error } is PHFetchOptionsError)
    }

    @Test func assetsAreSorted() {
        for key in [
            "pixelWidth", "creationDate", "modificationDate", "localIdentifier", "duration", "favorite", "mediaType",
        ] {
            for ascending in [true, false] {
                let options = PHFetchOptions()
                let descriptor = NSSortDescriptor(key: key, ascending: ascending)
                options.sortDescriptors = [descriptor]
                if key != "mediaType" { options.predicate = NSPredicate(format: "creationDate != nil") }
                let found = Array(gallery.library.performAsShared { PHAsset.fetchAssets(with: options) })
                #expect(found.count > 4)
                // The order is compared without the photo that was taken in another time zone.
                let compared = key == "creationDate" ? found.filter { $0.pixelWidth != 96 } : found
                for (first, second) in zip(compared, compared.dropFirst()) {
                    #expect(descriptor.compare(first, to: second) != .orderedDescending, "\(key)")
                }
            }
        }
    }

    @Test func assetsAreSortedByTheirProperties() {
        func sorted(by descriptor: NSSortDescriptor) -> [PHAsset] {
            let options = PHFetchOptions()
            options.sortDescriptors = [
                descriptor, NSSortDescriptor(keyPath: \PHAsset.localIdentifier, ascending: false),
            ]
            let found = gallery.library.performAsShared { PHAsset.fetchAssets(with: options) }
            #expect(found.error == nil)
            return Array(found)
        }
        func sorted(byKey key: String) -> [PHAsset] { sorted(by: NSSortDescriptor(key: key, ascending: false)) }
        #expect(
            sorted(by: NSSortDescriptor(keyPath: \PHAsset.pixelWidth, ascending: false)) == sorted(byKey: "pixelWidth"))
        #expect(sorted(by: NSSortDescriptor(keyPath: \PHAsset.duration, ascending: false)) == sorted(byKey: "duration"))
        // Foundation has no sort descriptors for key paths of optional and Boolean properties.
        #expect(
            sorted(by: NSSortDescriptor(keyPath: \PHAsset.creationDate, ascending: false))
                == sorted(byKey: "creationDate"))
        #expect(
            sorted(by: NSSortDescriptor(keyPath: \PHAsset.isFavorite, ascending: false)) == sorted(byKey: "favorite"))
        #expect(sorted(byKey: "favorite").map(\.isFavorite) == [true, true, true, true, true, false, false, false])
        #expect(sorted(byKey: "mediaType").first?.mediaType == .video)
    }

    /// Invalid formats are refused, and never end the process.
    @Test func randomJunkIsHarmless() {
        var random = Seeded(9)
        let words = [
            "mediaType", "creationDate", "SELF", "%@", "%K", "%d", "%lu", "(", ")", "{", "}", "[", "]", "[cd]", "==",
            "!=", "<",
            ">=", "&", "&&", "||", "AND", "OR", "NOT", "IN", "BETWEEN", "CONTAINS", "nil", "YES", "'a'", "\"", "1",
            "-1",
            "1e999", "0x7f", "9999999999999999999999", ",", "%", "\\", "🦩", "TRUEPREDICATE", "duration",
            "localIdentifier",
        ]
        let arguments: [Any] = [
            1, "a", Date.distantFuture, [1, 2], ["a"], Data(), -1, UInt64.max, Double.nan, Double.infinity, NSNull(),
            assets[0],
            Date(timeIntervalSince1970: .nan), Date(timeIntervalSince1970: 1e300), [[1]], Optional<Int>.none as Any,
        ]
        var understood = 0
        for round in 0..<3000 {
            let format = (0..<Int.random(in: 0..<12, using: &random)).map { _ in
                words.randomElement(using: &random) ?? ""
            }.joined(separator: round.isMultiple(of: 3) ? "" : " ")
            let some = (0..<Int.random(in: 0..<4, using: &random)).compactMap { _ in
                arguments.randomElement(using: &random)
            }
            let predicate = NSPredicate(format: format, argumentArray: some)
            _ = predicate.evaluate(with: assets[0])
            if fetch(predicate).error == nil { understood += 1 }
        }
        #expect(understood > 0)
        for value in arguments {
            for key in ["creationDate", "modificationDate", "duration", "pixelWidth", "mediaSubtypes", "mediaType"] {
                for word in ["==", "<", ">="] { _ = fetch(NSPredicate(format: "\(key) \(word) %@", value)).count }
            }
        }
        let deep = String(repeating: "(", count: 100_000)
        #expect(fetch(NSPredicate(format: deep + "mediaType == 1")).error is PHFetchOptionsError)
        #expect(fetch(NSPredicate(format: String(repeating: "NOT ", count: 100_000))).error is PHFetchOptionsError)
    }
}

extension PHAsset {
    /// A property that is not a key of predicates.
    fileprivate var uniformName: String { localIdentifier.lowercased() }
}
