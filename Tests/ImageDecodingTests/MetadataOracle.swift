import PhotoModel

/// What exiftool 12.57 (`-n -G1`) reads from IFD0, ExifIFD and GPS of files of the corpus: up to two files for each
/// combination of fields that occurs there.
///
/// Offsets without a tag are those that `Tests/Parity/exiftool` computes from exiftool's GPSDateTime.
struct MetadataOracle {
    let path: String
    let captureTime: String?
    let orientation: Int
    let make: String?
    let model: String?
    let lens: String?
    let serial: String?
    let uniqueID: String?
    /// Latitude, longitude and, if stated, altitude.
    let location: [Double]

    static let all: [MetadataOracle] = [
        MetadataOracle(
            path: "pngsuite-lunapaint/png/exif2c08.png", captureTime: nil, orientation: 1, make: nil, model: nil,
            lens: nil, serial: nil, uniqueID: nil, location: []),
        MetadataOracle(
            path: "metadata-extractor/jpg/Issue 211.jpg", captureTime: "2016-04-19T15:03:00", orientation: 1,
            make: "RECONYX", model: "HC500 HYPERFIRE", lens: nil, serial: nil, uniqueID: nil, location: []),
        MetadataOracle(
            path: "image-rs/tests/images/jpg/portrait_2.jpg", captureTime: nil, orientation: 2, make: nil, model: nil,
            lens: nil, serial: nil, uniqueID: nil, location: []),
        MetadataOracle(
            path: "deb-libpng/libpng-1.6.48/pngtest.png", captureTime: nil, orientation: 5, make: nil, model: nil,
            lens: nil, serial: nil, uniqueID: nil, location: []),
        MetadataOracle(
            path: "metadata-extractor/jpg/FujiFilm SP-2500.jpg", captureTime: "2003-09-10T20:59:18", orientation: 6,
            make: "FUJI PHOTO FILM CO., LTD.", model: "SP-2500", lens: nil, serial: nil, uniqueID: nil, location: []),
        MetadataOracle(
            path: "deb-exiftool/Image-ExifTool-13.25/t/images/Pentax.jpg", captureTime: "2008-03-02T12:01:23",
            orientation: 8, make: "PENTAX Corporation", model: "PENTAX K10D", lens: nil, serial: nil, uniqueID: nil,
            location: []),
        MetadataOracle(
            path: "metadata-extractor/jpg/FLIR.jpg", captureTime: nil, orientation: 1, make: "FLIR Systems AB",
            model: nil, lens: nil, serial: nil, uniqueID: "7aa33131e24233390000000000000000", location: []),
        MetadataOracle(
            path: "deb-piexif/piexif-1.1.3/tests/images/r_sigma.jpg", captureTime: "2012-12-28T15:25:17",
            orientation: 1, make: "SIGMA", model: "SIGMA DP3 Merrill", lens: nil, serial: nil,
            uniqueID: "3030363030313137DDB9DD5037313244", location: []),
        MetadataOracle(
            path: "pexels-oceanic/wallpapers/orig/188029.jpg", captureTime: "2016-09-19T14:24:56", orientation: 1,
            make: "SONY", model: "ILCE-6000", lens: "E PZ 16-50mm F3.5-5.6 OSS", serial: nil, uniqueID: nil,
            location: []),
        MetadataOracle(
            path: "deb-piexif/piexif-1.1.3/tests/images/r_ricoh.jpg", captureTime: "2013-03-29T10:06:41",
            orientation: 1, make: "PENTAX RICOH IMAGING", model: "GR", lens: "GR LENS", serial: nil, uniqueID: nil,
            location: []),
        MetadataOracle(
            path: "metadata-extractor/jpg/Issue 339.jpg", captureTime: "2017-07-07T13:56:06.080", orientation: 1,
            make: "OLYMPUS IMAGING CORP.", model: "E-420", lens: nil, serial: nil, uniqueID: nil, location: []),
        MetadataOracle(
            path: "immich/albums/nature/tanners_ridge.jpg", captureTime: "2023-09-25T08:33:30.880", orientation: 1,
            make: "NIKON CORPORATION", model: "NIKON D750", lens: nil, serial: nil, uniqueID: nil, location: []),
        MetadataOracle(
            path: "deb-exiftool/Image-ExifTool-13.25/t/images/MWG.jpg", captureTime: "2001-01-01T01:11:11.111",
            orientation: 6, make: nil, model: nil, lens: nil, serial: nil, uniqueID: nil, location: []),
        MetadataOracle(
            path: "metadata-extractor/jpg/Issue 266.jpg", captureTime: "2016-01-12T15:33:28.000", orientation: 1,
            make: "Canon", model: "Canon EOS 5D Mark III", lens: "EF24-70mm f/2.8L USM", serial: "072024000973",
            uniqueID: nil, location: []),
        MetadataOracle(
            path: "metadata-extractor/jpg/FujiFilm FinePixS2Pro.jpg", captureTime: "2002-08-24T13:59:08",
            orientation: 1, make: "FUJIFILM", model: "FinePixS2Pro", lens: nil, serial: nil, uniqueID: nil,
            location: [48.8578333333333, 2.297]),
        MetadataOracle(
            path: "deb-exiftool/Image-ExifTool-13.25/t/images/GPS.jpg", captureTime: "2002-07-13T15:58:28",
            orientation: 1, make: "FUJIFILM", model: "FinePixS1Pro", lens: nil, serial: nil, uniqueID: nil,
            location: [54.9896666666667, -1.91416666666667]),
        MetadataOracle(
            path: "deb-image-info/Image-Info-1.45/img/gps.jpg", captureTime: "2003-05-24T22:21:01", orientation: 1,
            make: "KDDI-TS", model: "A5301T", lens: nil, serial: nil, uniqueID: nil,
            location: [35.6160194444444, 139.697316666667, 78.0]),
        MetadataOracle(
            path: "pexels-oceanic/wallpapers/orig-1.7-ratio/568347.jpg", captureTime: "2017-08-26T17:54:10",
            orientation: 1, make: "DJI", model: "FC1102", lens: nil, serial: nil, uniqueID: nil,
            location: [4.33, 103.490833333333, 282.1]),
        MetadataOracle(
            path: "deb-opencv/opencv-4.10.0/samples/data/ela_modified.jpg", captureTime: "2018-06-06T22:20:11-03:00",
            orientation: 1, make: "motorola", model: "XT1635-02", lens: nil, serial: nil, uniqueID: nil,
            location: [-23.5226029444444, -47.5044985, 605.0]),
        MetadataOracle(
            path: "deb-opencv/opencv-4.10.0/samples/data/ela_original.jpg", captureTime: "2018-06-06T22:20:11-03:00",
            orientation: 1, make: "motorola", model: "XT1635-02", lens: nil, serial: nil, uniqueID: nil,
            location: [-23.5226029444444, -47.5044985, 605.0]),
        MetadataOracle(
            path: "deb-exiftool/Image-ExifTool-13.25/t/images/GoPro.jpg", captureTime: "2017-10-03T10:58:29-04:00",
            orientation: 1, make: "GoPro", model: "HERO6 Black", lens: nil, serial: "C3221324657219", uniqueID: nil,
            location: [40.6584191999722, -73.9933542999722, -3.983]),
        MetadataOracle(
            path: "image-rs-jpeg-decoder/benches/tower.jpg", captureTime: "2019-11-09T10:59:36.602695+01:00",
            orientation: 1,
            make: "OnePlus", model: "ONEPLUS A5010", lens: nil, serial: nil, uniqueID: nil,
            location: [48.8545535833333, 2.30029002777778, 76.711]),
        MetadataOracle(
            path: "image-rs-jpeg-decoder/benches/tower_progressive.jpg",
            captureTime: "2019-11-09T10:59:36.602695+01:00",
            orientation: 1, make: "OnePlus", model: "ONEPLUS A5010", lens: nil, serial: nil, uniqueID: nil,
            location: [48.8545535833333, 2.30029002777778, 76.711]),
        MetadataOracle(
            path: "metadata-extractor/jpg/Issue 508.jpg", captureTime: "2020-09-02T18:52:42.892", orientation: 1,
            make: "Apple", model: "iPhone XR", lens: "iPhone XR back camera 4.25mm f/1.8", serial: nil, uniqueID: nil,
            location: [43.8594694444444, 15.5032833333333, 0.9]),
        MetadataOracle(
            path: "deb-exiftool/Image-ExifTool-13.25/t/images/Apple.jpg", captureTime: "2016-09-28T18:18:05.813+01:00",
            orientation: 1, make: "Apple", model: "iPhone 7", lens: "iPhone 7 back camera 3.99mm f/1.8", serial: nil,
            uniqueID: nil, location: [53.3828472222222, -1.45667777777778, 72.36649215]),
        MetadataOracle(
            path: "deb-opencv/opencv-4.10.0/samples/data/leuvenA.jpg", captureTime: "2019-04-14T13:46:10.830+02:00",
            orientation: 1, make: "Apple", model: "iPhone 6", lens: "iPhone 6 back camera 4.15mm f/2.2", serial: nil,
            uniqueID: "fc5a19760a142a7d0000000000000000", location: [50.8715277777778, 4.69698333333333, 21.17959214]),
        MetadataOracle(
            path: "deb-opencv/opencv-4.10.0/samples/data/leuvenB.jpg", captureTime: "2019-04-14T13:45:56.100+02:00",
            orientation: 1, make: "Apple", model: "iPhone 6", lens: "iPhone 6 back camera 4.15mm f/2.2", serial: nil,
            uniqueID: "487c13ca854ed7620000000000000000", location: [50.8714666666667, 4.69699722222222, 19.69747544]),
    ]
}
