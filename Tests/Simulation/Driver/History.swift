import DeviceRegistry
import Foundation
import PhotoModel
import SystemPackage

/// One history of several devices: random actions of persons, exchanges, and faults of files and clocks.
final class History {
    let trace = Trace()
    var numbers: SeededNumbers
    var devices: [Device] = []
    let root: FilePath
    let zeroesClock: Bool
    /// Files of segments of which the trace has the registers.
    var segments: Set<String> = []
    /// The writers in the order in which they appeared.
    var writers: [String] = []
    /// The number of the present action, which is also the true time.
    private(set) var step = 0
    private(set) var backups: [Backup] = []

    struct Backup {
        let device: Int
        let path: FilePath
    }

    init(seed: UInt64, in root: FilePath, zeroesClock: Bool) throws {
        numbers = SeededNumbers(seed)
        self.root = root
        self.zeroesClock = zeroesClock
        try? FileManager.default.removeItem(atPath: root.string)
        try trace.add("begin", ["seed": seed])
        for index in 0..<2 + numbers.below(3) {
            devices.append(try Device(index, in: root, zeroesClock: zeroesClock))
            try setClock(of: devices[index])
        }
    }

    /// The time on a device.
    func now(_ device: Device) -> Date {
        // 2026-01-01
        Date(timeIntervalSince1970: 1_767_225_600 + Double(step) * 600 + device.clockOffset)
    }

    func run(actions: Int) throws {
        for device in devices {
            for photo in 0..<Photos.count where numbers.happens(0.7) { try importPhoto(photo, device) }
        }
        for _ in 0..<actions {
            step += 1
            guard let device = numbers.element(of: devices) else { return }
            try act(device)
            for _ in 0..<numbers.below(3) { try transport() }
        }
        try finish()
    }

    // MARK: Choosing

    private func act(_ device: Device) throws {
        switch numbers.below(100) {
        case ..<62: try actOfPerson(device)
        case ..<86: try exchange(device)
        case ..<90: try crash(device)
        case ..<92: try backUp(device)
        case ..<94: try restoreBackup()
        case ..<95: try clone(device)
        case ..<97: try setClock(of: device)
        case ..<98: try leave(device)
        case ..<99: device.replica.save()
        default:
            if try !device.replica.restore() { device.replica.lose(keepingManifest: numbers.happens(0.7)) }
        }
    }

    private func setClock(of device: Device) throws {
        let year: TimeInterval = 365 * 86400
        let offsets = [0, 0, 1, -1, 3600, -86400, year, -year, 50 * year, -50 * year]
        device.clockOffset = numbers.element(of: offsets) ?? 0
        try trace.add("clock", ["device": device.index, "offset": device.clockOffset])
    }

    private func transport() throws {
        let both = numbers.some(of: devices, atMost: 2)
        guard both.count == 2 else { return }
        let (source, target) = (both[0].replica, both[1].replica)
        if numbers.happens(0.15) { return source.deliverRemovals(to: target, &numbers) }
        for file in numbers.some(of: source.files.sorted { sortKey($0) < sortKey($1) }, atMost: 12) {
            try source.deliver(file, to: target, &numbers)
        }
    }

    /// A text that sorts a file in each run of a seed alike, although the names of writers are random.
    private func sortKey(_ file: String) -> String {
        let parts = file.split(separator: "/")
        guard parts.count == 3 else { return file }
        let writer = String(parts[1])
        return "\(100 + (writers.firstIndex(of: writer) ?? writers.count))/\(parts[2])"
    }

    // MARK: Folders of libraries

    private func backUp(_ device: Device) throws {
        let path = root.appending("backup-\(backups.count)")
        try device.reopen { try FileManager.default.copyItem(atPath: device.path.string, toPath: path.string) }
        try trace.add("backup", ["device": device.index, "backup": backups.count])
        backups.append(Backup(device: device.index, path: path))
    }

    /// Puts back a backup: as another folder, in the same folder, or the catalogue alone.
    private func restoreBackup() throws {
        let number = numbers.below(backups.count)
        guard backups.indices.contains(number) else { return }
        let (backup, way) = (backups[number], numbers.below(3))
        let device = devices[backup.device]
        let (files, path, source) = (FileManager.default, device.path.string, backup.path.string)
        try device.reopen {
            switch way {
            case 0:
                // The former folder is still there while the copy is made, so that the copy has another inode.
                try files.copyItem(atPath: source, toPath: path + "-new")
                try files.removeItem(atPath: path)
                try files.moveItem(atPath: path + "-new", toPath: path)
            case 1:
                for name in try files.contentsOfDirectory(atPath: path) {
                    try files.removeItem(atPath: path + "/" + name)
                }
                for name in try files.contentsOfDirectory(atPath: source) {
                    try files.copyItem(atPath: source + "/" + name, toPath: path + "/" + name)
                }
            default:
                for suffix in ["", "-wal", "-shm"] { try? files.removeItem(atPath: path + "/catalog.sqlite" + suffix) }
                try files.copyItem(atPath: source + "/catalog.sqlite", toPath: path + "/catalog.sqlite")
            }
        }
        try trace.add(
            "restore", ["device": device.index, "backup": number, "way": ["copy", "inPlace", "catalogue"][way]])
    }

    /// Copies the library and the replica of a device to another machine.
    private func clone(_ device: Device) throws {
        guard devices.count < 5 else { return }
        let index = devices.count
        let path = root.appending("library-\(index)").string
        try device.reopen { try FileManager.default.copyItem(atPath: device.path.string, toPath: path) }
        let connection = path + "/sync.json"
        if let text = try? String(contentsOfFile: connection, encoding: .utf8) {
            // On the other machine, another folder is at this path.
            try text.replacing("replica-\(device.index)", with: "replica-\(index)")
                .write(toFile: connection, atomically: false, encoding: .utf8)
        }
        let clone = try Device(index, in: root, zeroesClock: zeroesClock)
        for file in device.replica.files { try device.replica.data(file).map { try clone.replica.write($0, file) } }
        devices.append(clone)
        try trace.add("clone", ["device": device.index, "clone": index])
        try setClock(of: clone)
    }

    // MARK: End

    /// Delivers everything, and lets all devices exchange until nothing is new.
    private func finish() throws {
        try exchangeAll()
        for device in devices where try !device.heldPhotos().isEmpty {
            try decideHeldDeletions(device)
        }
        try exchangeAll()
        for device in devices { try trace.add("state", try device.state()) }
    }

    private func exchangeAll() throws {
        for _ in 1...12 {
            var isQuiet = true
            for device in devices {
                step += 1
                try Replica.join(devices.map(\.replica))
                if try !exchange(device, mayStayApart: false) { isQuiet = false }
            }
            if isQuiet { return }
        }
        try trace.add("restless", [:])
    }
}
