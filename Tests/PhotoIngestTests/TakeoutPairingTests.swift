import Foundation
import PhotoModel
import Testing

@testable import PhotoIngest

/// The names that Google's exports have, as in immich-go's test data and in the issues of importers.
@Suite struct TakeoutPairingTests {
    /// The sidecars of photos, by name.
    private func pairs(_ media: [String], _ sidecars: [(String, String)]) -> [String: String] {
        let pairing = TakeoutPairing(media: media, sidecars: sidecars.map { (name: $0.0, title: $0.1 as String?) })
        return Dictionary(uniqueKeysWithValues: pairing.sidecars.map { (media[$0.key], sidecars[$0.value].0) })
    }

    private func parts(_ media: [String], _ sidecars: [String]) -> [String: String] {
        let files = sidecars.map { (name: "\($0).json", title: $0 as String?) }
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

    /// The owner of the upload may have given the photo another name.
    @Test func aTitleMayDifferFromTheNamesOfAPair() {
        #expect(pairs(["IMG_1.jpg"], [("IMG_1.jpg.json", "IMG_2.jpg")]) == ["IMG_1.jpg": "IMG_1.jpg.json"])
        // Both sidecars have the name of the photo, and one has its title too.
        #expect(
            pairs(["a.jpg"], [("a.jpg.json", "b.jpg"), ("a.jpg.supplemental-metadata.json", "a.jpg")])
                == ["a.jpg": "a.jpg.supplemental-metadata.json"])
    }

    @Test func theTitleLeadsToASidecarWithAnotherName() {
        #expect(
            pairs(["a.jpg", "a(1).jpg"], [("x.json", "a.jpg"), ("y(1).json", "a.jpg")])
                == ["a.jpg": "x.json", "a(1).jpg": "y(1).json"])
        #expect(pairs(["a.jpg", "a.png"], [("x.json", "a")]).isEmpty, "Both have the title.")
    }

    @Test(arguments: [
        ("b.JPG", "b.jpg.supplemental-metadata.json", "b.jpg"), ("c.JPG", "c.JPG.json", "c.jpg"),
        ("d(1).jpeg", "D.JPEG(1).json", "D.JPEG"), ("É.JPG", "e\u{301}.jpg.json", "é.jpg"),
    ]) func theCaseOfLettersMayDiffer(photo: String, sidecar: String, title: String) {
        #expect(pairs([photo], [(sidecar, title)]) == [photo: sidecar])
    }

    @Test func namesInTheSameCaseComeFirst() {
        #expect(
            pairs(["b.JPG", "b.jpg"], [("b.jpg.json", "b.jpg"), ("b.JPG.json", "b.JPG")])
                == ["b.JPG": "b.JPG.json", "b.jpg": "b.jpg.json"])
    }

    /// What Google cuts and numbers, in every order.
    @Test func cutAndNumberedNames() {
        let title = String(repeating: "t", count: 45)
        let (media, cut) = (title + "tt", title + "t")
        let folders: [([String], [(String, String)])] = [
            // Cut, then numbered.
            (
                ["\(media).jpg", "\(media)(1).jpg"],
                [("\(cut).json", "\(media)a.jpg"), ("\(cut)(1).json", "\(media)b.jpg")]
            ),
            // Numbered by the owner, then cut.
            (["\(title.dropLast())(1).jpg"], [("\(title.dropLast())(1.json", "\(title.dropLast())(1).jpg")]),
            // Cut to leave space for the number.
            (["\(title.dropLast())(1).jpg"], [("\(cut)(1).json", "\(media).jpg")]),
            // The number is before the supplement.
            (["IMG_1(2).HEIC"], [("IMG_1.HEIC(2).supplemental-metadata.json", "IMG_1.HEIC")]),
        ]
        for (media, sidecars) in folders {
            let pairs = pairs(media, sidecars)
            #expect(media.compactMap { pairs[$0] } == sidecars.map(\.0))
        }
    }

    /// The folders in `adapters/googlePhotos/testgp_samples_test.nogo` of immich-go.
    @Test func foldersOfImmichGo() {
        let (wedding, other) = ("Backyard_ceremony_wedding_photography_xxxxxxx_", "magnoliastudios")
        let folders: [(media: [String], sidecars: [(String, String)])] = [
            (
                ["IMG_3479.JPG", "IMG_3479(1).JPG", "IMG_3479(2).JPG"],
                ["", "(1)", "(2)"].map { ("IMG_3479.JPG\($0).json", "IMG_3479.JPG") }
            ),
            (["27_06_12 - 1.mov"], [("27_06_12 - 1.mov.json", "27/06/12 - 1")]),
            (["27_06_12 - 2.jpg"], [("27_06_12 - 2.json", "27/06/12 - 2")]),
            (
                ["\(wedding)m.jpg", "\(wedding)m(1).jpg", "\(wedding)m(494).jpg"],
                [
                    ("\(wedding).json", "\(wedding)\(other)-371.jpg"),
                    ("\(wedding)(1).json", "\(wedding)\(other)-181.jpg"),
                    ("\(wedding)(494).json", "Backyard_ceremony_wedding_photography_markham_\(other)-19.jpg"),
                ]
            ),
            (
                [
                    "PXL_20230814_201154491.LONG_EXPOSURE-01.COVER.jpg",
                    "PXL_20230814_201154491.LONG_EXPOSURE-02.ORIGINA.jpg",
                ],
                [
                    (
                        "PXL_20230814_201154491.LONG_EXPOSURE-01.COVER..json",
                        "PXL_20230814_201154491.LONG_EXPOSURE-01.COVER.jpg"
                    ),
                    (
                        "PXL_20230814_201154491.LONG_EXPOSURE-02.ORIGIN.json",
                        "PXL_20230814_201154491.LONG_EXPOSURE-02.ORIGINAL.jpg"
                    ),
                ]
            ),
            (
                ["image000000.gif", "image000000.jpg"],
                [("image000000.gif.json", "image000000.gif.json"), ("image000000.jpg.json", "image000000.jpg")]
            ),
            (
                ["PXL_20210102_221126856.MP.jpg", "PXL_20210102_221126856.MP~2.jpg"],
                ["PXL_20210102_221126856.MP.jpg", "PXL_20210102_221126856.MP~2.jpg"].map { ("\($0).json", $0) }
            ),
        ]
        for (media, sidecars) in folders {
            let pairs = pairs(media, sidecars)
            #expect(media.compactMap { pairs[$0] } == sidecars.map(\.0))
        }
        // A sidecar of a photo that is not there.
        #expect(
            pairs(["image000000.jpg"], [("image000000.jpg(1).json", "image000000.jpg")]).isEmpty,
            "The number is another one.")
    }

    @Test func aTitleMayLackTheExtension() {
        #expect(pairs(["Balls.jpg"], [("Balls.supplemental-metadata.json", "Balls")]).count == 1)
        // A photo comes before its video, and two photos are ambiguous.
        #expect(pairs(["IMG_1.jpg", "IMG_1.mp4"], [("IMG_1.json", "IMG_1")]) == ["IMG_1.jpg": "IMG_1.json"])
        #expect(pairs(["IMG_1.jpg", "IMG_1.png"], [("IMG_1.json", "IMG_1")]).isEmpty)
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
        let files: [(name: String, title: String?)] = [
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

    @Test(arguments: EditMarks.byLanguage.flatMap(\.marks) + EditMarks.ofCreations)
    func everyMarkIsKnown(mark: String) {
        let whole = AssetResource.Kind.fullSizePhoto
        for mark in [mark, mark.uppercased(), mark.decomposedStringWithCanonicalMapping] {
            #expect(
                parts(["IMG_1.jpg", "IMG_1\(mark).jpg"], ["IMG_1.jpg"]) == ["IMG_1\(mark).jpg": "IMG_1.jpg \(whole)"])
            #expect(
                parts(["A(1).jpg", "A\(mark)(1).jpg", "A.jpg"], ["A(1).jpg", "A.jpg"])
                    == ["A\(mark)(1).jpg": "A(1).jpg \(whole)"])
        }
        // Of a long name Google leaves 47 UTF-16 units before `.jpg`, at least one of them of the mark.
        for left in 2...mark.count {
            let stem = String(repeating: "s", count: 47 - left)
            let edit = stem + mark.prefix(left) + ".jpg"
            #expect(parts(["\(stem).jpg", edit], ["\(stem).jpg"]) == [edit: "\(stem).jpg \(whole)"])
        }
    }

    /// The names in issue 162 of immich-go and in issue 29 of GooglePhotosTakeoutHelper_Neo.
    @Test(arguments: [
        ("ccccm_20210613_184811_ssssnnnnnnn_666666666", "-edi", "jpg"),
        ("ccccm_20210920_090457_ssssnnnnnnn_4444444444", "-ed", "jpg"),
        ("pppppppPR-uuuuuuuu-rrrr--ttttttttttt-4444444", "-e", "jpeg"),
        ("Con Yoli por Málaga en el piso nuevo_001", "-ha edi", "JPG"),
        ("Museo Marino de Matalascañas con Yoli_001", "-ha ed", "JPG"),
    ]) func aMarkMayBeCut(stem: String, mark: String, ending: String) {
        let (photo, edit) = ("\(stem).\(ending)", "\(stem)\(mark).\(ending)")
        #expect(parts([photo, edit], [photo]) == [edit: "\(photo) \(AssetResource.Kind.fullSizePhoto)"])
        // A shorter name is not cut, so that the letters are no mark.
        #expect(parts(["IMG.jpg", "IMG\(mark).jpg"], ["IMG.jpg"]).isEmpty)
    }

    @Test func theEditOfAMotionPhotoBelongsToIt() {
        let photo = "PXL_20230615_143022123.MP.jpg"
        #expect(
            parts([photo, "PXL_20230615_143022123.MP-modifié.jpg", "PXL_20230615_143022123.MP"], [photo])
                == [
                    "PXL_20230615_143022123.MP-modifié.jpg": "\(photo) \(AssetResource.Kind.fullSizePhoto)",
                    "PXL_20230615_143022123.MP": "\(photo) \(AssetResource.Kind.pairedVideo)",
                ])
    }

    @Test func anEditBelongsToThePhotoWithItsExtension() {
        #expect(
            parts(["IMG_1.HEIC", "IMG_1.jpg", "IMG_1-edited.jpg"], ["IMG_1.HEIC", "IMG_1.jpg"])
                == ["IMG_1-edited.jpg": "IMG_1.jpg \(AssetResource.Kind.fullSizePhoto)"])
    }

    /// The mark of an edit is cut completely: the name is that of the photo, so that Google numbers it.
    @Test func anEditWithoutItsMarkHasTheTimeOfThePhoto() {
        let name = "original_1d4caa6f-16c6-4c3d-901b-9387de10e528_P"
        let sidecar = (name: String(name.dropLast()) + ".json", title: name + "XL_20220516_164814158.jpg" as String?)
        let pairing = TakeoutPairing(media: [name + ".jpg", name + "(1).jpg"], sidecars: [sidecar])
        #expect(pairing.sidecars == [0: 0] && pairing.probableSidecars == [1: 0] && pairing.parts.isEmpty)
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
