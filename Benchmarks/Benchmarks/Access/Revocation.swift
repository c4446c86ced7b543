import Foundation
import OpenPhotoKitOwner

/// Reads originals and observes the library until the owner takes the access away, again and again.
///
/// Prints `reading` each time it has begun, and later when the read threw and when the app knew that it is denied.
func follow(_ library: PhotoLibrary, originals count: Int) async throws {
    while true {
        while library.authorizationStatus(for: .readWrite) != .authorized {
            try await Task.sleep(for: .milliseconds(1))
        }
        let (originals, changes) = (try lastOriginals(count, in: library), try library.changes())
        write("reading")
        async let readEnds = timeOfFailure {
            while true { for original in originals { for try await _ in library.requestData(for: original) {} } }
        }
        async let appIsTold = timeOfFailure {
            for try await _ in changes where library.authorizationStatus(for: .readWrite) == .denied { return }
        }
        write("\(await readEnds) \(await appIsTold)")
    }
}

private func timeOfFailure(_ body: @Sendable () async throws -> Void) async -> Double {
    try? await body()
    return monotonicSeconds()
}

/// Denies access again and again to an app that runs ``follow(_:originals:)``, whose output is the standard input.
func measureRevocation(of app: String, by owner: OwnedLibrary, rounds: Int) throws {
    var (commits, reads, observers): ([Double], [Double], [Double]) = ([], [], [])
    for _ in 0..<rounds {
        try owner.setAccess(.full(), for: app)
        guard readLine() == "reading" else { return }
        // At another place of a file in each round.
        usleep(.random(in: 20_000...100_000))
        let start = monotonicSeconds()
        try owner.setAccess(.denied, for: app)
        commits.append(monotonicSeconds() - start)
        let ends = readLine()?.split(separator: " ").compactMap { Double($0) } ?? []
        guard ends.count == 2 else { return }
        reads.append(ends[0] - start)
        observers.append(ends[1] - start)
    }
    try report("commit of the decision", commits)
    try report("running read throws", reads)
    try report("app knows", observers)
}
