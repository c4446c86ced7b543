internal import Foundation
internal import PhotoModel
internal import SystemPackage
internal import SystemSupport

/// The file of an ``ExportRecord``.
///
/// Lines are appended while an export runs, and the file is written anew at the end.
/// All calls block.
final class ExportRecordFile {
    private(set) var record: ExportRecord
    private let folder: ExportFolder
    private let path: FilePath
    private var descriptor: FileDescriptor?
    /// Whether the last line is not complete, as after a crash.
    private let isTorn: Bool

    /// Reads the file, if it exists.
    ///
    /// - Throws: `unreadable` if it cannot be read.
    init(in folder: ExportFolder) throws {
        self.folder = folder
        path = folder.absolute(ExportRecord.name)
        let bytes = try Self.read(path)
        record = ExportRecord(bytes)
        isTorn = !bytes.isEmpty && bytes.last != UInt8(ascii: "\n")
    }

    deinit { try? descriptor?.close() }

    private static func read(_ path: FilePath) throws -> Data {
        do {
            // Non-blocking, because opening a pipe would wait for a writer.
            let file = try FileDescriptor.open(path, .readOnly, options: [.noFollow, .nonBlocking, .closeOnExec])
            return try file.closeAfter {
                // Opening a pipe to append lines would wait for a reader.
                var status = stat()
                guard fstat(file.rawValue, &status) == 0, status.isFile else { throw Errno.invalidArgument }
                return try FileHandle(fileDescriptor: file.rawValue, closeOnDealloc: false).readToEnd() ?? Data()
            }
        } catch Errno.noSuchFileOrDirectory {
            return Data()
        } catch {
            throw PhotoLibraryError(
                .unreadable, "The record of earlier exports cannot be read: \(error). Export to another folder.",
                path: path.string, cause: error)
        }
    }

    /// Adds lines, and waits until they are on the disk.
    ///
    /// - Throws: `ioFailure` or `notEnoughSpace`.
    func append(_ lines: [ExportRecord.Line]) throws {
        guard !lines.isEmpty else { return }
        var bytes = Data()
        if descriptor == nil, isTorn { bytes.append(UInt8(ascii: "\n")) }
        for line in lines {
            bytes += try line.encoded()
            record.apply(line)
        }
        let file = try opened()
        do { _ = try file.writeAll(bytes) } catch {
            throw PhotoLibraryError(error as? Errno ?? .ioError, exportCouldNot: "write the record of the export", path)
        }
        try DurableFile.sync(file, at: path)
    }

    private func opened() throws -> FileDescriptor {
        if let descriptor { return descriptor }
        do {
            let file = try FileDescriptor.open(
                path, .writeOnly, options: [.append, .create, .noFollow, .closeOnExec],
                permissions: [.ownerReadWrite, .groupReadWrite, .otherReadWrite])
            descriptor = file
            try DurableFile.syncFolder(folder.path)
            return file
        } catch let error as Errno {
            throw PhotoLibraryError(error, exportCouldNot: "write the record of the export", path)
        }
    }

    /// Writes the file anew with one line for each file, atomically and durably, if lines were added.
    ///
    /// - Throws: `ioFailure` or `notEnoughSpace`; the file then has the added lines.
    func compact() throws {
        guard descriptor != nil else { return }
        try folder.write(Array(record.lines), to: ExportRecord.name, replacing: true)
    }
}
