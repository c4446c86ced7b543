import DeviceRegistry
import Foundation
import LibraryMaintenance
import LibraryStorage
import LibrarySync
import PhotoCatalog
import PhotoModel

extension History {
    /// Lets a device exchange with its replica; one that is in no registry joins, or makes the registry.
    ///
    /// - Parameter mayStayApart: Whether a device that is in no registry may do nothing.
    /// - Returns: Whether nothing was new.
    @discardableResult
    func exchange(_ device: Device, mayStayApart: Bool = true) throws -> Bool {
        try noteSegments(of: device.replica)
        let (sync, now) = (sync(device), now(device))
        do {
            guard sync.isJoined else {
                guard !mayStayApart || numbers.happens(0.5), try join(device, sync, now) else { return true }
                try noteReading(device)
                return false
            }
            // A person makes the folder again that all devices lost.
            if !hasManifest { _ = try sync.make(newRegistry(for: device), now: now) }
            let summary = try sync.run(now: now)
            try noteReading(device)
            return summary.received == 0 && summary.written == 0
        } catch {
            try trace.add("failed", ["device": device.index, "action": "exchange", "error": "\(error)"])
            return false
        }
    }

    private func join(_ device: Device, _ sync: LibrarySync, _ now: Date) throws -> Bool {
        let name = "device \(device.index)"
        if device.replica.files.contains(Replica.manifest) {
            var request = JoinRequest(device.replica.path, deviceName: name)
            request.allowsHidingManyPhotos = true
            _ = try sync.join(request, now: now)
        } else {
            // There is one registry: the others wait until its first file was copied to them.
            guard !hasManifest, devices.allSatisfy({ !self.sync($0).isJoined }) else { return false }
            _ = try sync.make(newRegistry(for: device), now: now)
        }
        try trace.add("join", ["device": device.index])
        return true
    }

    private var hasManifest: Bool { devices.contains { $0.replica.files.contains(Replica.manifest) } }

    private func newRegistry(for device: Device) -> NewRegistry {
        var request = NewRegistry(in: device.replica.path, deviceName: "device \(device.index)")
        request.isEncrypted = false
        return request
    }

    func leave(_ device: Device) throws {
        let sync = sync(device)
        guard sync.isJoined else { return }
        try sync.leave()
        try trace.add("leave", ["device": device.index])
    }

    /// The publisher of a new process: it writes when it is told to, so that a history depends on its seed only.
    private func publisher(_ device: Device) -> LogPublisher {
        let publisher = LogPublisher(device.library)
        device.catalog.registerListener.set(nil)
        return publisher
    }

    private func sync(_ device: Device) -> LibrarySync { LibrarySync(device.library, publisher(device)) }

    // MARK: Killed processes

    func crash(_ device: Device) throws {
        let now = now(device)
        if numbers.happens(0.5) {
            let sync = sync(device)
            guard sync.isJoined else { return }
            try device.killed(after: numbers.below(8)) { _ = try sync.run(now: now) }
        } else {
            let (steps, limit) = (numbers.below(5), 1 + numbers.below(5))
            try device.killed(after: 100) { try publish(device, steps: steps, limit: limit, now) }
        }
        try trace.add("crash", ["device": device.index])
    }

    /// The first steps of `LogWriter`.
    private func publish(_ device: Device, steps: Int, limit: Int, _ now: Date) throws {
        let (folder, catalog) = (device.library.folder, device.catalog)
        let waiting = try catalog.unpublishedRegisters()
        // Before the first segment, the log gets all values.
        let log = folder.log(of: device.library.libraryID)
        guard waiting.isAnyWaiting, try !log.isEmpty else { return }
        var writer = try folder.writer(waiting.record)
        if waiting.record?.writer != writer.id {
            try catalog.record(.registers(.writer(writer.id, published: 0)), now: now)
        }
        if try catalog.issuedRegisters() == nil {
            guard steps > 0 else { return }
            try catalog.record(.registers(.issue(limit: limit)), now: now)
        }
        guard steps > 1, let (registers, range) = try catalog.issuedRegisters() else { return }
        try writer.issue(through: range.upperBound)
        guard steps > 2 else { return }
        try log.append(registers, covering: range, signedBy: writer.key)
        guard steps > 3 else { return }
        try catalog.record(.registers(.published(through: range.upperBound)), now: now)
    }

    // MARK: What was seen

    /// Adds the registers of new files to the trace.
    private func noteSegments(of replica: Replica) throws {
        guard let log = replica.log else { return }
        for writer in try log.writers() {
            if !writers.contains("\(writer)") { writers.append("\(writer)") }
            for name in try log.segments(of: writer) where !segments.contains("\(writer)/\(name.text)") {
                guard let segment = try? log.segment(name, of: writer) else { continue }
                segments.insert("\(writer)/\(name.text)")
                try trace.add(
                    "segment",
                    [
                        "writer": "\(writer)",
                        "registers": segment.registers.map { $0.line + ["\($0.stamp.sequence)"] },
                    ])
            }
        }
    }

    /// Adds to the trace that a device has read all sound files of its replica.
    private func noteReading(_ device: Device) throws {
        try noteSegments(of: device.replica)
        guard let log = device.replica.log else { return }
        var ranges: [[String]] = []
        for writer in try log.writers() {
            for name in try log.segments(of: writer) where device.replica.isSound(name, of: writer, in: log) {
                ranges.append(["\(writer)", "\(name.range.lowerBound)", "\(name.range.upperBound)"])
            }
        }
        try trace.add("read", ["device": device.index, "ranges": ranges])
    }
}
