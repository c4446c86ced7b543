internal import DecoderProcess
internal import Foundation
internal import ImageDecoding
internal import OpenPhotoKitOwner
internal import PhotoModel
internal import SystemPackage
internal import Thumbnails

extension LibraryBenchmark {
    /// Measures renditions on one thread, and the same decode by libjpeg alone, with the encode unless pixels are made.
    func measureRenditions(_ photos: [Photo], _ onStage: (Stage) -> Void) throws {
        let renditions: [(String, Rendition, isEncoded: Bool)] = [
            ("thumbnail", .thumbnail, true), ("preview", .preview, true), ("thumbnailPixels", .thumbnail, false),
        ]
        for (name, rendition, isEncoded) in renditions {
            let photos = isEncoded ? photos : photos.filter { $0.format == .jpeg }
            PeakMemory.reset()
            var floor = Tally("\(name)Floor")
            var rendered = Tally(name)
            var renderedPNG = Tally("\(name)PNG")
            for (index, photo) in photos.enumerated() {
                let bytes = try Self.contents(of: photo.path)
                func render() throws {
                    if isEncoded {
                        _ = try ImageDecoder().render(.bytes(bytes), as: rendition)
                    } else {
                        _ = try ImageDecoder().pixels(.bytes(bytes), as: rendition)
                    }
                }
                func renderBare() {
                    let eighths = rendition.eighths(of: photo.size)
                    if isEncoded {
                        _ = bareJPEGRender(bytes: bytes, eighths: eighths, quality: rendition.quality)
                    } else {
                        _ = bareJPEGDecode(bytes: bytes, eighths: eighths, keepsColor: true)
                    }
                }
                // As in ``measureOneByOne(_:_:)``: one rendition that is not counted, then the two take turns.
                try render()
                if photo.format == .png {
                    try renderedPNG.add(photo, isDecoded: true) { try render() }
                } else if index.isMultiple(of: 2) {
                    try rendered.add(photo, isDecoded: true) { try render() }
                    floor.add(photo, isDecoded: true) { renderBare() }
                } else {
                    floor.add(photo, isDecoded: true) { renderBare() }
                    try rendered.add(photo, isDecoded: true) { try render() }
                }
            }
            if floor.items > 0 {
                onStage(floor.stage())
                onStage(rendered.stage(over: floor.watch.cpuSeconds))
            }
            if renderedPNG.items > 0 { onStage(renderedPNG.stage()) }
        }
    }

    /// Measures the thumbnails of the library of ``measureImport(_:_:_:)``: first rendered by all jobs, then read from
    /// the cache one after another.
    func measureThumbnails(_ onStage: (Stage) -> Void) throws {
        let library = try OwnedLibrary(at: temporaryFolder.appending("library"))
        let originals = try library.fetchAssets(AssetQuery().includingAll).compactMap(\.original)
        let cache = try ThumbnailCache(at: temporaryFolder.appending("cache"))
        let loader = library.thumbnailLoader(cache, decoding: decoding, jobs: jobs)
        for (name, rounds) in [("makeThumbnails", 1), ("cachedThumbnails", max(1, 5000 / max(1, originals.count)))] {
            PeakMemory.reset()
            var watch = Stopwatch(.process)
            let all = (0..<rounds).flatMap { _ in originals }
            let done = DispatchSemaphore(value: 0)
            watch.measure {
                Task.detached {
                    await withTaskGroup(of: Void.self) { group in
                        for (index, original) in all.enumerated() {
                            if index >= 16 { await group.next() }
                            group.addTask { _ = try? await loader.thumbnail(for: original) }
                        }
                    }
                    loader.endWorkers()
                    done.signal()
                }
                done.wait()
            }
            onStage(
                Stage(
                    name: name, items: all.count, seconds: watch.seconds, cpuSeconds: watch.cpuSeconds, bytes: 0,
                    pixels: 0, floorRatio: nil, peakMemory: PeakMemory.bytes))
        }
    }
}
