import Foundation
import OpenPhotoKitOwner
import SystemPackage

// One step of Benchmarks/access, which describes it. PLACE is the folder of a library, for its owner, or the socket of an
// app:
//
//     make LIBRARY                an empty library
//     calls PLACE                 measures calls
//     small PLACE                 measures calls with small answers
//     read PLACE FOLDER           measures reads of the originals that were imported last from FOLDER
//     connect SOCKET ...          connects, and stays connected until the standard input ends
//     follow SOCKET COUNT         reads the last originals and observes, until the access ends, again and again
//     revoke LIBRARY APP ROUNDS   measures how soon the access of `follow` ends, which is the standard input
//
// Each measurement is a line of JSON: its name, its values in the order of measurement, and how many were found.

let arguments = Array(CommandLine.arguments.dropFirst(2))
let place = FilePath(arguments[0])
switch CommandLine.arguments[1] {
case "make": _ = try OwnedLibrary(at: place, opening: .creatingIfAbsent)
case "calls": try measureCalls(try await open(place))
case "small": try measureSmallCalls(try await open(place))
case "read": try await measureReading(open(place), filesIn: FilePath(arguments[1]))
case "connect":
    var connections: [PhotoLibrary] = []
    for socket in arguments { connections.append(try await open(FilePath(socket))) }
    for library in connections { _ = try firstPage(AssetQuery(), library) }
    write("connected")
    withExtendedLifetime(connections) { while readLine() != nil {} }
case "follow": try await follow(open(place), originals: Int(arguments[1]) ?? 1)
default: try measureRevocation(of: arguments[1], by: OwnedLibrary(at: place), rounds: Int(arguments[2]) ?? 1)
}

func open(_ place: FilePath) async throws -> PhotoLibrary {
    place.lastComponent == "socket" ? try await .connect(to: place) : try OwnedLibrary(at: place).photoLibrary
}

/// Prints a measurement.
func report(_ name: String, _ values: [Double], found: Int? = nil) throws {
    var line: [String: Any] = ["name": name, "values": values]
    line["found"] = found
    write(String(decoding: try JSONSerialization.data(withJSONObject: line, options: .sortedKeys), as: UTF8.self))
}

/// Prints a line at once, also into a pipe.
func write(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

/// Seconds of a clock that all processes share.
func monotonicSeconds() -> Double { ProcessInfo.processInfo.systemUptime }
