import Foundation
import PhotosCompat
import TestSupport
import Testing

/// The sample gallery, compiled with Apple's imports, in its own process.
@Suite("The sample gallery", .runsSamples)
struct GallerySampleTests {
    private let gallery: Gallery
    private let desktop: OwnersDesktop

    init() throws {
        gallery = try Gallery()
        desktop = try OwnersDesktop()
    }

    private func app() throws -> SampleApp {
        try SampleApp(
            [], program: SamplePrograms.url(of: "gallery"), environment: desktop.environment(of: gallery.url.path))
    }

    @Test(.timeLimit(.minutes(2))) func aPersonOpensChangesAndDeletesPhotos() throws {
        try gallery.add([Gallery.png(1), Gallery.png(2, width: 64, height: 96), Gallery.video(seconds: 1)])
        let app = try app()
        #expect(try app.lines(2) == ["Access: all photos", "Photos: 3"])
        app.say("open 1")
        #expect(try app.lines(1) == ["Photo: 64×96"])
        app.say("favorite")
        #expect(try app.lines(1) == ["Changed: 0 removed, 0 inserted, 1 changed, now 3"])
        app.say("delete")
        #expect(try app.lines(1) == ["Changed: 1 removed, 0 inserted, 0 changed, now 2"])
        let nothing = ["No photo is open. Open one by its number: open 0"]
        app.say("delete")
        #expect(try app.lines(1) == nothing)
        app.say("open 0")
        #expect(try app.lines(1) == ["Photo: 96×64"])
        app.say("close")
        app.say("delete")
        #expect(try app.lines(1) == nothing)
        for number in ["999", "-1", "x", ""] {
            app.say("open \(number)")
            #expect(try app.lines(1) == ["There is no photo of this number. The first is 0, and there are 2."])
        }
        // Another photo takes the place of the open one.
        for _ in 0..<2 {
            app.say("open 0")
            #expect(try app.lines(1) == ["Photo: 96×64"])
        }
        app.say("more")
        #expect(try app.lines(1) == ["All photos are selected"])
    }

    @Test(.enabled(if: FormatCorpus.isPresent, FormatCorpus.absence), .timeLimit(.minutes(2)))
    func aPersonOpensALivePhoto() throws {
        let originals = "apple/Test-Media-Types-15.7.2.photoslibrary/originals/D/D562F353-7A22-4367-9A7F-153A4D9F149C"
        let photo = Data(try FormatCorpus.bytes(of: originals + ".heic"))
        let video = Data(try FormatCorpus.bytes(of: originals + "_3.mov"))
        try gallery.add([photo]) { _, request in request.addResource(with: .pairedVideo, data: video, options: nil) }
        let app = try app()
        _ = try app.lines(2)
        app.say("open 0")
        #expect(try app.lines(1).first?.hasPrefix("Live Photo: ") == true)
    }

    @Test(.enabled(if: Browser.path != nil, "Chromium is not installed."), .timeLimit(.minutes(2)))
    func aPersonPicksPhotos() throws {
        try gallery.add([Gallery.png(1), Gallery.png(2, width: 64, height: 96)])
        let app = try app()
        _ = try app.lines(2)
        try desktop.pick([0, 1], of: 2, in: app, by: "pick")
        #expect(try app.lines(1) == ["Picked: 2"])
        #expect(try Set(app.lines(2)) == ["Picked picture: 96×64", "Picked picture: 64×96"])
    }

    /// Scrolls through all cells of a library, and returns the figures that the gallery prints.
    private func scrolled() throws -> [String: Int] {
        let run = try PhotosProcess.run(
            arguments: ["scroll"], program: "gallery", in: SamplePrograms.folder,
            environment: ["PHOTOS_LIBRARY": gallery.url.path])
        #expect(run.exitCode == 0, "\(run.standardOutput)\(run.standardError)")
        var figures: [String: Int] = [:]
        for line in run.lines {
            let parts = line.split(separator: ": ")
            guard parts.count == 2, let number = parts[1].split(separator: " ").first.flatMap({ Int($0) }) else {
                continue
            }
            figures[String(parts[0])] = number
        }
        return figures
    }

    @Test(arguments: [[], ["scroll"]]) func aMissingLibraryIsAnError(arguments: [String]) throws {
        let run = try PhotosProcess.run(
            arguments: arguments, program: "gallery", in: SamplePrograms.folder,
            environment: ["PHOTOS_LIBRARY": gallery.folder.path("None.library")])
        #expect(run.exitCode == 1 && run.standardError.contains("No library: ") && run.standardOutput.isEmpty)
    }

    @Test(.timeLimit(.minutes(2))) func aPhotoThatCannotBeDecodedIsCountedOnce() throws {
        try gallery.add([Gallery.png(1), Gallery.png(2).prefix(60), Gallery.png(3)])
        let figures = try scrolled()
        #expect(figures["cells without a picture"] == 1 && figures["wrong"] == 0, "\(figures)")
        #expect((figures["failed"] ?? 0) > 0 && figures["late"] == 0, "\(figures)")
    }

    @Test(.timeLimit(.minutes(5))) func everyRequestIsAnswered() throws {
        try gallery.addPhotos(0..<400)
        check(try scrolled(), cells: 400)
    }

    @Test(.long, .timeLimit(.minutes(20))) func aScrollThrough10000CellsNeedsLittleMemory() throws {
        let source = try TemporaryFolder()
        for number in 0..<10_000 {
            try source.write(TestPhoto.jpeg(UInt64(number)), to: "IMG_\(number).JPG")
        }
        let imported = try PhotosProcess.run(
            arguments: ["import", "--quiet", "--library", gallery.url.path, source.url.path])
        try #require(imported.exitCode == 0, "\(imported.standardError)")
        let figures = try scrolled()
        check(figures, cells: 10_000)
        #expect((figures["memory above the start"] ?? .max) <= 64 << 10, "\(figures)")
    }

    private func check(_ figures: [String: Int], cells: Int) {
        #expect(figures["cells"] == cells, "\(figures)")
        for name in ["wrong", "late", "failed", "cells without a picture"] {
            #expect(figures[name] == 0, "\(name): \(figures)")
        }
        let (final, cancelled) = (figures["final"] ?? 0, figures["cancelled"] ?? 0)
        #expect(final + cancelled == figures["requests"], "\(figures)")
        // The jump cancels the requests of a screen of 28 cells.
        #expect(cancelled >= 28 && (figures["requests"] ?? 0) >= cells, "\(figures)")
    }
}
