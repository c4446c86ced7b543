import ArchiveReading
import Foundation
import PhotoModel
import SystemPackage
import TestSupport
import Testing

/// Archives that Python writes: its modules `zipfile` and `tarfile` share no code with this project.
@Suite(.enabled(if: Python.has("zipfile", "tarfile", "zlib"), "python3 is absent"))
struct ArchiveOracleTests {
    /// Writes files of many sizes to an archive, and prints each name and its checksum.
    private static let script = """
        import sys, zipfile, tarfile, io, random, zlib
        path, kind = sys.argv[1:]
        numbers = random.Random(7)
        files = {}
        for index, size in enumerate([0, 1, 511, 512, 513, 65535, 65536, 300000, 9000000]):
            words = [numbers.randbytes(40) for _ in range(50)]
            data = b"".join(numbers.choice(words) for _ in range(size // 40 + 1))[:size]
            files["Takeout/Google Fotos/Größe %d/%s%d.jpg" % (index, "long" * 40 * (index % 2), size)] = data
        if kind.startswith("zip"):
            method = zipfile.ZIP_DEFLATED if "deflate" in kind else zipfile.ZIP_STORED
            with zipfile.ZipFile(path, "w", method) as archive:
                for name, data in files.items():
                    with archive.open(name, "w", force_zip64="64" in kind) as file: file.write(data)
        else:
            form = {"tar-gnu": tarfile.GNU_FORMAT, "tar-pax": tarfile.PAX_FORMAT, "tar-ustar": tarfile.USTAR_FORMAT}[kind]
            with tarfile.open(path, "w:gz", format=form) as archive:
                for name, data in files.items():
                    info = tarfile.TarInfo(name.replace("long" * 40, "long" * 20)) if kind == "tar-ustar" else tarfile.TarInfo(name)
                    info.size = len(data)
                    archive.addfile(info, io.BytesIO(data))
        for data in files.values(): print(zlib.crc32(data))
        """

    @Test(arguments: ["zip-stored", "zip-deflate", "zip-deflate-64", "tar-gnu", "tar-pax", "tar-ustar"])
    func everyFileHasTheBytesThatPythonWrote(kind: String) throws {
        let folder = try TemporaryFolder()
        let path = folder.filePath.appending("archive")
        let result = try Python.run(script: Self.script, [path.string, kind])
        try #require(result.exit == 0, "\(result.output)")
        let expected = result.output.split(separator: "\n").map { UInt32($0) }
        let archive = try Archive(at: path)
        #expect(archive.refused.isEmpty)
        #expect(archive.entries.count == expected.count)
        #expect(archive.entries.first?.path.string == "Takeout/Google Fotos/Größe 0/0.jpg")
        // From the last to the first: a compressed tar archive has an index.
        for (entry, checksum) in zip(archive.entries, expected).reversed() {
            #expect(CRC32.of(try archive.bytes(of: entry, step: 100_000)) == checksum)
        }
    }

    /// Several gzip members follow each other in one file, as `cat a.gz b.gz` or pigz write them.
    @Test func gzipMembersAreOneArchive() throws {
        let folder = try TemporaryFolder()
        let path = folder.filePath.appending("archive")
        let script = """
            import sys, gzip, tarfile, io
            buffer = io.BytesIO()
            with tarfile.open(fileobj=buffer, mode="w") as archive:
                for index in range(40):
                    info = tarfile.TarInfo("%d.jpg" % index)
                    info.size = 1 << 20
                    archive.addfile(info, io.BytesIO(b"%07d\\n" % index * (1 << 17)))
            data = buffer.getvalue()
            with open(sys.argv[1], "wb") as file:
                for start in range(0, len(data), 7000001): file.write(gzip.compress(data[start : start + 7000001]))
            """
        #expect(try Python.run(script: script, [path.string]).exit == 0)
        let archive = try Archive(at: path)
        #expect(archive.entries.count == 40)
        #expect(archive.refused.isEmpty)
        for (index, entry) in archive.entries.enumerated().reversed() {
            let line = Array(String(String(10_000_000 + index).dropFirst()).utf8) + [10]
            let bytes = try archive.bytes(of: entry, step: 1 << 16)
            #expect(bytes.count == 1 << 20)
            #expect(bytes.prefix(8) == line[...] && bytes.suffix(8) == line[...])
        }
    }
}
