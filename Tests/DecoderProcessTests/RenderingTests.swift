import Foundation
import Glibc
import ImageDecoding
import TestSupport
import Testing

@testable import DecoderProcess

@Suite("Renditions by workers")
struct RenderingTests {
    private func rendition(
        of path: String, _ mode: DecodingMode, _ rendition: Rendition = .thumbnail
    ) throws -> Result<Data, PhotoLibraryError> {
        let file = open(path, O_RDONLY)
        defer { close(file) }
        let size = Int(lseek(file, 0, SEEK_END))
        return Result { () throws(PhotoLibraryError) in
            try PictureDecoder(mode).render(file, size: size, as: rendition)
        }
    }

    @Test("A worker gives what this process would", .enabled(if: Corpus.isPresent, "\(Corpus.absence)"))
    func corpus() throws {
        let decoder = PictureDecoder(.jailed(.photos()))
        let entries = Corpus.entries
        for index in stride(from: 0, to: entries.count, by: LongTests.count(60, all: 7)) {
            let bytes = try Corpus.bytes(of: entries[index].path)
            guard bytes.count < 4 << 20 else { continue }
            let file = try PictureFile(bytes: bytes)
            let descriptor = open(file.path, O_RDONLY)
            defer { close(descriptor) }
            let jailed = Result { () throws(PhotoLibraryError) in
                try decoder.render(descriptor, size: file.size, as: .preview)
            }
            let here = Result { () throws(PhotoLibraryError) in
                Data(try ImageDecoder().render(.bytes(bytes), as: .preview))
            }
            #expect(jailed == here, "\(entries[index].path)")
        }
    }

    @Test("A rendition of more than a megabyte arrives whole")
    func large() throws {
        var random = Seeded(5)
        let noise = (0..<1600 * 1600 * 3).map { _ in UInt8.random(in: 0...255, using: &random) }
        let file = try PictureFile(bytes: TestPhoto.encode(noise, 1600, 1600, quality: 95))
        let jailed = try rendition(of: file.path, .jailed(.photos()), .preview).get()
        #expect(jailed.count > 1 << 20)
        #expect(try rendition(of: file.path, .inProcess, .preview).get() == jailed)
    }

    @Test("Pixels of a worker are those of this process", arguments: [DecoderFault?.none, .lie])
    func samples(fault: DecoderFault?) throws {
        var random = Seeded(6)
        let noise = (0..<900 * 700 * 3).map { _ in UInt8.random(in: 0...255, using: &random) }
        let file = try PictureFile(bytes: TestPhoto.encode(noise, 900, 700, quality: 95))
        let descriptor = open(file.path, O_RDONLY)
        defer { close(descriptor) }
        let whole = Rendition(side: .long, pixels: 900, quality: 100)
        let jail = fault.map { JailConfiguration.photos(fault: $0, at: file.size) } ?? .photos()
        let jailed = Result { () throws(PhotoLibraryError) in
            try PictureDecoder(.jailed(jail)).pixels(descriptor, size: file.size, as: whole)
        }
        guard fault == nil else {
            #expect(jailed == .failure(PhotoLibraryError(.unsupportedFile, "")))
            return
        }
        let here = try PictureDecoder(.inProcess).pixels(descriptor, size: file.size, as: whole)
        #expect(here.size == PixelSize(width: 900, height: 700) && here.samples.count == noise.count)
        #expect(try jailed.get() == here)
        let reading = try PictureDecoder(.jailed(.photos())).inspect(descriptor, size: file.size)
        #expect(reading.displayedSize == here.size && reading.condition == .ok)
    }

    @Test(
        "A worker that fails is an error",
        arguments: [
            (DecoderFault.crash, PhotoLibraryError.Code.unsupportedFile), (.lie, .unsupportedFile),
            (.hang, .limitExceeded), (.chatter, .limitExceeded), (.allocate, .unsupportedFile),
        ])
    func faults(fault: DecoderFault, code: PhotoLibraryError.Code) throws {
        let bad = try PictureFile(31)
        var jail = JailConfiguration.photos(fault: fault, at: bad.size)
        jail.maxCPUSeconds = 0.3
        let result = try rendition(of: bad.path, .jailed(jail))
        #expect(result == .failure(PhotoLibraryError(code, "")))
    }
}
