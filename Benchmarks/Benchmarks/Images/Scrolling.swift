import Foundation
import PhotosCompat

/// Scrolls a grid of all photos as an app does, and reports the answers and the memory.
///
/// Five cells are in a row, and twelve rows are visible. Twelve rows before and behind them are prepared. The grid is
/// scrolled slowly, then as fast as a flick, then back.
@MainActor func measureScroll(in path: String) async throws {
    let library = try PHPhotoLibrary(at: URL(fileURLWithPath: path))
    let result = library.performAsShared { PHAsset.fetchAssets(with: nil) }
    let grid = ScrolledGrid(result)
    // The first screen opens the library and starts the workers.
    grid.show(row: 0)
    try await Task.sleep(for: .seconds(2))
    let start = residentBytes()
    var peak = start
    let rows = (result.count + 4) / 5 - 12
    let trace = Array(stride(from: 0, to: rows, by: 1)) + Array(stride(from: rows, to: 0, by: -7))
    let began = ContinuousClock.now
    for (frame, row) in trace.enumerated() {
        grid.show(row: max(0, row))
        try await Task.sleep(for: .milliseconds(16))
        if frame.isMultiple(of: 10) { peak = max(peak, residentBytes()) }
    }
    let seconds = (ContinuousClock.now - began) / .seconds(1)
    for _ in 0..<200 where grid.waiting > 0 { try await Task.sleep(for: .milliseconds(50)) }
    peak = max(peak, residentBytes())
    try report(
        "scroll",
        [
            "cells": Double(result.count), "frames": Double(trace.count), "seconds": seconds,
            "requests": Double(grid.requests), "degraded": Double(grid.degraded), "final": Double(grid.final),
            "cancelled": Double(grid.cancelled), "failed": Double(grid.failed), "unanswered": Double(grid.waiting),
            "late": Double(grid.late), "startMiB": Double(start) / 1048576,
            "peakMiB": Double(peak - start) / 1048576, "endMiB": Double(residentBytes() - start) / 1048576,
        ])
}

/// The visible cells of a grid, their requests, and how they were answered.
@MainActor private final class ScrolledGrid {
    private struct Cell {
        var request: PHImageRequestID = PHInvalidImageRequestID
        var image: UIImage?
    }

    private let result: PHFetchResult<PHAsset>
    private let manager = PHCachingImageManager()
    private let target = CGSize(width: 256, height: 256)
    private var cells: [Int: Cell] = [:]
    private var prepared = 0..<0
    private var waitingRequests: Set<Int> = []
    private var cancelledRequests: Set<Int> = []
    private(set) var (requests, degraded, final, cancelled, failed, late) = (0, 0, 0, 0, 0, 0)

    /// The number of requests without a last answer.
    var waiting: Int { waitingRequests.count }

    init(_ result: PHFetchResult<PHAsset>) { self.result = result }

    func show(row: Int) {
        let visible = row * 5..<min((row + 12) * 5, result.count)
        for (index, cell) in cells where !visible.contains(index) {
            cells[index] = nil
            if let number = numbers.removeValue(forKey: index) {
                cancelledRequests.insert(number)
                manager.cancelImageRequest(cell.request)
            }
        }
        for index in visible where cells[index] == nil { request(index) }
        prepare(max(0, visible.lowerBound - 60)..<min(visible.upperBound + 60, result.count))
    }

    /// The number of the request of a cell that waits.
    private var numbers: [Int: Int] = [:]

    private func request(_ index: Int) {
        requests += 1
        let number = requests
        numbers[index] = number
        waitingRequests.insert(number)
        cells[index] = Cell()
        let request = manager.requestImage(
            for: result[index], targetSize: target, contentMode: .aspectFill, options: nil
        ) { image, info in
            MainActor.assumeIsolated { self.take(image, info ?? [:], index, number) }
        }
        cells[index]?.request = request
    }

    private func take(_ image: UIImage?, _ info: [AnyHashable: Any], _ index: Int, _ number: Int) {
        if image != nil, cancelledRequests.contains(number) { late += 1 }
        if image != nil, numbers[index] == number { cells[index]?.image = image }
        if info[PHImageResultIsDegradedKey] as? Bool == true {
            degraded += 1
            return
        }
        if image != nil { final += 1 } else if info[PHImageCancelledKey] != nil { cancelled += 1 } else { failed += 1 }
        waitingRequests.remove(number)
        if numbers[index] == number { numbers[index] = nil }
    }

    private func prepare(_ range: Range<Int>) {
        func assets(_ indexes: some Sequence<Int>) -> [PHAsset] { indexes.map { result[$0] } }
        let (old, new) = (Set(prepared), Set(range))
        manager.stopCachingImages(
            for: assets(old.subtracting(new)), targetSize: target, contentMode: .aspectFill, options: nil)
        manager.startCachingImages(
            for: assets(new.subtracting(old).sorted()), targetSize: target, contentMode: .aspectFill, options: nil)
        prepared = range
    }
}

/// The resident memory of this process (VmRSS of proc_pid_status(5)).
private func residentBytes() -> Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") } ?? ""
    return (line.split(separator: " ").compactMap { Int($0) }.first ?? 0) << 10
}
