import Foundation
import Glibc
import ImageDecoding
import Synchronization
import TestSupport
import Testing

@testable import DecoderProcess

/// Pictures of phones become JPEGs in memory that does not grow with the picture.
@Suite(.serialized) struct ConversionMemoryTests {
    /// The memory that a worker takes of the budget, and the most that it took at a time.
    private final class Budget: DecoderMemory {
        let bytes = 256 << 20
        let most = Mutex(0)

        func take(_ count: Int, whileWaiting: () throws(PhotoLibraryError) -> Void) -> Bool {
            most.withLock { $0 = max($0, count) }
            return count <= bytes
        }

        func giveBack(_ count: Int) {}
    }

    /// The most memory that a process had (`VmHWM` of proc(5)), in bytes.
    private func peak(of process: pid_t) throws -> Int {
        let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
        return try #require(Int(line.filter(\.isNumber))) << 10
    }

    /// The size that a JPEG states in its frame header (ITU-T T.81, B.2.2).
    private func size(of jpeg: Data) throws -> PixelSize {
        let frame = try #require(jpeg.range(of: Data([0xFF, 0xC0]))).upperBound
        func number(_ offset: Int) -> Int { Int(jpeg[frame + offset]) << 8 | Int(jpeg[frame + offset + 1]) }
        return PixelSize(width: number(5), height: number(3))
    }

    /// Grids of tiles of 1,024 pixels: 12, 24, 48 and 108 megapixels, upright and turned to the right.
    @Test(arguments: LongTests.every(3, of: [(4, 3), (6, 4), (8, 6), (12, 9)]), LongTests.every(2, of: [true, false]))
    func aPhotoBecomesAJPEG(_ grid: (columns: Int, rows: Int), isTurned: Bool) throws {
        let photo = try converted(grid, isTurned: isTurned)
        let (width, height) = (1024 * grid.columns, 1024 * grid.rows)
        #expect(
            try size(of: photo.jpeg)
                == (isTurned ? PixelSize(width: height, height: width) : PixelSize(width: width, height: height)))
        #expect(photo.used <= photo.asked, "\(photo.used)")
        if isTurned {
            // A part has 64 MiB, beside a row of tiles.
            #expect(photo.asked < 144 << 20, "\(photo.asked)")
        } else {
            // Only the weights of the rows, 64 bytes a row, grow with the height.
            let oneRow = try converted((grid.columns, 1), isTurned: false)
            #expect(photo.asked - oneRow.asked < 1 << 20, "\(photo.asked), and one row of tiles \(oneRow.asked)")
        }
    }

    /// The JPEG of a grid of tiles, and the memory in bytes that the worker asked for and used.
    private func converted(
        _ grid: (columns: Int, rows: Int), isTurned: Bool
    ) throws -> (jpeg: Data, asked: Int, used: Int) {
        let transforms: [[UInt8]] = isTurned ? [Boxes.box("irot", [3])] : []
        let bytes = LargeCodedPicture(.hevc).grid(columns: grid.columns, rows: grid.rows, transforms: transforms)
        let file = try PictureFile(bytes: bytes)
        let descriptor = open(file.path, O_RDONLY)
        defer { close(descriptor) }
        let (jail, budget) = (JailConfiguration.photos(), Budget())
        let worker = try WorkerProcess(jail, memoryBytes: budget.bytes)
        let before = try peak(of: worker.process)
        let request = DecodeRequest(
            size: file.size, decodesPixels: true, computesPDQ: false, rendition: .copy, limits: .standard,
            memoryBytes: budget.bytes)
        var jpeg = Data()
        let answer = try worker.answer(request, file: descriptor, jail, memory: budget, monitor: .none) { jpeg += $0 }
        guard case .rendition = answer else { throw PhotoLibraryError(.internalError, "\(answer)") }
        return (jpeg, budget.most.withLock { $0 }, try peak(of: worker.process) - before)
    }
}
