import Foundation
import SystemPackage

@testable import ArchiveReading

/// Reads an archive and the files in it.
///
/// A file that is read to its end has the stated size.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("fuzz-\(getpid())")
    guard (try? Data(UnsafeBufferPointer(start: start, count: count)).write(to: path)) != nil,
        let archive = try? Archive(at: FilePath(path.path))
    else { return 0 }
    var buffer = [UInt8](repeating: 0, count: 1 << 14)
    for entry in archive.entries.prefix(20) where entry.size < 1 << 20 {
        guard let reader = try? archive.open(entry) else { continue }
        var size = 0
        while let read = try? buffer.withUnsafeMutableBytes({ try reader.read(into: $0) }) {
            size += read
            if read == 0 {
                precondition(size == entry.size, "another size")
                break
            }
        }
    }
    return 0
}
