import Foundation
import PhotosCompat

// Called by Benchmarks/images.
let arguments = CommandLine.arguments
switch (arguments.dropFirst().first, arguments.count) {
case ("make", 4): try makeLibrary(at: arguments[2], count: Int(arguments[3]) ?? 0)
case ("requests", 3): try await measureRequests(in: arguments[2])
case ("scroll", 3): try await measureScroll(in: arguments[2])
default:
    FileHandle.standardError.write(Data("images-steps make LIBRARY COUNT | requests LIBRARY | scroll LIBRARY\n".utf8))
    exit(64)
}

/// Prints a line in JSON.
func report(_ name: String, _ values: [String: Double]) throws {
    var fields: [String: Any] = values
    fields["name"] = name
    print(String(decoding: try JSONSerialization.data(withJSONObject: fields, options: .sortedKeys), as: UTF8.self))
}
