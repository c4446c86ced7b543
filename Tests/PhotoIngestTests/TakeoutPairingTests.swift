import PhotoModel
import Testing

@testable import PhotoIngest

/// The names that Google's exports have, as in immich-go's test data and in the issues of importers.
@Suite struct TakeoutPairingTests {
    /// The sidecars of photos, by name.
    private func pairs(_ media: [String], _ sidecars: [(String, String)]) -> [String: String] {
        let pairing = TakeoutPairing(media: media, sidecars: sidecars.map { (name: $0.0, title: $0.1) })
        return Dictionary(uniqueKeysWithValues: pairing.sidecars.map { (media[$0.key], sidecars[$0.value].0) })
    }

    private func parts(_ media: [String], _ sidecars: [String]) -> [String: String] {
        let files = sidecars.map { (name: "\($0).json", title: $0) }
        let pairing = TakeoutPairing(media: media, sidecars: files)
        return Dictionary(
            uniqueKeysWithValues: pairing.parts.map {
                (media[$0.key], "\(media[$0.value.original]) \($0.value.kind)")
            })
    }

    @Test(arguments: [
        ("IMG_1.jpg", "IMG_1.jpg.json", "IMG_1.jpg"),
        ("IMG_1.jpg", "IMG_1.jpg.supplemental-metadata.json", "IMG_1.jpg"),
        ("IMG_1(1).jpg", "IMG_1.jpg(1).json", "IMG_1.jpg"),
        ("IMG_1(1).jpg", "IMG_1.jpg.supplemental-metadata(1).json", "IMG_1.jpg"),
        ("IMG_1(1).jpg", "IMG_1(1).jpg.json", "IMG_1(1).jpg"),
        ("IMG_1.jpg", "IMG_1.json", "IMG_1"),
        ("a_b.jpg", "a_b.jpg.json", "a/b.jpg"),
        ("Gr\u{FC}n.jpg", "Gru\u{308}n.jpg.json", "Gr\u{FC}n.jpg"),
        // 46 characters before `.json`.
        (
            "PXL_20230814_201154491.LONG_EXPOSURE-01.COVER.jpg", "PXL_20230814_201154491.LONG_EXPOSURE-01.COVER..json",
            "PXL_20230814_201154491.LONG_EXPOSURE-01.COVER.jpg"
        ),
        (
            "PXL_20230814_094846004.PORTRAIT.ORIGINAL.jpg", "PXL_20230814_094846004.PORTRAIT.ORIGINAL.jpg.s.json",
            "PXL_20230814_094846004.PORTRAIT.ORIGINAL.jpg"
        ),
        (
            "😀😃😄😁😆😅😂🤣🥲☺️😊😇🙂🙃😉😌😍🥰😘😗😙😚😋😛.jpg", "😀😃😄😁😆😅😂🤣🥲☺️😊😇🙂🙃😉😌😍🥰😘😗😙😚😋.json",
            "😀😃😄😁😆😅😂🤣🥲☺️😊😇🙂🙃😉😌😍🥰😘😗😙😚😋😛😝😜🤪🤨🧐🤓😎🥸🤩🥳😏.jpg"
        ),
        (
            "original_1d4caa6f-16c6-4c3d-901b-9387de10e528_.jpg", "original_1d4caa6f-16c6-4c3d-901b-9387de10e528_.json",
            "original_1d4caa6f-16c6-4c3d-901b-9387de10e528_PXL_20220516_164814158.jpg"
        ),
    ]) func aSidecarIsFound(photo: String, sidecar: String, title: String) {
        #expect(pairs([photo], [(sidecar, title)]) == [photo: sidecar])
    }

    @Test func anotherTitleIsNoConfirmation() {
        #expect(pairs(["IMG_1.jpg"], [("IMG_1.jpg.json", "IMG_2.jpg")]).isEmpty)
    }

    @Test func whereSeveralFitNoneIsTaken() {
        let name = String(repeating: "n", count: 47)
        let cut = String(name.prefix(46)) + ".json"
        #expect(pairs([name + "1.jpg", name + "2.jpg"], [(cut, name + "1.jpg")]) == [name + "1.jpg": cut])
        // Both photos have the shortened name, and the title confirms neither alone.
        #expect(pairs([name + ".jpg", name + ".png"], [(cut, name)]).isEmpty)
        #expect(pairs(["a.jpg"], [("a.jpg.json", "a.jpg"), ("a.jpg.supplemental-metadata.json", "a.jpg")]).isEmpty)
    }

    /// Two exports have a sidecar each for the same photo.
    @Test func ofSidecarsThatStateTheSameOneIsTaken() {
        let files = [
            (name: "a.jpg.json", title: "a.jpg"), (name: "a.jpg.json", title: "a.jpg"),
            (name: "a.jpg.supplemental-metadata.json", title: "a.jpg"), (name: "b.jpg.json", title: "b.jpg"),
        ]
        let same = TakeoutPairing(media: ["b.jpg", "a.jpg"], sidecars: files) { ($0 < 3) == ($1 < 3) }
        #expect(same.sidecars == [0: 3, 1: 0] && same.repeatedSidecars == [1, 2])
        let third = TakeoutPairing(media: ["b.jpg", "a.jpg"], sidecars: files) { max($0, $1) < 2 }
        #expect(third.sidecars == [0: 3] && third.repeatedSidecars.isEmpty, "The third states something else.")
        // An edit without its photo.
        let edit = TakeoutPairing(media: ["a-edited.jpg"], sidecars: files) { _, _ in true }
        #expect(edit.sidecars == [0: 0] && edit.repeatedSidecars == [1, 2])
    }

    @Test func numbersAreKeptApart() {
        let media = ["DSC_0238.JPG", "DSC_0238(1).JPG", "DSC_0238_1.JPG"]
        #expect(
            pairs(
                media,
                [
                    ("DSC_0238.JPG.json", "DSC_0238.JPG"), ("DSC_0238.JPG(1).json", "DSC_0238.JPG"),
                    ("DSC_0238_1.JPG.json", "DSC_0238_1.JPG"),
                ])
                == [
                    "DSC_0238.JPG": "DSC_0238.JPG.json", "DSC_0238(1).JPG": "DSC_0238.JPG(1).json",
                    "DSC_0238_1.JPG": "DSC_0238_1.JPG.json",
                ])
    }

    @Test(arguments: ["-edited", "-bearbeitet", "-modifié", "-편집됨", "-отредактировано", "-ha editado", "-EFFECTS"])
    func anEditBelongsToItsPhoto(mark: String) {
        #expect(
            parts(["IMG_1.HEIC", "IMG_1\(mark).jpg", "IMG_2.jpg"], ["IMG_1.HEIC", "IMG_2.jpg"])
                == ["IMG_1\(mark).jpg": "IMG_1.HEIC \(AssetResource.Kind.fullSizePhoto)"])
        // A picture with a sidecar of its own is a photo of its own.
        #expect(parts(["IMG_1.jpg", "IMG_1\(mark).jpg"], ["IMG_1.jpg", "IMG_1\(mark).jpg"]).isEmpty)
    }

    @Test func anEditWithoutItsPhotoHasItsSidecar() {
        #expect(pairs(["IMG_1-edited(2).jpg"], [("IMG_1.jpg(2).json", "IMG_1.jpg")]).count == 1)
    }

    @Test func aVideoWithoutASidecarBelongsToThePhoto() {
        let paired = AssetResource.Kind.pairedVideo
        #expect(parts(["IMG_1.HEIC", "IMG_1.MP4"], ["IMG_1.HEIC"]) == ["IMG_1.MP4": "IMG_1.HEIC \(paired)"])
        #expect(parts(["PXL_1.MP.jpg", "PXL_1.MP"], ["PXL_1.MP.jpg"]) == ["PXL_1.MP": "PXL_1.MP.jpg \(paired)"])
        #expect(parts(["IMG_1.HEIC", "IMG_1.MP4"], ["IMG_1.HEIC", "IMG_1.MP4"]).isEmpty)
        #expect(parts(["IMG_1.HEIC", "IMG_1.jpg", "IMG_1.MP4"], ["IMG_1.HEIC", "IMG_1.jpg"]).isEmpty)
    }
}
