import Testing

@testable import PhotoIngest

/// The names in the tables of the tests of other importers, one row for each of their cases: each row has a file, a
/// sidecar and their relation in those tests.
///
/// A row whose relation is `borrowed` is a pair there. Here its names do not prove that the file is an edit, so that it
/// gets only the time of the sidecar, and only if it states none itself.
@Suite struct TakeoutNameTableTests {
    enum Relation { case own, borrowed, none }

    func relation(_ photo: String, _ sidecar: String, title: String? = nil) -> Relation {
        let pairing = TakeoutPairing(media: [photo], sidecars: [(name: sidecar, title: title)])
        return pairing.sidecars[0] != nil ? .own : pairing.probableSidecars[0] != nil ? .borrowed : .none
    }

    /// The rows of `Test_matchers` in `adapters/googlePhotos/matcher_test.go` of immich-go.
    @Test(
        arguments: [
            ("PXL_20211013_220651983.jpg", "PXL_20211013_220651983.jpg.json", .own),
            ("PXL_20211013_220651958.jpg", "PXL_20211013_220651983.jpg.json", .none),
            ("PXL_20220405_090123740.PORTRAIT-modifié.jpg", "PXL_20220405_090123740.PORTRAIT.jpg.json", .own),
            ("PXL_20220405_090123741.PORTRAIT-modifié.jpg", "PXL_20220405_090123740.PORTRAIT.jpg.json", .none),
            ("DSC_0100.JPG", "DSC_0100.JPG.json", .own),
            ("DSC_0101(1).JPG", "DSC_0101.JPG(1).json", .own),
            ("DSC_0102(1).JPG", "DSC_0102.JPG(2).json", .none),
            ("DSC_0103.JPG", "DSC_0103.JPG(1).json", .none),
            ("DSC_0104(1).JPG", "DSC_0104.JPG.json", .none),
            ("IMG_2710(1).HEIC", "IMG_2710.HEIC(1).json", .own),
            ("PXL_20231118_035751175.MP.jpg", "PXL_20231118_035751175.MP.jpg.json", .own),
            (
                "PXL_20230809_203449253.LONG_EXPOSURE-02.ORIGINA.jpg",
                "PXL_20230809_203449253.LONG_EXPOSURE-02.ORIGIN.json", .own
            ),
            (
                "05yqt21kruxwwlhhgrwrdyb6chhwszi9bqmzu16w0 2.jpg",
                "05yqt21kruxwwlhhgrwrdyb6chhwszi9bqmzu16w0 2.jp.json",
                .own
            ),
            (
                "😀😃😄😁😆😅😂🤣🥲☺️😊😇🙂🙃😉😌😍🥰😘😗😙😚😋😛.jpg", "😀😃😄😁😆😅😂🤣🥲☺️😊😇🙂🙃😉😌😍🥰😘😗😙😚😋.json", .own
            ),
            (
                "Backyard_ceremony_wedding_photography_xxxxxxx_m(494).jpg",
                "Backyard_ceremony_wedding_photography_xxxxxxx_(494).json", .own
            ),
            (
                "Backyard_ceremony_wedding_photography_xxxxxxx_m(185).jpg",
                "Backyard_ceremony_wedding_photography_xxxxxxx_(494).json", .none
            ),
            (
                "original_1d4caa6f-16c6-4c3d-901b-9387de10e528_P.jpg",
                "original_1d4caa6f-16c6-4c3d-901b-9387de10e528_.json", .own
            ),
            (
                "original_1d4caa6f-16c6-4c3d-901b-9387de10e528_P(1).jpg",
                "original_1d4caa6f-16c6-4c3d-901b-9387de10e528_.json", .borrowed
            ),
            ("PXL_20210102_221126856.MP~2.jpg", "PXL_20210102_221126856.MP~2.jpg.json", .own),
            (
                "13039_327707840323_537645323_9470255_27214_n(1).jpg",
                "13039_327707840323_537645323_9470255_27214_n.j(1).json", .own
            ),
            ("20161105_170829.jpg", "20161105_170829.jpg.supplemental-metadata.json", .own),
            ("Screenshot_20231027_123303_Facebook.jpg", "Screenshot_20231027_123303_Facebook.jpg.supple.json", .own),
            (
                "Screenshot_20231027_123303_Facebook(1).jpg", "Screenshot_20231027_123303_Facebook.jpg.supple(1).json",
                .own
            ),
            ("MVIMG_20191230_232926.jpg", "MVIMG_20191230_232926.jpg.supplemental-metadat.json", .own),
            ("Screenshot_20200301-161151.png", "Screenshot_20200301-161151.png.supplemental-me.json", .own),
            ("MVIMG_20200207_134534~2.jpg", "MVIMG_20200207_134534~2.jpg.supplemental-metad.json", .own),
            ("Scan35(1).jpg", "Scan35.jpg.supplemental-metadata(1).json", .own),
            ("CLIP0001(10).AVI", "CLIP0001.AVI.supplemental-metadata(10).json", .own),
            ("IMAG0061-edited.JPG", "IMAG0061.JPG.supplemental-metadata.json", .own),
            ("IMG-20230325-WA0122~2-edited.jpg", "IMG-20230325-WA0122~2.jpg.supplemental-metadat.json", .own),
            ("2234089303984509579-edited.jpg", "2234089303984509579.supplemental-metadata.json", .own),
            (
                "Screenshot_20231027_123303_Facebook-edited.jpg", "Screenshot_20231027_123303_Facebook.jpg.supple.json",
                .own
            ),
            (
                "Screenshot_2024-08-31-00-53-48-647_com.snapchat.jpg",
                "Screenshot_2024-08-31-00-53-48-647_com.snapcha.json", .own
            ),
        ] as [(String, String, Relation)]) func immichGo(photo: String, sidecar: String, expected: Relation)
    {
        #expect(relation(photo, sidecar) == expected)
    }

    /// The names in issues of immich-go (#674, #1418), of GooglePhotosTakeoutHelper (#8, #46, #59, #149, #353, #369),
    /// of Ente (#4953), of Memories (#1559) and of google-photos-exif (#7).
    @Test(
        arguments: [
            ("Peanut Butter Balls.jpg", "Peanut Butter Balls.supplemental-metadata.json", .own),
            ("Negative0-36-35(1).jpg", "Negative0-36-35(1).jpg.supplemental-metadata.json", .own),
            ("Negative0-36-35(1)-editat.jpg", "Negative0-36-35(1).jpg.supplemental-metadata.json", .own),
            ("Negative0-36-35(1)(1).jpg", "Negative0-36-35(1).jpg.supplemental-metadata(1).json", .own),
            ("Negative0-36-35(1)-editat(1).jpg", "Negative0-36-35(1).jpg.supplemental-metadata(1).json", .own),
            (
                "Urlaub in Knaufspesch in der Schneifel (38).JPG",
                "Urlaub in Knaufspesch in der Schneifel (38).JP.json",
                .own
            ),
            ("20090216_00021.jpg", "20090216_00021.JPG.json", .own),
            ("IMG_4081(1).jpg", "IMG_4081.JPG(1).json", .own),
            (
                "1581270440551-d356c6b2-6178-49af-bcdf-b308a5b4b.jpg",
                "1581270440551-d356c6b2-6178-49af-bcdf-b308a5b4.json", .own
            ),
            (
                "1581270440551-d356c6b2-6178-49af-bcdf-b308a5b4b(1).jpg",
                "1581270440551-d356c6b2-6178-49af-bcdf-b308a5b4.json", .borrowed
            ),
            ("2013-08-22.png", "2013-08-22.json", .own),
            ("Screenshot_2017-07-05-10-05-26.png", "Screenshot_2017-07-05-10-05-26.png.supplementa.json", .own),
            (
                "Screenshot_20220207_102421_com.snapchat.android.jpg",
                "Screenshot_20220207_102421_com.snapchat.androi.json", .own
            ),
            (
                "D7157814-D2D5-4A62-AFCE-9CF465CB7D66.jpeg", "D7157814-D2D5-4A62-AFCE-9CF465CB7D66.jpeg.supp.json", .own
            ),
            ("P7040106.jpg", "P7040106.JPG.json", .own),
            // A name of 45 UTF-16 units leaves one for the full stop.
            (
                "0123456789012345678901234567890123456789A.jpg", "0123456789012345678901234567890123456789A.jpg..json",
                .own
            ),
        ] as [(String, String, Relation)]) func issues(photo: String, sidecar: String, expected: Relation)
    {
        #expect(relation(photo, sidecar) == expected)
    }

    /// The names in `test/gpth_test.dart` of GooglePhotosTakeoutHelper.
    @Test(
        arguments: [
            ("image-edited.jpg", "image-edited.jpg.json", .own),
            (
                "Screenshot_2022-10-28-09-31-43-118_com.snapchat.jpg",
                "Screenshot_2022-10-28-09-31-43-118_com.snapcha.json", .own
            ),
            ("simple_file_20200101-edited.jpg", "simple_file_20200101.jpg.json", .own),
            // Found there only by its last attempt ("tryhard").
            ("simple_file_20200101-edited(1).jpg", "simple_file_20200101.jpg.json", .borrowed),
            ("img_(87).(vacation stuff).lol(87).jpg", "img_(87).(vacation stuff).lol.jpg(87).json", .own),
            ("IMG-20150125-WA0003-modifié.jpg", "IMG-20150125-WA0003.jpg.json", .own),
            ("IMG-20150125-WA0003-modifié(1).jpg", "IMG-20150125-WA0003.jpg.json", .borrowed),
        ] as [(String, String, Relation)]) func takeoutHelper(photo: String, sidecar: String, expected: Relation)
    {
        #expect(relation(photo, sidecar) == expected)
    }
}
