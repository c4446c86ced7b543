import Foundation
import OpenPhotoKitOwner
import SystemPackage

/// The originals that were added last, as many as the files.
func lastOriginals(_ count: Int, in library: PhotoLibrary) throws -> [AssetResource] {
    try firstPage(AssetQuery(sort: [AssetSort(.addedDate, ascending: false)]), library).prefix(count)
        .compactMap { asset in asset.resources.first { $0.kind == .original } }
}

/// Measures how fast originals are read, and how fast this process reads the same bytes from `folder`.
func measureReading(_ library: PhotoLibrary, filesIn folder: FilePath) async throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.string).map { folder.appending($0) }
    let originals = try lastOriginals(files.count, in: library)
    var rates: (plain: [Double], originals: [Double]) = ([], [])
    for _ in 0..<5 {
        rates.plain.append(try await bytesASecond { try files.reduce(0) { try $0 + plainRead($1) } })
        rates.originals.append(
            try await bytesASecond {
                var count = 0
                for original in originals {
                    for try await piece in library.requestData(for: original) { count += piece.count }
                }
                return count
            })
    }
    try report("plain read", rates.plain)
    try report("originals", rates.originals)
}

private func bytesASecond(_ read: () async throws -> Int) async throws -> Double {
    let start = monotonicSeconds()
    let count = try await read()
    return Double(count) / (monotonicSeconds() - start)
}

/// Reads a file and returns the number of its bytes.
private func plainRead(_ path: FilePath) throws -> Int {
    let file = try FileDescriptor.open(path, .readOnly)
    defer { try? file.close() }
    return try withUnsafeTemporaryAllocation(byteCount: 1 << 20, alignment: 4096) { buffer in
        var sum = 0
        while case let count = try file.read(into: buffer), count > 0 { sum += count }
        return sum
    }
}
