import Foundation
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import DeviceRegistry

@Suite struct RegistryWriterTests {
    private let folder: TemporaryFolder
    private let here = RegistryWriter.Place(machine: "m", inode: 7)
    private var path: FilePath { folder.filePath.appending("writer.json") }

    init() throws { folder = try TemporaryFolder() }

    private func open(
        _ record: RegistryWriter.Record?, in place: RegistryWriter.Place? = nil, lastWritten: UInt64 = 0
    ) throws -> RegistryWriter {
        try RegistryWriter(at: path, in: place ?? here, record: record, lastWritten: lastWritten)
    }

    @Test func aWriterStaysWhileAllAgrees() throws {
        var writer = try open(nil)
        try writer.issue(through: 10)
        #expect(try RegistryWriter.stored(at: path)?.lastSequence == 10)
        for issued in [UInt64(10), 15] {
            let again = try open(RegistryWriter.Record(writer: writer.id, issued: issued))
            #expect(again.id == writer.id && again.lastSequence == 10)
        }
        var status = stat()
        #expect(stat(path.string, &status) == 0 && status.st_mode & 0o777 == 0o600)
    }

    @Test func anOlderCatalogueGetsANewWriter() throws {
        var writer = try open(nil)
        try writer.issue(through: 10)
        #expect(try open(RegistryWriter.Record(writer: writer.id, issued: 9)).id != writer.id)
    }

    @Test func aClonedDiskGetsANewWriter() throws {
        for place in [RegistryWriter.Place(machine: "other", inode: 7), .init(machine: "m", inode: 8)] {
            let writer = try open(nil)
            let record = RegistryWriter.Record(writer: writer.id, issued: 0)
            #expect(try open(record).id == writer.id)
            #expect(try open(record, in: place).id != writer.id)
        }
    }

    /// The writer's file and the catalogue are older than the log.
    @Test func aLaterSegmentGivesANewWriter() throws {
        var writer = try open(nil)
        try writer.issue(through: 10)
        let record = RegistryWriter.Record(writer: writer.id, issued: 10)
        #expect(try open(record, lastWritten: 10).id == writer.id)
        #expect(try open(record, lastWritten: 11).id != writer.id)
    }

    @Test func aFileThatCannotBeReadIsAnError() throws {
        try FileManager.default.createDirectory(atPath: path.string, withIntermediateDirectories: false)
        #expect(throws: PhotoLibraryError(.ioFailure, "")) { try open(nil) }
    }

    @Test(arguments: ["", "{}", "no JSON", #"{"seed":"AAAA","lastSequence":1,"place":{"inode":7}}"#])
    func aDamagedFileGivesANewWriter(text: String) throws {
        let writer = try open(nil)
        try folder.write(Array(text.utf8), to: "writer.json")
        #expect(try RegistryWriter.stored(at: path) == nil)
        #expect(try open(RegistryWriter.Record(writer: writer.id, issued: 0)).id != writer.id)
    }

    @Test func aSequenceIsNeverIssuedTwice() throws {
        var writer = try open(nil)
        try writer.issue(through: 5)
        try writer.issue(through: 3)
        #expect(writer.lastSequence == 5)
        #expect(try RegistryWriter.stored(at: path)?.lastSequence == 5)
    }
}
