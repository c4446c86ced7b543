internal import SystemPackage
internal import SystemSupport

/// File names that exFAT, FAT and Windows accept, and that cannot lead out of a folder.
enum SafeName {
    /// The name of a folder.
    static func component(_ text: String) -> String { unreserved(OriginalName.sanitised(text)) }

    /// The parts of a file's name: the stem, and the extension with its dot.
    ///
    /// Together they have at most 200 bytes, so that there is room for a number and the extension of a sidecar.
    static func parts(of name: FilePath.Component?) -> (stem: String, ending: String) {
        let (stem, ending) = OriginalName.split(OriginalName.sanitised(name))
        return (unreserved(stem), trimmed(ending))
    }

    /// Windows removes dots and spaces at the end of a name.
    private static func trimmed(_ name: String) -> String {
        String(name.reversed().drop { $0 == "." || $0 == " " }.reversed())
    }

    /// The name with another beginning if Windows reserves it for a device, with any extension.
    private static func unreserved(_ name: String) -> String {
        let name = trimmed(name)
        guard !name.isEmpty else { return "_" }
        let base = name.prefix { $0 != "." }.uppercased()
        return devices.contains(trimmed(base)) ? "_" + name : name
    }

    /// The names of devices (Microsoft, "Naming Files, Paths, and Namespaces").
    private static let devices: Set<String> = Set(
        ["CON", "PRN", "AUX", "NUL", "CLOCK$", "CONIN$", "CONOUT$"]
            + ["COM", "LPT"].flatMap { device in "0123456789¹²³".map { "\(device)\($0)" } })
}
