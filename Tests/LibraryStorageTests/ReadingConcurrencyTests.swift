import Foundation
import Glibc
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import LibraryStorage

@Suite struct ReadingConcurrencyTests {
    private let listing: TemporaryFolder

    /// Creates a folder like /sys/dev/block.
    ///
    /// Device numbers are links into a tree, in which the folder of a partition is in that of its disk.
    init() throws {
        listing = try TemporaryFolder()
        for (number, device, rotational) in [("8:0", "sda", "1\n"), ("259:300", "nvme", "0\n")] {
            let queue = listing.path("devices/\(device)/queue")
            try FileManager.default.createDirectory(atPath: queue, withIntermediateDirectories: true)
            try Data(rotational.utf8).write(to: URL(fileURLWithPath: queue + "/rotational"))
            try FileManager.default.createSymbolicLink(
                atPath: listing.path(number), withDestinationPath: "devices/\(device)")
        }
        try FileManager.default.createDirectory(
            atPath: listing.path("devices/sda/sda1"), withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: listing.path("8:1"), withDestinationPath: "devices/sda/sda1")
    }

    /// The device numbers that makedev(3) gives for 8:0, 8:1, 259:300 and 8:2.
    ///
    /// They were computed by `python3 -c 'import os; print(os.makedev(259, 300))'`.
    @Test(arguments: [(0x800, true), (0x801, true), (0x11_032C, false), (0x802, false)])
    func aPartitionSpinsIfItsDiskSpins(device: UInt, spins: Bool) {
        let folder = FilePath(listing.url.path)
        #expect(ReadingConcurrency.isSpinning(device: dev_t(device), in: folder) == spins)
    }

    @Test func missingPathsAreIgnored() {
        #expect(ReadingConcurrency.recommended(for: ["/nonexistent", "/dev/shm"]) == 2)
        #expect(ReadingConcurrency.recommended(for: []) == 2)
    }
}
