import OpenPhotoKitOwner
import SystemPackage

// One step of Benchmarks/library, which describes it:
//
//     make LIBRARY      an empty library
//     measure LIBRARY   prints a line of JSON for each measurement: its name, how many were found, CPU and wall seconds
//     change LIBRARY    changes a photo again and again, and prints when each change began
//
// Everything is done some times in this process; the median is printed.

let path = FilePath(CommandLine.arguments[2])
switch CommandLine.arguments[1] {
case "make": _ = try OwnedLibrary(at: path, opening: .creatingIfAbsent)
case "change": for start in try await makeChanges(in: OwnedLibrary(at: path)) { print(start) }
default:
    let library = try OwnedLibrary(at: path)
    try measureFetches(library)
    try measureLimitedFetches(library)
    try await measureChanges(library, at: path)
}
