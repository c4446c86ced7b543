import Foundation
import OpenPhotoKitOwner
import SystemPackage

/// How many changes a latency is the median of.
private let observedChanges = 21

/// Measures commits, the history, and how soon an observer has what changed.
func measureChanges(_ library: OwnedLibrary, at path: FilePath) async throws {
    let all = try library.fetchAssets()
    let oldest = try library.oldestChangeToken
    let asset = all[0]
    var isFavorite = asset.isFavorite
    func change() throws {
        isFavorite.toggle()
        try library.performChangesAndWait { try $0.set(.favorite(isFavorite), ofAssets: [asset.localIdentifier]) }
    }
    try measure("commit of one change", rounds: 21) {
        try change()
        return 1
    }
    try measure("current token") {
        _ = try library.currentChangeToken
        return 1
    }
    let token = try library.currentChangeToken
    for _ in 0..<100 { try change() }
    try measure("last 100 changes, one by one") {
        try library.fetchPersistentChanges(since: token).map {
            try $0.changeDetails(for: .asset).updatedLocalIdentifiers.count
        }.count
    }
    try measure("last 100 changes folded") {
        try library.fetchPersistentChanges(since: token).netDetails(for: .asset).updatedLocalIdentifiers.count
    }
    try measure("whole history counted") { try library.fetchPersistentChanges(since: oldest).changeCount }
    try measure("whole history folded") {
        try library.fetchPersistentChanges(since: oldest).netDetails(for: .asset).insertedLocalIdentifiers.count
    }
    let recent = try library.fetchPersistentChanges(since: token)
    try measure("what they change in a fetch of all") { try recent.changes(in: all)?.indexes.changed.count ?? 0 }
    try await measureObservation(of: library, "own") {
        try await makeChanges(in: library)
    }
    try await measureObservation(of: library, "another") {
        try startsOfChanges(madeByAnotherProcessAt: path)
    }
}

/// Measures the time from the beginning of a change until an observer has it.
///
/// - Parameter makeChanges: Makes changes apart from each other and returns when each began.
private func measureObservation(
    of library: OwnedLibrary, _ process: String, _ makeChanges: @escaping @Sendable () async throws -> [Double]
) async throws {
    let changes = try library.changes()
    let observer = Task {
        var arrivals: [Double] = []
        var iterator = changes.makeAsyncIterator()
        while arrivals.count < observedChanges, try await iterator.next() != nil { arrivals.append(monotonicSeconds()) }
        return arrivals
    }
    let starts = try await makeChanges()
    let latencies = zip(starts, try await observer.value).map { $1 - $0 }.sorted()
    try report(
        "change by \(process) process, observed", found: latencies.count, cpu: nil, wall: latencies[latencies.count / 2]
    )
}

/// Makes changes, each when an observer has had time for the one before; returns when each began.
func makeChanges(in library: OwnedLibrary) async throws -> [Double] {
    let asset = try library.fetchAssets()[1]
    var starts: [Double] = []
    for number in 0..<observedChanges {
        try await Task.sleep(for: .milliseconds(100))
        starts.append(monotonicSeconds())
        try library.performChangesAndWait {
            try $0.set(.favorite(asset.isFavorite != (number % 2 == 0)), ofAssets: [asset.localIdentifier])
        }
    }
    return starts
}

private func startsOfChanges(madeByAnotherProcessAt path: FilePath) throws -> [Double] {
    let process = Process()
    process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = ["change", path.string]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let lines = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: lines, as: UTF8.self).split(separator: "\n").compactMap { Double($0) }
}
