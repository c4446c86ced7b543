/// Formats sizes for display.
package enum ByteText {
    /// "812 bytes", "3.4 MB": powers of 1000, one decimal from 1 MB on.
    package static func of(_ bytes: Int) -> String {
        guard bytes != 1 else { return "1 byte" }
        var value = Double(bytes)
        for unit in ["bytes", "kB", "MB", "GB", "TB"] {
            if value < 999.5 || unit == "TB" {
                let digits = unit == "bytes" || unit == "kB" || value >= 100 ? 0 : 1
                let scale: Double = digits == 0 ? 1 : 10
                let rounded = (value * scale).rounded() / scale
                return (digits == 0 ? "\(Int(rounded))" : "\(rounded)") + " " + unit
            }
            value /= 1000
        }
        return "\(bytes) bytes"
    }
}
