import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import OpenPhotoKitOwner
@testable import PhotoMatching

/// The search for photos by bytes, image data and content, with files.
@Suite struct ResolveTests {
    private let scene: Scene
    private let library: OwnedLibrary

    init() throws {
        scene = try Scene()
        library = try scene.open()
    }

    private func store(_ files: [[UInt8]]) async throws -> [String] { try await scene.store(files, in: library) }

    private func identifier(of file: [UInt8], compact: Bool = false) async throws -> CloudIdentifier {
        try await Scene.identifier(of: file, compact: compact)
    }

    private func resolve(_ file: [UInt8], compact: Bool = false) async throws -> Resolution {
        try #require(library.resolveAndWait([try await identifier(of: file, compact: compact)]).first).get()
    }

    private func match(_ file: [UInt8]) throws -> Resolution { try scene.match(file, in: library) }

    // MARK: Kinds of evidence

    @Test func theSameBytes() async throws {
        let assets = try await store([TestPhoto.jpeg(1), TestPhoto.jpeg(2)])
        for compact in [false, true] {
            let answer = try await resolve(TestPhoto.jpeg(2), compact: compact)
            #expect(answer.status == .found && answer.localIdentifier == assets[1] && answer.evidence == .bytes)
            #expect(answer.candidates.map(\.reason) == [.sameBytes])
        }
        #expect(try match(TestPhoto.jpeg(1)).localIdentifier == assets[0])
    }

    @Test func theBytesOfAnAlternateAreTheAssets() async throws {
        let assets = try await store([TestPhoto.jpeg(1), TestPhoto.commented(TestPhoto.jpeg(1), "x")])
        #expect(Set(assets).count == 1)
        let answer = try await resolve(TestPhoto.commented(TestPhoto.jpeg(1), "x"))
        #expect(answer.evidence == .bytes && answer.localIdentifier == assets[0])
    }

    @Test func theSameImageData() async throws {
        let photo = TestPhoto.jpeg(1)
        let assets = try await store([TestPhoto.dated(photo, "2021:07:01 10:00:00"), TestPhoto.jpeg(2)])
        for variant in [photo, TestPhoto.commented(photo, "x"), photo + [0, 0, 0]] {
            for compact in [false, true] {
                let answer = try await resolve(variant, compact: compact)
                #expect(answer.status == .found && answer.localIdentifier == assets[0] && answer.evidence == .imageData)
                #expect(answer.candidates.map(\.reason) == [.sameImageData])
            }
        }
    }

    @Test func theSameImageDataInAnotherOrientationIsFoundForThisReason() async throws {
        let photo = TestPhoto.jpeg(1)
        let assets = try await store([TestPhoto.dated(photo, "2021:07:01 10:00:00", orientation: 6)])
        let answer = try await resolve(photo)
        #expect(answer.localIdentifier == assets[0] && answer.evidence == .imageData)
        #expect(answer.candidates.map(\.reason) == [.sameImageDataOtherOrientation])
    }

    /// A copy of another quality and size, as a cloud service returns it.
    @Test(arguments: [(320, 240, 40), (320, 240, 95), (640, 480, 80), (240, 180, 85), (160, 120, 85)])
    func aReencodedCopyIsFoundByContent(width: Int, height: Int, quality: Int) async throws {
        let time = "2021:07:01 10:00:00"
        let assets = try await store((0..<6).map { TestPhoto.dated(TestPhoto.jpeg($0, width: 640, height: 480), time) })
        let copy = TestPhoto.jpeg(3, width: width, height: height, quality: quality)
        for answer in [try await resolve(copy), try match(copy)] {
            #expect(answer.status == .found && answer.localIdentifier == assets[3] && answer.evidence == .content)
            #expect(answer.candidates.map(\.verified) == [true])
            #expect(answer.candidates.allSatisfy { ($0.distance ?? 256) <= 31 })
        }
    }

    /// The copy is drawn half a pixel off, as inaccurate scalers do.
    ///
    /// In a copy of 160 pixels this is 0.3 % of the frame, which may also be another frame.
    @Test func aSmallCopyIsFoundOnlyByTheInstantOfCapture() async throws {
        func dated(_ file: [UInt8], _ subSeconds: String?) -> [UInt8] {
            TestPhoto.dated(file, "2021:07:01 10:00:00", subSeconds: subSeconds)
        }
        let assets = try await store([dated(TestPhoto.jpeg(3, width: 640, height: 480), "123")])
        let copy = TestPhoto.jpeg(3, width: 160, height: 120, isHalfPixelOff: true)
        for answer in [try await resolve(copy), try match(dated(copy, nil))] {
            #expect(answer.status == .multiple && answer.candidates.map(\.localIdentifier) == assets)
            #expect(answer.candidates.map(\.reason) == [.tooSmall] && answer.candidates.map(\.verified) == [true])
        }
        let sure = try await resolve(dated(copy, "123"))
        #expect(sure.localIdentifier == assets[0] && sure.candidates.map(\.reason) == [.sameInstant])
        #expect(try await resolve(dated(copy, "124")).status == .multiple, "The instants differ.")
    }

    @Test(arguments: [3, 6, 8]) func aCopyThatLostItsOrientationIsFoundTurned(orientation: Int) async throws {
        let photo = TestPhoto.jpeg(1)
        let assets = try await store([TestPhoto.dated(photo, "2021:07:01 10:00:00", orientation: orientation)])
        let answer = try await resolve(TestPhoto.jpeg(1, quality: 60))
        #expect(answer.status == .found && answer.localIdentifier == assets[0])
        #expect(answer.candidates.map(\.reason) == [.samePictureTurned])
    }

    @Test func anotherPhotoIsNotFound() async throws {
        _ = try await store([TestPhoto.jpeg(1), TestPhoto.jpeg(2)])
        let answer = try await resolve(TestPhoto.jpeg(3))
        #expect(answer.status == .notFound)
        #expect(answer.result.error?.code == .identifierNotFound && answer.result.error?.undecoded == nil)
        #expect(answer.result.error?.message.contains("no picture of it shows this whole picture") == true)
        #expect(try match(TestPhoto.jpeg(3)).status == .notFound)
    }

    @Test func anAnswerNamesThreeOfThePicturesThatAreNotDecodedThoseWithATimeFirst() async throws {
        func raw(_ maker: String, _ time: String?) -> [UInt8] {
            TIFFBuilder(
                main: [.text(0x010F, maker), .byte(0xC612, 1)], exif: time.map { [.text(0x9003, $0)] } ?? []
            ).bytes
        }
        let stored = try await store([
            raw("a", nil), raw("b", "2021:07:01 12:00:00"), raw("c", "2021:07:01 11:00:00"), raw("d", nil),
        ])
        let answer = try match(TestPhoto.dated(TestPhoto.jpeg(3), "2021:07:01 10:00:00"))
        #expect(answer.undecoded == .inLibrary(count: 4, localIdentifiers: [stored[2], stored[1], stored[0]]))
        let video = try match(SmallVideo(.h264).bytes)
        #expect(video.status == .undecidable && video.undecoded == .requested(.video))
        #expect(video.undecoded?.sentence.contains("videos are compared by their bytes only") == true)
    }

    @Test func picturesThatAreNotDecodedMakeAnAnswerUndecidable() async throws {
        _ = try await store([TestPhoto.jpeg(1)])
        // A version of DNG marks a raw file.
        let tiff = TIFFBuilder(
            main: [.text(0x010F, "Maker"), .byte(0xC612, 1)], exif: [.text(0x9003, "2021:07:01 10:00:00")]
        ).bytes
        let asked = try match(tiff)
        #expect(asked.status == .undecidable && asked.undecoded == .requested(.raw) && asked.condition == .unsupported)
        #expect(asked.result.error?.code == .identifierNotFound)
        #expect(asked.result.error?.message.hasPrefix("Cannot tell") == true)
        #expect(asked.result.error?.undecoded == .requested(.raw))
        #expect(try await resolve(tiff).undecoded == .requested(nil))
        #expect(try match(TestPhoto.jpeg(2)).status == .notFound)

        let stored = try await store([tiff])
        #expect(try match(tiff).localIdentifier == stored[0])
        for answer in [try match(TestPhoto.jpeg(2)), try await resolve(TestPhoto.jpeg(2))] {
            #expect(answer.status == .undecidable && answer.undecoded == .inLibrary(count: 1, localIdentifiers: stored))
            let error = try #require(answer.result.error)
            #expect(error.undecoded == answer.undecoded)
            #expect(
                error.message
                    == "Cannot tell whether the photo is in the library: 1 picture of the library that may show it is not decoded."
            )
            // Processes exchange errors in this form.
            let decoded = try JSONDecoder().decode(PhotoLibraryError.self, from: JSONEncoder().encode(error))
            #expect(decoded.undecoded == answer.undecoded)
        }
        // Of the day before and after, because the clock may show the time of another zone.
        for (day, isNear) in [(28, false), (29, false), (30, true)] {
            let photo = TestPhoto.dated(TestPhoto.jpeg(3), "2021:06:\(day) 09:00:00")
            #expect(try await resolve(photo).status == (isNear ? .undecidable : .notFound), "\(day)")
        }
        #expect(try await resolve(TestPhoto.dated(TestPhoto.jpeg(3), "2021:07:03 00:00:00")).status == .notFound)
        #expect(try match(TestPhoto.jpeg(1)).status == .found)
    }

    /// A picture with other tones is another picture.
    ///
    /// It may be listed as similar, and is never found.
    @Test func aBrighterPictureIsNotFound() async throws {
        _ = try await store([TestPhoto.jpeg(1)])
        let answer = try await resolve(TestPhoto.jpeg(1, light: 12))
        #expect(answer.status == .notFound)
        #expect(answer.lookalikes.count == 1)
    }

    /// The profile's light differs from that of sRGB, so the picture without it is brighter or darker.
    @Test(arguments: [true, false]) func aCopyThatLostItsProfileIsFound(hasProfile: Bool) async throws {
        let profile = ICCBuilder.rgb(ICCBuilder.sRGB, ICCBuilder.power(461))
        let photo = TestPhoto.jpeg(1, light: hasProfile ? 0 : 12)
        let assets = try await store([hasProfile ? TestPhoto.with(profile: profile, photo) : photo])
        let copy = TestPhoto.jpeg(1, quality: 70)
        for answer in [try match(copy), try await resolve(copy)] {
            #expect(answer.status == (hasProfile ? .found : .notFound))
            #expect((answer.candidates + answer.lookalikes).map(\.localIdentifier) == assets)
            #expect(answer.candidates.allSatisfy { $0.rendering == .unconverted })
            #expect(answer.candidates.allSatisfy { $0.explanation.contains("without the profile") })
        }
    }

    // MARK: Metadata

    @Test func ofTwoTwinsTheCaptureTimeDecides() async throws {
        let similar = (0..<2).map {
            TestPhoto.dated(TestPhoto.jpeg(1, quality: 90 - $0), "2021:07:01 10:00:00", subSeconds: "\($0)00")
        }
        let assets = try await store(similar)
        #expect(Set(assets).count == 2)
        let copy = TestPhoto.jpeg(1, quality: 70)
        let told = try await resolve(TestPhoto.dated(copy, "2021:07:01 10:00:00", subSeconds: "100"))
        #expect(told.status == .found && told.localIdentifier == assets[1])
        let untold = try await resolve(copy)
        #expect(untold.status == .multiple)
        #expect(untold.result.error?.code == .multipleIdentifiersFound)
        #expect(Set(untold.result.error?.localIdentifiers ?? []) == Set(assets))
        #expect(try await resolve(TestPhoto.dated(copy, "2021:07:01 10:00:00")).status == .multiple)
    }

    @Test func aPictureOfAnotherTimeIsAmbiguous() async throws {
        let assets = try await store([TestPhoto.dated(TestPhoto.jpeg(1), "2021:07:01 10:00:00")])
        let answer = try await resolve(TestPhoto.dated(TestPhoto.jpeg(1, quality: 70), "2021:07:01 10:00:01"))
        #expect(answer.status == .multiple)
        #expect(answer.candidates.map(\.reason) == [.captureTimeDiffers])
        #expect(answer.result.error?.localIdentifiers == assets)
    }

    @Test func uniqueIDsDecideAsTimesDo() async throws {
        let ids = ["0123456789abcdef0123456789abcdef", "fedcba9876543210fedcba9876543210"]
        let assets = try await store(
            ids.enumerated().map {
                TestPhoto.dated(TestPhoto.jpeg(1, quality: 90 - $0), "2021:07:01 10:00:00", uniqueID: $1)
            })
        let copy = TestPhoto.dated(TestPhoto.jpeg(1, quality: 70), "2021:07:01 10:00:00", uniqueID: ids[1])
        #expect(try await resolve(copy).localIdentifier == assets[1])
    }

    // MARK: Compact identifiers

    @Test func aCompactIdentifierIsFoundOnlyWithTheSameInstant() async throws {
        func photo(_ quality: Int, _ subSeconds: String?) -> [UInt8] {
            TestPhoto.dated(TestPhoto.jpeg(1, quality: quality), "2021:07:01 10:00:00", subSeconds: subSeconds)
        }
        let assets = try await store([photo(90, "123"), TestPhoto.jpeg(2)])
        let same = try await resolve(photo(70, "123"), compact: true)
        #expect(same.status == .found && same.localIdentifier == assets[0] && same.evidence == .content)
        for subSeconds in [nil, "124"] {
            let answer = try await resolve(photo(70, subSeconds), compact: true)
            #expect(answer.status == .multiple)
            #expect(answer.candidates.map(\.localIdentifier) == [assets[0]])
            #expect(answer.candidates.allSatisfy { !$0.verified })
        }
    }

    @Test func aDeletedPhotoHasNoIdentifierUntilItIsBroughtBack() async throws {
        let assets = try await store([TestPhoto.jpeg(1)])
        let before = library.cloudIdentifierMappings(forLocalIdentifiers: assets)
        _ = try library.deleteAssets(assets)
        let deleted = library.cloudIdentifierMappings(forLocalIdentifiers: assets)[assets[0]]?.error
        let error = try #require(deleted as? PhotoLibraryError)
        #expect(error.code == .identifierNotFound && error.identifier == assets[0])
        #expect(error.deletedDate == (try library.assets(withLocalIdentifiers: assets)[assets[0]]?.deletedDate))
        _ = try library.restoreDeletedAssets(assets)
        let after = library.cloudIdentifierMappings(forLocalIdentifiers: assets)
        #expect(try after[assets[0]]?.get().stringValue == before[assets[0]]?.get().stringValue)
    }

    /// If more photos look similar than are compared, the result has the nearest photos only, and is limited.
    @Test func tooManySimilarPicturesGiveTheNearest() async throws {
        let assets = try await store((0..<3).map { TestPhoto.jpeg(1, quality: 90 - 10 * $0) })
        let asked = try await identifier(of: TestPhoto.jpeg(1, quality: 95))
        let evidence = try #require(asked.evidence)
        let answer = try Resolver(library.local.catalog, library.local.index, candidateLimit: 2).resolve(evidence)
        #expect(answer.status == .multiple && answer.candidates.count == 2 && answer.isLimited)
        #expect(Set(answer.candidates.map(\.localIdentifier)).isSubset(of: assets))
        let distances = answer.candidates.compactMap(\.distance)
        #expect(distances.count == 2 && distances == distances.sorted())
        #expect(answer.candidates.allSatisfy { $0.reason == .notVerified && !$0.verified })
        guard case .failure(let error) = answer.result else {
            Issue.record("Nothing is chosen.")
            return
        }
        #expect(error.code == .multipleIdentifiersFound)
        #expect(error.localIdentifiers == answer.candidates.map(\.localIdentifier))
        #expect(error.message.contains("More than 2 photos"), "\(error.message)")
        // As many photos as the limit are all compared.
        let all = try Resolver(library.local.catalog, library.local.index, candidateLimit: 3).resolve(evidence)
        #expect(!all.isLimited && all.candidates.allSatisfy { $0.reason != .notVerified })
    }

    // MARK: Weak pictures

    @Test func flatPicturesAreNeverFoundByContent() async throws {
        let assets = try await store([TestPhoto.flatJPEG(level: 128)])
        #expect(try await resolve(TestPhoto.flatJPEG(level: 128)).localIdentifier == assets[0], "Bytes are proof.")
        #expect(try await resolve(TestPhoto.flatJPEG(level: 128, quality: 50)).status != .found)
    }

    /// The hash of a flat picture is that of its coding noise, so a copy may be no candidate.
    @Test func aFlatPictureIsNeverSaidToBeAbsent() async throws {
        _ = try await store([TestPhoto.jpeg(1)])
        let flat = TestPhoto.flatJPEG(level: 128)
        for answer in [try await resolve(flat), try match(flat)] {
            #expect(answer.status == .undecidable && answer.undecoded == .requestedShowsTooLittle)
            #expect(answer.undecoded?.isRequested == true && answer.undecoded?.localIdentifiers == [])
            let error = try #require(answer.result.error)
            #expect(error.code == .identifierNotFound && error.message.contains("shows too little"))
        }
    }

    @Test func aPictureInWhichNothingShowsAShiftIsAmbiguous() async throws {
        let assets = try await store([TestPhoto.stripedJPEG()])
        let answer = try await resolve(TestPhoto.stripedJPEG(quality: 60))
        #expect(answer.status == .multiple && answer.candidates.map(\.localIdentifier) == assets)
        #expect(answer.candidates.map(\.reason) == [.tooFlat])
    }

    @Test func aTruncatedPictureIsNeverFoundByContent() async throws {
        let photo = TestPhoto.jpeg(1)
        _ = try await store([photo])
        // All rows are complete, and only the end of the image is missing. The pictures agree, but no photo is found.
        let cut = Array(photo.dropLast(2))
        let matched = try match(cut)
        #expect(matched.status == .multiple && matched.candidates.map(\.reason) == [.damaged])
        // The identifier of a damaged picture has no evidence by content.
        #expect(try await resolve(cut).status == .undecidable)
    }
}
