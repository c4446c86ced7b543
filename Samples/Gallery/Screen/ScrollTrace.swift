import UIKit

/// A person who scrolls through the grid.
@MainActor struct ScrollTrace {
    /// A movement: so many rows for a frame, for so many frames.
    struct Movement {
        let rows: Int
        let frames: Int
    }

    let grid: Grid
    /// The memory of this process in KiB before the first movement, and the largest one after a frame.
    private(set) var (memory, largestMemory) = (0, 0)
    private(set) var frames = 0
    /// The assets of the visible cells that had no picture after all requests had ended.
    private(set) var assetsWithoutPicture: Set<String> = []

    init(_ grid: Grid) { self.grid = grid }

    /// Slowly, faster, a fling, and slowly again, until the last row; then a fling back to the first row.
    ///
    /// It begins with a jump and back without a pause, so that the requests of the cells between are cancelled.
    mutating func run() async {
        await rest()
        grid.scroll(toRow: grid.numberOfRows)
        grid.scroll(toRow: 0)
        await rest()
        memory = Self.residentKiB
        let cycle = [
            Movement(rows: 1, frames: 60), Movement(rows: 2, frames: 60), Movement(rows: 7, frames: 30),
            Movement(rows: 0, frames: 20),
        ]
        var movements = cycle[...]
        while grid.firstRow + grid.visibleRows < grid.numberOfRows {
            if movements.isEmpty { movements = cycle[...] }
            await move(movements.removeFirst())
        }
        await rest()
        while grid.firstRow > 0 { await move(Movement(rows: -35, frames: 1)) }
        await rest()
    }

    private mutating func move(_ movement: Movement) async {
        for _ in 0..<movement.frames {
            grid.scroll(toRow: grid.firstRow + movement.rows)
            frames += 1
            // A frame of a screen with 60 Hz.
            try? await Task.sleep(nanoseconds: 16_666_667)
            largestMemory = max(largestMemory, Self.residentKiB)
        }
    }

    /// Waits until every request has ended.
    private mutating func rest() async {
        while RequestLog.shared.openCount > 0 { try? await Task.sleep(nanoseconds: 5_000_000) }
        for cell in grid.cells.values where cell.imageView.image == nil {
            if let asset = cell.representedAssetIdentifier { assetsWithoutPicture.insert(asset) }
        }
    }

    /// `VmRSS` of this process.
    private static var residentKiB: Int {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
    }
}
