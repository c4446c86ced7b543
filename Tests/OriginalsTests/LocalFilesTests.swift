import Foundation
import Glibc
import Originals
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@Suite struct LocalFilesTests {
    private let folder: TemporaryFolder
    private let files = LocalFiles()

    init() throws { folder = try TemporaryFolder() }

    @Test("Opening anything but a regular file fails without blocking", .timeLimit(.minutes(1)))
    func refusesSpecialFiles() throws {
        let pipe = folder.path("pipe.jpg")
        #expect(mkfifo(pipe, 0o600) == 0)
        let socket = folder.path("socket.jpg")
        try makeSocket(at: socket)
        for path in [pipe, socket, "/dev/null", "/dev/zero", "/dev/tty", folder.url.path] {
            #expect(throws: PhotoLibraryError(.notARegularFile, "")) { try files.open(FilePath(path)) }
        }
        #expect(try folder.openFiles.isEmpty)
    }

    private func makeSocket(at path: String) throws {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        #expect(result == 0)
    }

    @Test("Missing files and circles of links cannot be read; the error names the file")
    func refusesMissingFiles() throws {
        let circle = folder.path("circle.jpg")
        try FileManager.default.createSymbolicLink(atPath: circle, withDestinationPath: circle)
        for path in [folder.path("absent.jpg"), circle, folder.path("absent/folder.jpg")] {
            let error = #expect(throws: PhotoLibraryError.self) { try files.open(FilePath(path)) }
            #expect(error?.code == .unreadable)
            #expect(error?.path == path)
        }
    }

    @Test("Without permission a file cannot be read", .enabled(if: geteuid() != 0, "root may read everything"))
    func refusesForbiddenFiles() throws {
        let path = try folder.write([1], to: "secret.jpg")
        chmod(path.string, 0)
        #expect(throws: PhotoLibraryError(.unreadable, "")) { try files.open(path) }
    }

    @Test("A name that is not UTF-8 opens by its bytes")
    func opensNamesThatAreNotText() throws {
        let name: [CChar] = [0x66, CChar(bitPattern: 0xFF), CChar(bitPattern: 0xFE), 0x2E, 0x6A, 0]
        let path = FilePath(platformString: folder.url.path.utf8CString.dropLast() + [0x2F] + name)
        let descriptor = try FileDescriptor.open(path, .writeOnly, options: .create, permissions: .ownerReadWrite)
        try descriptor.closeAfter { _ = try descriptor.writeAll([1, 2, 3]) }
        let source = try files.open(path)
        #expect(source.length == 3)
    }

    @Test("The version changes with the content and with the name, not with reading")
    func distinguishesStates() throws {
        let path = try folder.write([1, 2, 3], to: "a")
        let source = try files.open(path)
        let version = try source.version()
        var byte: UInt8 = 0
        #expect(try withUnsafeMutableBytes(of: &byte) { try source.read(into: $0) } == 1)
        #expect(try source.version() == version)
        try FileManager.default.moveItem(atPath: path.string, toPath: folder.path("b"))
        #expect(try source.version() != version)
        let other = try files.open(try folder.write([1, 2, 3], to: "c"))
        let (one, two) = (version.fileIdentity(size: 3), try other.version().fileIdentity(size: 3))
        #expect(one.inode != two.inode && !one.isOfSameFile(as: two))
        #expect(one.device == two.device)
    }
}
