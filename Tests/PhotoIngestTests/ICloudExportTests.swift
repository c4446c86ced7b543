import PhotoModel
import Testing

@testable import PhotoIngest

/// The tables of an export of iCloud Photos.
@Suite struct ICloudExportTests {
    private func rows(_ text: String) -> [ICloudRow] {
        var rows: [ICloudRow] = []
        ICloudRow.visitRows(Array(text.utf8)) { rows.append($0) }
        return rows
    }

    private func values(_ text: String) -> [[String]] {
        var rows: [[String]] = []
        CSVTable.visitRows(Array(text.utf8)) { rows.append($0) }
        return rows
    }

    @Test func theValuesOfATable() {
        #expect(values("a,\"b,\nc\",\r\n\r\n,\nlast") == [["a", "b,\nc", ""], ["", ""], ["last"]])
    }

    @Test func aRowHasALimitedNumberOfValues() {
        let commas = String(repeating: "x,", count: 10_000)
        #expect(values(commas + "\na,b").map(\.count) == [CSVTable.maxColumns, 2])
    }

    @Test func theRowsOfATable() throws {
        let text =
            "\u{FEFF}imgName,fileChecksum,favorite,hidden,deleted,originalCreationDate,viewCount,importDate\r\n"
            + "IMG_1.HEIC,AbC=,yes,no,no,\"Saturday June 4,2022 12:11 PM GMT\",10,\"Sunday June 5,2022 1:00 AM GMT\"\r\n"
            + "\"a \"\"b\"\", c.jpg\",,no,yes,yes,\"no date\",0,\n\nshort.jpg"
        let rows = self.rows(text)
        #expect(rows.map(\.name) == ["IMG_1.HEIC", "a \"b\", c.jpg", "short.jpg"])
        #expect(rows.map(\.checksum) == ["AbC=", nil, nil])
        #expect(rows.map(\.description.isFavorite) == [true, false, false])
        #expect(rows.map(\.description.isHidden) == [false, true, false])
        #expect(rows.map(\.isDeleted) == [false, true, false])
        #expect(rows.map(\.description.captureTime?.description) == ["2022-06-04T12:11:00+00:00", nil, nil])
    }

    @Test(arguments: [
        ("Friday October 06,2023 12:11 PM GMT", "2023-10-06T12:11:00+00:00"),
        ("Friday October 06,2023 12:11 AM GMT", "2023-10-06T00:11:00+00:00"),
        ("Saturday February 29,2020 1:05 PM GMT", "2020-02-29T13:05:00+00:00"),
        ("Saturday February 30,2020 1:05 PM GMT", nil), ("Friday October 06,2023 13:11 PM GMT", nil),
        ("Friday October 06,2023 12:11 PM CET", nil), ("", nil),
    ]) func times(text: String, time: String?) {
        #expect(ICloudRow.time(text)?.description == time)
    }

    /// The values are those of Python's `hashlib` for the formula that agrees with the databases of Photos.
    @Test(arguments: [
        ("", "AW2cWT2PxzWixMKuuNMTHJ8CJ3sH"), ("abc", "AYnnoj1r4lMYTs3JP/g7mjGaDCgO"),
    ]) func checksums(text: String, expected: String) throws {
        let checksum = try #require(ApplePhotosChecksum())
        for byte in text.utf8 { withUnsafeBytes(of: byte) { checksum.update($0) } }
        #expect(checksum.finish() == expected)
    }

    @Test func aTableWithoutNamesHasNoRows() {
        for text in ["", "\n", "a,b\n1,2\n", "imgName"] {
            #expect(rows(text).isEmpty)
        }
    }

    @Test(
        arguments: [
            ("imgName,fileChecksum,favorite,hidden,deleted\nIMG_1.JPG,a,no,no,no", .photos),
            ("\u{FEFF}imgName,favorite\r\n", .photos), ("imageName\nIMG_1.JPG\n", .names), ("imgName", .names),
            ("\"imgName\"\n", .names), ("name\nIMG_1.JPG\n", nil), ("", nil), ("\n", nil), ("Bildname,Favorit\n", nil),
        ] as [(String, ICloudTable?)]) func tablesAreKnownByTheirColumns(text: String, expected: ICloudTable?)
    {
        #expect(ICloudTable(Array(text.utf8)) == expected)
    }
}
