import Testing

@testable import PhotoIngest

/// The tables of GooglePhotosTakeoutHelper_Neo.
extension TakeoutNameTableTests {
    /// The names in the tests of GooglePhotosTakeoutHelper_Neo: `remove_extra_regex_test.dart`,
    /// `extension_fixing_metadata_matcher_test.dart`, `metadata_matcher_service_test.dart` and
    /// `truncated_filename_fixer_service_test.dart`.
    ///
    /// Left out are names that no photo has: `.zip`, and the extensions `.jp` and `.pn`, which Google never cuts.
    @Test(
        arguments: [
            ("foto-bearbeitet.jpg", "foto.jpg.json", .own),
            ("photo-modifié.png", "photo.png.json", .own),
            ("imagen-editado.gif", "imagen.gif.json", .own),
            ("photo-edited(1).jpg", "photo.jpg.json", .borrowed),
            ("mi salón-ha editado.JPG", "mi salón.JPG.json", .own),
            (
                "Con Yoli por Málaga en el piso nuevo_001-ha edi.JPG",
                "Con Yoli por Málaga en el piso nuevo_001.JPG.json", .own
            ),
            (
                "Museo Marino de Matalascañas con Yoli_001-ha ed.JPG",
                "Museo Marino de Matalascañas con Yoli_001.JPG.json", .own
            ),
            ("photo-edi.JPG", "photo.JPG.json", .borrowed),
            ("foto-be.jpg", "foto.jpg.json", .borrowed),
            ("photo-mo.jpg", "photo.jpg.json", .borrowed),
            ("imagen-ed.png", "imagen.png.json", .borrowed),
            ("video-bear.mp4", "video.mp4.json", .borrowed),
            ("IMG_20230101_123456_HDR-edited(1).jpg", "IMG_20230101_123456_HDR.jpg.json", .borrowed),
            (
                "PXL_20230615_090000000.PORTRAIT-bearbeitet(2).jpg", "PXL_20230615_090000000.PORTRAIT.jpg.json",
                .borrowed
            ),
            (
                "WhatsApp Image 2023-12-25 at 14.30.45-modifi.jpeg", "WhatsApp Image 2023-12-25 at 14.30.45.jpeg.json",
                .borrowed
            ),
            ("café-edited.jpg", "café.jpg.json", .own),
            ("phöto-bearbeitet.png", "phöto.png.json", .own),
            ("测试-编辑.jpg", "测试.jpg.json", .own),
            ("IMG_20230615_143022-edited.jpg", "IMG_20230615_143022.jpg.json", .own),
            ("PXL_20240301_120000123-effects.jpg", "PXL_20240301_120000123.jpg.json", .own),
            (
                "Screenshot_2023-10-28-09-31-43-118_com.snapchat-edited.png",
                "Screenshot_2023-10-28-09-31-43-118_com.snapchat.png.json", .own
            ),
            ("MVIMG_20230412_190301-smile.jpg", "MVIMG_20230412_190301.jpg.json", .own),
            ("VID_20230825_184523-effects.mp4", "VID_20230825_184523.mp4.json", .own),
            ("IMG_20230101_000000-bearbeitet.JPG", "IMG_20230101_000000.JPG.json", .own),
            ("DSC_0123-modifié.jpg", "DSC_0123.jpg.json", .own),
            ("Photo_2023-12-25_14-30-45-編集済み.jpeg", "Photo_2023-12-25_14-30-45.jpeg.json", .own),
            ("IMG-20150125-WA0003-ha editado.jpg", "IMG-20150125-WA0003.jpg.json", .own),
            ("IMG_20230615_143022-edited(1).jpg", "IMG_20230615_143022.jpg.json", .borrowed),
            ("PXL_20240301_120000123-bearbeitet(3).jpg", "PXL_20240301_120000123.jpg.json", .borrowed),
            (
                "Vacaciones familiares en la playa de Cádiz_005-ed.jpg",
                "Vacaciones familiares en la playa de Cádiz_005.jpg.json", .borrowed
            ),
            (
                "Family vacation summer 2023 beach memories-edi.JPG",
                "Family vacation summer 2023 beach memories.JPG.json", .own
            ),
            (
                "Wedding celebration with friends and family-bear.jpg",
                "Wedding celebration with friends and family.jpg.json", .borrowed
            ),
            (
                "Christmas dinner grandmother house tradition-modif.jpeg",
                "Christmas dinner grandmother house tradition.jpeg.json", .borrowed
            ),
            (
                "Noël en famille chez grand-mère décembre-mo.jpg", "Noël en famille chez grand-mère décembre.jpg.json",
                .borrowed
            ),
            (
                "Geburtstag feier im garten mit der ganzen-be.JPG",
                "Geburtstag feier im garten mit der ganzen.JPG.json", .borrowed
            ),
            (
                "Compleanno festa in giardino con tutta la-modific.jpg",
                "Compleanno festa in giardino con tutta la.jpg.json", .borrowed
            ),
            (
                "PXL_20230615_090000000.PORTRAIT-Night_Sight-ed.jpg",
                "PXL_20230615_090000000.PORTRAIT-Night_Sight.jpg.json", .own
            ),
            (
                "PXL_20240301_120000123.MP-Motion_Photo-bear.jpg", "PXL_20240301_120000123.MP-Motion_Photo.jpg.json",
                .borrowed
            ),
            (
                "Takeout-20231225-album-Christmas_Memories-bearbeitet.jpg",
                "Takeout-20231225-album-Christmas_Memories.jpg.json", .own
            ),
            (
                "Shared_Album_Wedding_Photos_Sarah_and_John-modifié.jpg",
                "Shared_Album_Wedding_Photos_Sarah_and_John.jpg.json", .own
            ),
            (
                "Auto_Backup_Phone_Gallery_2023_Summer-edited(2).JPG", "Auto_Backup_Phone_Gallery_2023_Summer.JPG.json",
                .borrowed
            ),
            (
                "Location_New_York_Central_Park_Picnic_2023-ed.jpg",
                "Location_New_York_Central_Park_Picnic_2023.jpg.json", .borrowed
            ),
            (
                "GPS_Tagged_Photo_Latitude_40.7829_Longitude-bear.png",
                "GPS_Tagged_Photo_Latitude_40.7829_Longitude.png.json", .borrowed
            ),
            ("BURST_20230615_143022_001-edited.jpg", "BURST_20230615_143022_001.jpg.json", .own),
            ("BURST_20230615_143022_COVER-effects.jpg", "BURST_20230615_143022_COVER.jpg.json", .own),
            ("BURST_TOP_SHOT_20230615_143022-bearbeitet.jpg", "BURST_TOP_SHOT_20230615_143022.jpg.json", .own),
            ("MVIMG_20230412_190301-edited.jpg", "MVIMG_20230412_190301.jpg.json", .own),
            ("MOTION_PHOTO_20230825_184523-effects.jpg", "MOTION_PHOTO_20230825_184523.jpg.json", .own),
            ("LIVE_PHOTO_20230301_120000-modifié.HEIC", "LIVE_PHOTO_20230301_120000.HEIC.json", .own),
            ("IMG_0123_LIVE-edited.jpg", "IMG_0123_LIVE.jpg.json", .own),
            (
                "BURST_TOP_SHOT_very_long_description_here-ed.jpg",
                "BURST_TOP_SHOT_very_long_description_here.jpg.json", .borrowed
            ),
            (
                "MOTION_PHOTO_family_gathering_summer_2023-bear.JPG",
                "MOTION_PHOTO_family_gathering_summer_2023.JPG.json", .own
            ),
            ("Screenshot_20231225_143022-edited.png", "Screenshot_20231225_143022.png.json", .own),
            (
                "Screenshot_2023-12-25-14-30-22-118_com.android.camera-effects.png",
                "Screenshot_2023-12-25-14-30-22-118_com.android.camera.png.json", .own
            ),
            (
                "Screenshot_20231225_143022_Google_Photos-bearbeitet.png",
                "Screenshot_20231225_143022_Google_Photos.png.json", .own
            ),
            ("IMG-20231225-WA0001-edited.jpg", "IMG-20231225-WA0001.jpg.json", .own),
            ("VID-20231225-WA0001-effects.mp4", "VID-20231225-WA0001.mp4.json", .own),
            (
                "WhatsApp Image 2023-12-25 at 14.30.45-modifié.jpeg", "WhatsApp Image 2023-12-25 at 14.30.45.jpeg.json",
                .own
            ),
            (
                "WhatsApp Video 2023-12-25 at 14.30.45-bearbeitet.mp4",
                "WhatsApp Video 2023-12-25 at 14.30.45.mp4.json", .own
            ),
            (
                "WhatsApp Image 2023-12-25 at 14.30.45 very long-ed.jpeg",
                "WhatsApp Image 2023-12-25 at 14.30.45 very long.jpeg.json", .borrowed
            ),
            (
                "IMG-20231225-WA0001-group-chat-family-ed.jpg", "IMG-20231225-WA0001-group-chat-family.jpg.json",
                .borrowed
            ),
            ("Screen_Recording_20231225_143022-edited.mp4", "Screen_Recording_20231225_143022.mp4.json", .own),
            ("Screencast_20231225_143022-effects.mp4", "Screencast_20231225_143022.mp4.json", .own),
            ("PXL_20230615_143022123-edited.jpg", "PXL_20230615_143022123.jpg.json", .own),
            ("PXL_20230615_143022123.PORTRAIT-effects.jpg", "PXL_20230615_143022123.PORTRAIT.jpg.json", .own),
            ("PXL_20230615_143022123.NIGHT-bearbeitet.dng", "PXL_20230615_143022123.NIGHT.dng.json", .own),
            ("PXL_20230615_143022123.MP-modifié.jpg", "PXL_20230615_143022123.MP.jpg.json", .own),
            ("20230615_143022-edited.jpg", "20230615_143022.jpg.json", .own),
            (
                "SAMSUNG_CAMERA_PICTURES_20230615_143022-effects.jpg",
                "SAMSUNG_CAMERA_PICTURES_20230615_143022.jpg.json", .own
            ),
            ("IMG_0123-edited.HEIC", "IMG_0123.HEIC.json", .own),
            ("IMG_E0123-effects.jpg", "IMG_E0123.jpg.json", .own),
            ("PORTRAIT_0123-bearbeitet.jpg", "PORTRAIT_0123.jpg.json", .own),
            (
                "SAMSUNG_CAMERA_PICTURES_very_long_filename-ed.jpg",
                "SAMSUNG_CAMERA_PICTURES_very_long_filename.jpg.json", .borrowed
            ),
            (
                "PXL_20230615_143022123.PORTRAIT.Night_Sight-bear.dng",
                "PXL_20230615_143022123.PORTRAIT.Night_Sight.dng.json", .borrowed
            ),
            ("Photo_with_émojis_🎉_celebration-edited.jpg", "Photo_with_émojis_🎉_celebration.jpg.json", .own),
            ("Café_du_matin_☕_Paris-modifié.jpeg", "Café_du_matin_☕_Paris.jpeg.json", .own),
            ("Familie_Müller_Geburtstag_🎂-bearbeitet.JPG", "Familie_Müller_Geburtstag_🎂.JPG.json", .own),
            ("2023-12-25_Christmas_Morning_123-edited.jpg", "2023-12-25_Christmas_Morning_123.jpg.json", .own),
            ("Event_2023_Photo_001_of_500-effects.png", "Event_2023_Photo_001_of_500.png.json", .own),
            ("document_scan-edited.jpeg", "document_scan.jpeg.json", .own),
            ("file.name.with.dots-edited.jpg", "file.name.with.dots.jpg.json", .own),
            ("version.2.0.final-bearbeitet.png", "version.2.0.final.png.json", .own),
            (
                "Very_long_filename_with_special_chars_and_symbols-ed.jpg",
                "Very_long_filename_with_special_chars_and_symbols.jpg.json", .borrowed
            ),
            (
                "Descripción_muy_larga_con_acentos_y_ñ-modific.jpeg", "Descripción_muy_larga_con_acentos_y_ñ.jpeg.json",
                .own
            ),
            ("VID_20230615_143022-edited.mp4", "VID_20230615_143022.mp4.json", .own),
            ("MOV_20230615_143022-effects.mov", "MOV_20230615_143022.mov.json", .own),
            ("MOVIE_20230615_143022-bearbeitet.avi", "MOVIE_20230615_143022.avi.json", .own),
            ("MVIMG_20230412_190301-edited.mp4", "MVIMG_20230412_190301.mp4.json", .own),
            ("MOTION_20230615_143022-effects.mp4", "MOTION_20230615_143022.mp4.json", .own),
            ("SLOW_MOTION_20230615_143022-modifié.mp4", "SLOW_MOTION_20230615_143022.mp4.json", .own),
            ("TIME_LAPSE_20230615_143022-edited.mp4", "TIME_LAPSE_20230615_143022.mp4.json", .own),
            ("PXL_20230615_143022123.MP-edited.mp4", "PXL_20230615_143022123.MP.mp4.json", .own),
            ("PXL_20230615_143022123.LS-effects.mp4", "PXL_20230615_143022123.LS.mp4.json", .own),
            (
                "Very_long_video_description_family_vacation-ed.mp4",
                "Very_long_video_description_family_vacation.mp4.json", .own
            ),
            (
                "SLOW_MOTION_sunset_beach_waves_relaxing-bear.mov", "SLOW_MOTION_sunset_beach_waves_relaxing.mov.json",
                .borrowed
            ),
            ("photo.jpg", "photo.jpg.json", .own), ("photo.jpg", "photo.json", .own),
            (
                "very_long_filename_that_exceeds_normal_limits_and_causes_truncation.jpg",
                "very_long_filename_that_exceeds_normal_limits_.json", .own
            ),
            ("image(11).jpg", "image.jpg(11).json", .own),
            ("photo-edited.jpg", "photo.jpg.supplemental-metadata.json", .own),
            ("PXL_20230518_103349822.MP", "PXL_20230518_103349822.MP.supplemental-met.json", .own),
            ("a.jpg", "a.jpg.json", .own), ("family_dinner-2023.png", "family_dinner-2023.png.json", .own),
            ("IMG_2367.HEIC.jpg", "IMG_2367.HEIC.supplemental-metadata.json", .own),
            ("IMG_2367(1).HEIC.jpg", "IMG_2367.HEIC.supplemental-metadata(1).json", .own),
            ("IMG_2367(1).MP4", "IMG_2367.MP4.supplemental-metadata(1).json", .own),
            ("IMG_2367.MP4", "IMG_2367.HEIC.supplemental-metadata.json", .own),
            ("IMG_2367(1).HEIC.jpg", "IMG_2367.HEIC(1).supplemental-metadata.json", .own),
            ("photo.jpg", "photo.jpg(1).json", .none),
            ("photo.HEIC.NEF.jpg", "photo.HEIC.NEF.supplemental-metadata.json", .own),
            ("Photo.HEIC.jpg", "Photo.HEIC.supplemental-metadata.json", .own),
            ("filename_for_truncation.jpg", "filename_for_truncation.jpg.supplemental-meta.json", .own),
            ("target_photo.jpg", "different_photo.jpg.json", .none),
            ("Fin de año 2023.HEIC.jpg", "Fin de año 2023.HEIC.supplemental-metadata.json", .own),
            ("no_extension", "no_extension.json", .own), ("file.with.dots.jpg", "file.with.dots.jpg.json", .own),
            ("Photo.JPG", "Photo.JPG.json", .own), ("IMG_001.MP", "IMG_001.MP.json", .own),
            ("VID_002.MV", "VID_002.MV.json", .own), ("IMG_002.CR2", "IMG_002.CR2.json", .own),
            ("image(2).heic", "image.heic(2).json", .own),
            (
                "Very_Long_Filename_That_Gets_Truncated_-_edit.jpg",
                "Very_Long_Filename_That_Gets_Truncated_-_edit.jpg.json", .own
            ),
        ] as [(String, String, Relation)]) func takeoutHelperNeo(photo: String, sidecar: String, expected: Relation)
    {
        #expect(relation(photo, sidecar) == expected)
    }

    /// The names that the fixer of cut names renames: the sidecar has the name, and the title is longer or another one.
    @Test(arguments: [
        ("This_is_a_very_long_file.jpg", "This_is_a_very_long_file.jpg.json", "This_is_a_very_long_filename"),
        ("Long_photo_name_that.jpg", "Long_photo_name_that.jpg.json", "Long_photo_name_that_was_truncated.jpg"),
        ("different_photo.jpg", "different_photo.jpg.json", "completely_different_name"),
        ("photo.jpg", "photo.jpg.json", ""),
        ("日本の写真_trun.jpg", "日本の写真_trun.jpg.json", "日本の写真_truncated_name"),
    ]) func otherTitles(photo: String, sidecar: String, title: String) {
        #expect(relation(photo, sidecar, title: title) == .own)
    }

    /// The names in issue 29 of GooglePhotosTakeoutHelper_Neo, made to test a repair of names.
    ///
    /// Google cuts what follows the extension before the extension, so that only the title leads to the sidecar.
    @Test(arguments: ["JP.supplemental-meta", "JP.supplemental", "JPG.su"]) func madeNames(rest: String) {
        let stem = "123456789123456789123456789123456789_DSCN0091"
        for number in ["", "(1)"] {
            #expect(relation("\(stem)\(number).JPG", "\(stem).\(rest)\(number).json", title: "\(stem).JPG") == .own)
        }
    }
}
