import Foundation
import TestSupport
import Testing

/// Capture times in lists and details.
@Suite("Text output of capture times") struct CaptureTimeTextTests {
    @Test("The time in the header of a video is marked as UTC, and the time of a camera's clock is not")
    func universalTime() throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.path("source"), withIntermediateDirectories: false)
        // 3,600,000,000 s after 1904 is 2018-01-28 16:00:00 UTC.
        let video =
            Boxes.fileType("mp42")
            + Boxes.box(
                "moov", Boxes.movieHeader(created: 3_600_000_000, scale: 600, duration: 600),
                Boxes.videoTrack(width: 64, height: 48)) + Boxes.box("mdat", [1, 2, 3])
        try folder.write(video, to: "source/clip.mp4")
        try folder.write(TestPhoto.dated(TestPhoto.jpeg(1), "2018:01:28 15:00:00"), to: "source/photo.jpg")
        func run(_ arguments: String...) throws -> PhotosProcess.Outcome {
            try PhotosProcess.run(arguments: arguments + ["--library", folder.path("library")])
        }
        #expect(try run("import", folder.path("source")).exitCode == 0)
        let rows = try run("list").lines
        #expect(rows.count == 2)
        #expect(rows[0].contains("  2018-01-28 15:00:00      ") && rows[0].hasSuffix("  photo.jpg"), "\(rows[0])")
        #expect(rows[1].contains("  2018-01-28 16:00:00 UTC  ") && rows[1].hasSuffix("  clip.mp4"), "\(rows[1])")
        #expect(try run("show", "clip.mp4").standardOutput.contains("2018-01-28T16:00:00+00:00 (UTC)\n"))
        #expect(try run("show", "photo.jpg").standardOutput.contains("2018-01-28T15:00:00\n"))
    }
}
